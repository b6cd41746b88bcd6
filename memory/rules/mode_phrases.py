"""How people ask for the past in English, and the shape that every language's table has.

The one fact that a reader would get wrong: patterns meet plain text (`sentences.plain`): lower case, no accents, one kind
of apostrophe, no end marks.
"""

from dataclasses import dataclass

NEVER = r"(?!)"


@dataclass(frozen=True, slots=True)
class ModePhrases:
    """One language's phrases, as verbose regular expressions: a blank to match is written as backslash blank.

    Args:
        asks: Asks for the past by itself: "do you remember", "remind me what".
        asks_if_marked: As `asks`, but only with a question mark: "I told you about Rex?".
        not_past: Overrules the two below: advice, modals, the thing at hand.
        asks_own_past: A question word with I/we and a past or stative verb.
        asks_own_things: A question word with my/mine/our. A full stop speaks against it: "What matters is my health."
    """

    asks: str
    not_past: str
    asks_own_past: str
    asks_own_things: str
    asks_if_marked: str = NEVER


_WH = r"(?:what|whats|who|whos|whom|whose|when|where|wheres|which|how\ (?:many|much|long|old|often|far|tall|big))"
_AUX = r"(?:'?s|'re|'d|'ve|\ is|\ are|\ was|\ were|\ did|\ do|\ does|\ has|\ have|\ had)"
_TOLD = (
    r"(?:said|told|mentioned|recommended|suggested|provided|gave|wrote|listed|shared|outlined|discussed|talked|agreed"
    r"|decided|promised|chose|picked|planned|bought|made|went|visited|met|saw|read|watched|ate|called|named)"
)
_SAY = r"""
        (?:say|tell|mention|talk|discuss|recommend|suggest|advise|warn|promise|agree|decide|call|give|list|provide
            |explain\ earlier)
    """
_OFTEN = (
    r"(?:usually|normally|always|often|currently|typically|generally|still|actually|really|also|regularly|ever|most)"
)
_STATIVE = r"""
    (?:like|love|hate|prefer|enjoy|dislike|own|have(?!\ to)|live|work|study|know|believe|weigh|drink|eat|play
        |speak|earn|owe
        |collect|wear|drive|train|teach|volunteer|use|support|belong|subscribe|want(?!\ to)|see(?!\ here)
            |think\ (?:of|about)
        |call\ (?:my|our)|come\ from|keep|stop|spend|dedicate|pay|take)
"""
# Where a question begins: a sentence's start, a lead-in, or after the words that hand a question over.
_START = r"""
    (?:^|[:;—]\ ?
        |\b(?:and|but|so|then|hey|ok|okay|well|also|please|again|quick\ question|by\ the\ way|btw|sorry|wait|um
            |hi|hello
          |wondering|wonder|tell\ me|do\ you\ know|you\ know|i\ forgot|i\ forget|not\ sure|confirm
              |curious)[,:]?\ |,\ (?=what|whose|how))
    (?:["'(]|in\ |at\ |on\ |for\ |to\ |from\ |with\ |about\ |since\ |until\ |by\ )?
"""

