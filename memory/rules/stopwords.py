"""Stop words of six languages: what counts as no content, and what cannot be a topic.

The one fact a reader would get wrong: there are two sets. `STOP_WORDS` is for counting (a German "war" is noise);
`FUNCTION_WORDS` is what a topic may not be, and leaves out what is a thing or a person in English ("war", "son", "die").
Italian is in neither: its words only help to tell languages apart.
"""

_ENGLISH = """
    a about above after again against all also am an and any anybody anyone anything are as at be because been before
    being below between both but by can could did do does doing done down during each either else ever every everybody
    everyone everything few for from further get gets getting go goes going got had has have having he her here hers
    herself him himself his how however i if in into is it its itself just let like lot made make many may maybe me might
    mine more most much must my myself neither no nobody none nor not nothing now of off oh ok okay on once one only
    onto or other others ought our ours ourselves out over own per perhaps please quite rather really same shall she
    should since so some somebody someone something still such than that the their theirs them themselves then there
    these they this those though through thus to too under until up upon us very via was we were what whatever when
    where whether which while who whoever whom whose why will with within without would yes yet you your yours yourself
    yourselves
    ain't aren't can't cannot couldn't didn't doesn't don't hadn't hasn't haven't he'd he'll he's here's how's i'd i'll
    i'm i've isn't it'd it'll it's let's mustn't shan't she'd she'll she's shouldn't that's there's they'd they'll
    they're they've wasn't we'd we'll we're we've weren't what's when's where's who's why's won't wouldn't y'all you'd
    you'll you're you've
"""
_GERMAN = """
    aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem
    den der des dich die dies diese dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas
    euch euer für hab habe haben hast hat hatte ich ihm ihn ihnen ihr ihre im in ist ja jede jeder jedes jetzt kann kein
    keine können man mehr mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine sich
    sie sind so soll über um und uns unser unter vom von vor war waren was weil wenn wer werden wie wieder wir wird wo
    zu zum zur
"""
_FRENCH = """
    ai as au aux avec avoir c'est ce cela ces cet cette chez comme dans de des donc du elle elles en est et être eu il
    ils j'ai je la le les leur leurs lui ma mais me même mes moi mon n'est ne nos notre nous on ont ou où par pas plus
    pour qu que qui sa sans se ses si son sont sur ta te tes toi ton tous tout très tu un une vos votre vous était
"""
_SPANISH = """
    al algo ante como con cual cuando de del desde donde dos el él ella ellas ellos en entre era eres es esa ese eso
    esta está están este esto estoy ha han hasta hay he la las le les lo los más me mi mí mis mucho muy nada ni no nos
    nosotros o para pero por porque que qué quien se ser si sí sin sobre son soy su sus también te tengo ti tiene todo
    tu tú tus un una uno unos y ya yo
"""
_DUTCH = """
    aan al alles als altijd ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb
    hebben heeft hem het hier hij hoe hun iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar
    niet niets nog nu of om omdat onder ons ook op over te tegen toch toen tot u uit van veel voor want waren was wat
    werd wezen wie wil worden zal ze zich zij zijn zo zonder zou
"""
_ITALIAN = """
    a ad ai al alla alle allo anche avevo c'è che chi ci come con cosa cui da dai dal dalla de dei del della delle di dove
    e è ed era essere fa fino gli ha hai hanno ho i il in io l la le lei lo loro lui ma mai me mi mia mie miei mio molto
    ne nei nel nella noi non nostra nostro o per perché più poi qual quale quando quanti quanto quella quello questa
    questo qui se sei si sono sta stata stato su sua sue suo sul sulla te ti tra tu tua tue tuo tutti tutto un una uno vi
    voi
"""
_ENGLISH_CONTENT_TOO = """
    ai allen aller aux bin da ella elle era eu ge hay il las ma par plus soy ti
    al alle ante ben con dan den der die dies door eres han hat hem hoe hun kan les man mar men mes met moi mon nun pas
    pour sa ses sin sind son ton tot van wand war wars wart
"""

ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())
STOP_WORDS = ENGLISH_STOP_WORDS.union(_GERMAN.split(), _FRENCH.split(), _SPANISH.split(), _DUTCH.split())
# With what is left of "isn't", "j'ai" and "qu'est-ce" when they are cut at the apostrophe, and with "il y a".
WORDS_BY_LANGUAGE = {
    "en": ENGLISH_STOP_WORDS | frozenset(["d", "ll", "m", "re", "s", "t", "ve"]),
    "de": frozenset(_GERMAN.split())
    | frozenset(["wann", "welche", "welchem", "welchen", "welcher", "welches", "wessen"]),
    "fr": frozenset(_FRENCH.split())
    | frozenset(["a", "c", "d", "est", "j", "l", "m", "n", "qu", "s", "t", "y"])
    | frozenset(["ce", "combien", "comment", "quand", "quel", "quelle", "quelles", "quels"]),
    "es": frozenset(_SPANISH.split())
    | frozenset(["cuál", "cuáles", "cuándo", "cuánta", "cuántas", "cuánto", "cuántos", "cómo", "dónde", "quién"]),
    "it": frozenset(_ITALIAN.split()),
    "nl": frozenset(_DUTCH.split()),
}
FUNCTION_WORDS = STOP_WORDS.difference(_ENGLISH_CONTENT_TOO.split()) | ENGLISH_STOP_WORDS