ENGLISH = ModePhrases(
    asks=rf"""
        \b(?:do|don't|dont)\ (?:you|u)\ (?:still\ |even\ |also\ |happen\ to\ |by\ any\ chance\ )?(?:remember
            |recall)\b
        (?!\ (?:to|that\ you\ (?:are|must|should))\b)
        | \b(?:can|could)\ you\ (?:still\ )?(?:remember|recall)\b(?!\ to\b)
        | ^(?:you\ )?remember\ (?:me|my|our|the\ time)\b(?=.{{0,80}}$)(?!.*\b(?:is|are|to|that)\b)
        | (?<!\bi\ )(?<!\bto\ )(?<!will\ )(?<!'ll\ )(?<!always\ )(?<!still\ )(?<!\balso\ )(?<!help\ me\ )\b(?:remember
            |recall|remind\ me|remind\ us)
        (?:\ again|\ please|\ once\ more)?,?\ (?:of\ |about\ )?{_WH}\b(?!\ to\b)
        | \b(?:can't|cant|cannot|couldn't|don't|dont|didn't)\ (?:quite\ |really\ |even\ |seem\ to\ )?(?:remember
            |recall)\ {_WH}\b
        | \bremind\ (?:me|us)\ (?:again\ )?(?:of\ (?:the|that|my|our)|about\ the\ (?:name
            |title))\b(?=.{{0,80}}$)
        (?!.*\b(?:tomorrow|tonight|later|next|at\ \d|in\ \d|on\ (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)
        | \bremind\ (?:me|us)\ .{{0,90}}\b(?:you|we|i)\ (?:had\ |have\ |just\ |also\ )?{_TOLD}\b
        | \b(?:did|didn't|didnt)\ (?:i|you|we)\ (?:(?:{_OFTEN}|already|not|just|even
            |once)\ ){{0,2}}{_SAY}\b(?!\ (?:it|that|this)\ (?:right|correctly|wrong))
        | \b(?:have|haven't|had)\ (?:i|you|we)\ (?:{_OFTEN}\ |already\ |not\ |just\ )?(?:said|told|mentioned
            |talked\ about|discussed)\b
        | \bwhat\ (?:else\ )?do\ you\ (?:still\ |already\ )?(?:know|remember)\ about\ (?:me|us|my|our)\b
        | \bdo\ you\ (?:still\ )?know\ (?:my|our|what\ i\ (?:like|said|told|do|did)|who\ i\ am|who\ my
            |where\ (?:i|we|my)|when\ (?:i|we|my)|what\ my|how\ old\ (?:i|my))\b(?!\ (?:can|could|should|would|might
            |need|have\ to)\b)
        | \b{_WH}\b.{{0,120}}\b(?:i|we)\ (?:told|mentioned|said)\ (?:to\ )?you\b
        | ^{_WH}{_AUX}?\ (?:.{{0,160}}\ )?(?:that\ )?you\ (?:{_OFTEN}\ |just\ |had\ |once\
            |previously\ )?(?:told|recommended|suggested|provided|gave|mentioned|listed)
        (?:\ (?:me|us|to\ me|it))?(?:\ (?:earlier|before|last|yesterday|previously|a\ while|the\ other)\b|$)
    """,
    asks_if_marked=rf"""
        ^(?:so\ |and\ |but\ )?(?:you\ remember|i\ (?:already\ )?told\ you|we\ talked)\b
        | (?:,\ |\bwondering\ |\bconfirm\ |^){_WH}{_AUX}?\b.{{0,160}}\b(?:that\ |one\ )?you\ (?:had\ |just\
            |previously\ )?
        (?:recommended|suggested|advised|provided|mentioned|wrote|listed|told\ me)\b
        | ^did\ (?:i|we)\ (?:(?:{_OFTEN}|already|mostly|recently)\ ){{0,3}}(?!do\b|get\b|make\b|miss\b|mess\b
            |spell\b|use\b|write\b|break\b|need\b|have\ to\b)[a-z]+
    """,
    not_past=rf"""
        {_WH}{_AUX}?\ (?:[\w'-]+\ ){{0,4}}(?:should|could|would|can|can't|shall|might|may|must|will|won't
            |ought)\b(?!\ you\ (?:say|call))
        | {_WH}(?:'?s|'re|\ is|\ are|\ do\ you|\ would\ be)\ (?:(?:a|an|some|any|there|another|one|the\ (?:best
            |easiest|right|most|main|proper|correct|ideal|recommended))\b(?!\ of\ my)|(?:good|great)\b)
        | \b(?:best|better|good|great|easy|easiest|healthy|effective|possible|right|next|only|other)\ (?:way
            |option|choice|bet|approach|strateg|practice|method
          |course\ of|move|step|thing\ to|time\ to|alternative|solution)
        | \b(?:tips|ideas|suggestions|advice|ways\ to|ways\ of|alternatives|recommendations|pros\ and\ cons
            |your\ (?:opinion|thoughts|take|view))\b
        | \bdo\ you\ (?:think|suggest|recommend|advise|want|need|mean)\b | \bdid\ you\ mean\b
        | \bmy\ (?:best\ (?:option|bet|choice|move)|options?|chances?|odds|rights|next\ (?:step|move|option)s?
            |choices|alternatives)\b
        | \bour\ (?:oceans?|world|climate|environment|atmosphere|country|lives|options?|chances|next\ steps?
            |choices|planet|universe|galaxy|solar|sun|moon|brains?|bodies|body|ancestors|society)\b
        | \b(?:wrong|matter|up|problem|issue)\ with\b | \bgo(?:ing)?\ wrong\b | \bdo(?:ing|ne)?\ wrong\b
            | \bi\ thinking$
        | \bdid\ i\ (?:miss|mess|break)\b | \bdo\ to\ deserve\b
        | \b(?:here|below|above|attached|following)$ | \b(?:in|with|about|of|on|to|for)\ this\ (?:code|text|file
            |function|script|error|picture|image|case|example
          |list|essay|paragraph|sentence|log|table|class|method|query|project|situation)\b
        | \b(?:in|from)\ the\ (?:code|text|list|log|table|example|snippet|passage)\ (?:below|above)\b
        | \b(?:my|our)\ (?:\w+\ )?(?:code|function|script|program|query|regex|loop|class|method|essay|paragraph
            |sentences?|grammar|draft|error|bug|mistakes?
          |question|answer|prompt|syntax|css|html|sql)\b
        | \bwhat\ does\ (?:it|this|that)\ mean\b | \bwhat\ happens\b | \bwhat\ (?:if|about)\b
        | \b(?:i|we)\ (?:need|needed)\b | \bdo\ (?:i|we)\ (?:have\ to|want\ to|start|begin|know\ (?:if|when
            |whether|that|how|which))\b
        | \b(?:like|to)\ (?:say|do|use|write|put|add|include)\ here\b | \bmade\ of$
        | \b(?:mean|important|worth|happen|enough)\b.{{0,40}}\bif\ (?:my|i|we|our)\b
    """,
    asks_own_past=rf"""
        (?:\b{_WH}'d|\b{_WH}\b.{{0,140}}?\ (?:did|didn't|was|wasn't|were|weren't|had|have|haven't))\ (?:i
            |we)\b(?!'|\ supposed)
        | \b{_WH}\b(?:\ [\w'-]+){{0,6}}?\ (?:do|don't)\ (?:i|we)\ (?:{_OFTEN}\ {_STATIVE}|{_OFTEN}\ [a-z]+
            |{_STATIVE})\b
        | \bhow\ (?:many|much|often|long)\b(?:\ [\w'-]+){{0,8}}?\ (?:do|am)\ (?:i|we)\b
        | {_START}(?:is|are|was|were)\ there\ (?:any|some|no)\w*\ (?:[\w'-]+\ ){{0,4}}?(?:that\ |which\ )?(?:i|we)\ (?:{_OFTEN}\ )?
          (?:{_STATIVE}|am|are|was|were|have(?!\ to)|had|can't|cannot|don't\ (?:eat|drink|like|have)|[a-z]{{2,}}ed|{_TOLD})\b
        | {_START}(?:am|are|was|were)\ (?:i|we)\ (?:{_OFTEN}\ )?(?:allergic|intolerant|afraid|scared|vegetarian|vegan|diabetic)\b
        | \bwho\ am\ i$ | \bhow\ (?:old|tall)\ am\ i\b | \bwhere\ am\ i\ from\b | \bwhat(?:'s|\ is)\ mine$
        | \b{_WH}\b(?:\ [\w'-]+){{0,4}}?\ (?:am|are)\ (?:i|we)\ (?:{_OFTEN}\ )?(?:allergic|intolerant|afraid
            |scared|from\b|named|called|good\ at|meeting
          |reading|learning|going(?!\ to\b)|studying|training|saving|taking|watching|seeing|flying|moving|visiting|working
              |staying|living|having|celebrating)
        | {_START}how\ (?:many|much|long|often|old|far)\b.{{0,120}}\b(?:i|we|i've|we've)\ (?:(?:last|first|just
            |have|had)\ )?(?:[a-z]{{2,}}ed|bought|went|got|had|saw|met|made|took|told|read
          |been|started|left|sold|spent|gave|found|ran|ate|began)\b
        | {_START}what{_AUX}\ the\ .{{0,120}}\b(?:(?:i|we)\ (?:have(?!\ to)|had|own|earned|[a-z]{{2,}}ed|bought
            |went|got|made|met|saw|took|spent|gave|found|ran|began|sold|paid)|(?:i|we)'ve)\b
        | \b(?:tell\ me|do\ you\ know|(?:i|i've)\ (?:forgot|forget|forgotten)|wondering)\ (?:again\
            |once\ more\ )?{_WH}\b(?:\ [\w'-]+){{0,4}}?\ (?:i|we)
        \ (?:{_OFTEN}\ |had\ |have\ )?(?:{_STATIVE}|[a-z]{{2,}}ed|said|told|bought|went|did|was|were|had|am|put
            |left|got|saw|met|made|took|ate|read|paid)\b
    """,
    asks_own_things=rf"""
        {_START}{_WH}{_AUX}\b.{{0,80}}?\b(?:my|mine|our|ours)\b(?!\ (?:god|goodness|gosh)\b)
        | {_START}{_WH}\ (?!(?:i|you|we|it|they|matters|counts)\b)(?:[\w'-]+\ ){{0,5}}?(?:is|are|was|were|did|do
            |does|has|have|had)\b(?!\ (?:you
          |u)\b).{{0,100}}?\b(?:my|mine|our|ours)\b
        | {_START}(?:which|who|how\ many|how\ much)\ (?:of|in|on|among|from)\ (?:my|our)\b
        | {_START}(?:who|which|whose)\ (?:[\w'-]+\ ){{0,3}}?(?:gave|sent|told|sold|made|taught|lent|recommended
          |bought|broke|stole|fixed|lives|works)\ .{{0,40}}?\b(?:my|mine|our|me)\b
        | {_START}(?:how\ (?:many|much|long|old|often)|whose|at\ which|on\ which)\b.{{0,120}}?\b(?:my|mine|our
          |ours)\b
        | \b(?:tell\ me|do\ you\ know|(?:i|i've)\ (?:forgot|forget|forgotten))\ (?:again\
          |once\ more\ )?{_WH}\ (?:my|our)\b
    """,
)
