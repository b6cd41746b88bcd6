"""What the scripted user talks about: 44 subjects, each with statements, requests and one fact to come back to.

The one fact that a reader would get wrong: an anchor is said once and never again. A later thread on its subject is good
only if memory brings it back.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject.

    Args:
        name: As the user calls it.
        anchor: A fact about it.
        statements: What happened; slots {day}, {who}, {n}, {place}.
        requests: What the user wants to know.
    """

    name: str
    anchor: str
    statements: tuple[str, ...]
    requests: tuple[str, ...]


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PEOPLE = (
    "Aisha", "Bram", "Chiara", "Dmitri", "Elif", "Femke", "Goran", "Hanneke", "Ines", "Joost",
    "Katya", "Lorenzo", "Maud", "Nadia", "Otis", "Priya", "Quentin", "Rosa", "Stefan", "Tomas",
)  # fmt: skip
PLACES = (
    "Arnhem", "Bergen", "Cork", "Delft", "Essen", "Fano", "Ghent", "Hasselt", "Izmir", "Jena",
    "Kiel", "Leuven", "Malmo", "Nantes", "Ostend", "Porto", "Rouen", "Siena", "Trier", "Utrecht",
)  # fmt: skip

# A paragraph a subject: name, anchor, statements, requests.
_WRITTEN = """
sourdough bread
The sourdough starter sits in a blue jar on the cellar shelf.
The loaf from {day} came out flat after {n} hours of proofing. | {who} brought me rye flour from {place}. | I baked {n} baguettes for the street party.
How can I get a darker crust on bread? | Which flour makes a lighter loaf? | Any idea why dough tears while shaping?

vegetable patch
The vegetable patch lies behind the shed and gets sun only after noon.
Slugs ate {n} lettuces on {day}. | {who} gave me seedlings of purple beans. | I dug compost into the beds until dark.
When should courgettes be planted out? | How do I keep slugs off lettuce? | Is straw a good mulch for tomatoes?

night shifts
The night shifts at the clinic begin at a quarter to ten.
The ward had {n} admissions on {day} night. | {who} swapped a shift with me. | I slept {n} hours after the last night shift.
How do nurses sleep after a night shift? | What snack keeps one awake at four in the morning? | Are blackout curtains worth the money?

cello lessons
The cello teacher is called Odile and lives above the bakery.
I played the second suite for {who} on {day}. | A string snapped during bar {n}. | The bow was rehaired in {place}.
How does one practise vibrato on the cello? | Which rosin is best for a dark tone? | How long do cello strings last?

attic insulation
The attic insulation is sheep wool, forty centimetres thick.
The carpenter fitted {n} panels on {day}. | {who} found a draught by the chimney. | The heating bill from {place} Energy fell by {n} euros.
Does a vapour barrier go on the warm side? | How thick should roof insulation be? | Can mice live in sheep wool?

marathon training
The marathon is in Rotterdam and the start number is 4417.
I ran {n} kilometres along the canal on {day}. | {who} overtook me on the last hill. | My left shoe wore through near {place}.
How fast should a long run be? | What do runners eat before thirty kilometres? | When do I taper before a marathon?

beehives
The beehives stand by the orchard wall, the queen is marked green.
The second hive swarmed on {day}. | {who} helped me lift {n} frames. | We spun honey with the old extractor from {place}.
How many frames does a colony need for winter? | When does one treat bees against mites? | Why do bees cluster at the entrance?

tax return
The tax papers are in the red folder under the printer.
The accountant asked for {n} receipts on {day}. | {who} explained the mileage form to me. | A letter from the tax office in {place} arrived.
Can I deduct a desk from tax? | What is the deadline for a late tax form? | How are royalties taxed?

Portuguese lessons
The Portuguese course follows a textbook called Gaivota.
I learned {n} irregular verbs on {day}. | {who} laughed at my accent in {place}. | We read a short story about a lighthouse.
How is the subjunctive formed in Portuguese? | Which podcasts suit a beginner in Portuguese? | What is the difference between ser and estar?

kitchen tiles
The kitchen tiles are hexagons in sea green from a mill in Faenza.
The tiler laid {n} rows on {day}. | {who} dropped a box of tiles. | The grout from {place} dried too pale.
How does one cut hexagon tiles? | Which grout hides stains? | How long must tile glue dry?

chess club
The chess club meets in the back room of the Golden Hare.
I lost to {who} in {n} moves on {day}. | Our team drew against {place}. | The captain put me on board {n}.
What is a solid answer to the English opening? | How are rook endings won? | Which book teaches pawn structures?

telescope
The telescope is an eight inch Dobsonian with a cracked finder.
I saw {n} moons of Saturn on {day}. | {who} looked at the Orion nebula with me. | Clouds rolled in from {place} at midnight.
How does one collimate a mirror? | Which eyepiece suits planets? | When is Mars highest this season?

sailing boat
The sailing boat is called Kittiwake and lies at berth nineteen.
We sailed to {place} in {n} hours. | {who} tore the jib on {day}. | The outboard motor stalled twice.
How is a torn sail mended? | What antifouling lasts two summers? | How does one reef alone?

pottery wheel
The pottery wheel was bought from a school in Gouda.
{n} bowls cracked in the kiln on {day}. | {who} glazed a jug in cobalt. | I threw mugs for the fair in {place}.
Why does clay crack at the base? | What temperature does stoneware need? | How is a handle pulled?

school board
The school board has seven members and Renske is the chair.
The meeting on {day} took {n} hours. | {who} voted against the new canteen. | Parents from {place} handed in a petition.
How does one chair a heated meeting? | What belongs in the minutes of a board? | How do schools fund a canteen?

old Volvo
The old Volvo has a gearbox leak that Garage Mulder watches.
The Volvo stalled {n} times near {place}. | {who} replaced the fan belt on {day}. | The inspection found rust on the sill.
How urgent is an oil leak at the gearbox? | Which oil suits an engine from 1991? | Can rust on a sill be welded?

book club
The book club reads in alphabetical order of authors and is at M.
{who} hated the novel we read on {day}. | We argued about chapter {n} until late. | The author gave a reading in {place}.
Which novels by Murdoch are short? | What questions open a talk about a novel? | How do book clubs choose titles?

balcony solar panels
The balcony solar panels feed a battery of two kilowatt hours.
The panels made {n} kilowatt hours on {day}. | {who} asked what the inverter cost. | A storm from {place} loosened a clamp.
At what angle do balcony panels work best? | How loud is an inverter? | Do solar panels work under snow?

physiotherapy
The physiotherapy is for the right shoulder, with a man named Yusuf.
I did {n} sets with the rubber band on {day}. | {who} drove me to the appointment. | The scan in {place} showed no tear.
How often should shoulder exercises be done? | Is heat or ice right for a stiff shoulder? | When may one swim after a shoulder injury?

choir
The choir sings Faure this season and I stand in the second row.
We rehearsed the Sanctus {n} times on {day}. | {who} sang the solo in {place}. | The organist lost his glasses.
How do singers warm up? | What is the alto range? | How does one learn a Latin text by heart?

house paint
The hallway is painted in a shade called Pigeon Feather.
I painted {n} doors on {day}. | {who} spilled primer on the stairs. | The brush from {place} lost bristles.
Which paint suits a damp wall? | How long between two coats? | How are brush marks avoided?

neighbour's dog
The neighbour's dog is a whippet named Biscuit who fears thunder.
I walked the dog for {n} kilometres on {day}. | {who} threw a stick into the pond. | The dog barked at a heron near {place}.
How does one calm a dog in thunder? | How much does a whippet run a day? | What treats are bad for dogs?

podcast
The podcast is about lighthouses and has a jingle with a foghorn.
Episode {n} went online on {day}. | {who} was our guest from {place}. | The recording hummed in the left channel.
How is hum removed from a recording? | How long should a podcast episode be? | Which microphone suits a small room?

wedding speech
The wedding speech is for cousin Tilda in the Orangery.
I wrote {n} lines of the speech on {day}. | {who} told me an anecdote from {place}. | The best man wants to sing.
How long may a wedding speech be? | How does one open a speech without a joke? | What must a speech never mention?

allotment pond
The allotment pond is lined with clay and holds eleven newts.
{n} frogs turned up on {day}. | {who} fished duckweed out with a rake. | A heron from {place} visits at dawn.
How is duckweed kept down? | Do newts eat frogspawn? | How deep must a wildlife pond be?

film club
The film club shows silent films on the first floor of the mill.
We watched {n} reels on {day}. | {who} played piano to a film from {place}. | The projector bulb burned out.
Which silent comedies suit children? | How hot does a projector bulb get? | Who composed for silent films?

knitting
The knitting pattern is an Icelandic yoke with ravens.
I unravelled {n} rows on {day}. | {who} sent wool from {place}. | The left sleeve is longer than the right.
How is a dropped stitch rescued? | Which wool does not itch? | How does one block a sweater?

commuter train
The commuter train leaves from platform three at 7:12.
The train was {n} minutes late on {day}. | {who} sat opposite me until {place}. | They cancelled the express again.
How does one claim money back for delays? | Which seats on a train are quietest? | Is a yearly rail card cheaper?

mushroom hunting
The mushroom basket has a brush tied to it with yellow string.
We found {n} chanterelles near {place}. | {who} showed me a death cap on {day}. | The beech wood was soaked.
How are chanterelles told from lookalikes? | How does one dry ceps? | When do morels appear?

home network
The home network is named Pelican and the router hangs in the wardrobe.
The router crashed {n} times on {day}. | {who} could not log in from {place}. | I ran a cable through the ceiling.
Which channel is best for wifi? | How does one bridge two routers? | Is a mesh network slower?

museum job
The museum is preparing a show about maps of drowned villages.
We hung {n} maps on {day}. | {who} catalogued the loans from {place}. | The lighting consultant quit.
How bright may light on old paper be? | What goes on a museum label? | How are loans insured?

ice skates
The ice skates are long wooden ones from Friesland.
I skated {n} rounds on {day}. | {who} fell through thin ice near {place}. | The blades were ground by hand.
How thick must ice be to skate? | How are skates sharpened? | What clothes suit a skating tour?

watercolours
The watercolour box has twenty-four pans, the ultramarine is empty.
I painted {n} boats on {day}. | {who} framed a sketch of {place}. | The paper buckled as it dried.
How is paper stretched? | Which blue granulates nicely? | How does one paint fog?

grandmother's recipes
The recipes from grandmother are written in a ledger of a coal dealer.
I copied {n} recipes on {day}. | {who} recognised the dumplings from {place}. | One page is stained with plum juice.
How were dumplings cooked without eggs? | What is a gill in cups? | How does one digitise old handwriting?

camping van
The camping van has a fridge that runs on gas only.
We slept {n} nights near {place}. | {who} reversed the van into a post on {day}. | The awning flew off in the wind.
How is a gas fridge levelled? | Where may one camp wild in Norway? | How long does a leisure battery last?

street market
The street market stall of the cheese man is beside the fountain.
I bought {n} kilos of pears on {day}. | {who} haggled over a lamp from {place}. | The fish stall has moved.
How does one tell a ripe melon? | Which cheese melts best? | How is fresh fish recognised?

family tree
The family tree reaches back to a ferryman born in 1688.
I found {n} baptisms in the archive of {place}. | {who} sent me a photo on {day}. | Two brothers had the same name.
How are old church books read? | Where are emigration lists kept? | How reliable are census ages?

drum kit
The drum kit stands in the garage on a carpet with burn marks.
We rehearsed {n} songs on {day}. | {who} split a cymbal in {place}. | The neighbours rang the bell at nine.
How does one deaden a snare? | Which sticks suit jazz? | How is a room made quieter for drums?

coffee grinder
The coffee grinder is a hand mill with steel burrs from Trieste.
I ground {n} grams too coarse on {day}. | {who} roasted beans from {place}. | The crank squeaks since the move.
How fine is espresso ground? | How are burrs cleaned? | Why does coffee taste sour?

rowing machine
The rowing machine stands in the laundry room facing the window.
I rowed {n} kilometres on {day}. | {who} beat my time from {place}. | The seat rail needs wax.
What stroke rate is good for beginners? | How does one row without back pain? | How long is a rowing interval?

flat in town
The flat in town has a lease that ends on the last of October.
The landlord raised the rent by {n} percent on {day}. | {who} viewed a room in {place}. | The boiler rattles at night.
How much notice must a landlord give? | Who pays for a boiler repair? | What is checked when one moves out?

volunteer firefighters
The volunteer firefighters wear pagers and my truck is number two.
We had {n} alarms on {day}. | {who} drove the ladder truck to {place}. | The hose burst in the drill.
How are hoses dried? | What pressure does a nozzle need? | How is a chimney fire put out?

bird counts
The bird counts take place at the reed bed hide every second week.
We counted {n} bitterns on {day}. | {who} saw an osprey over {place}. | The telescope tripod sank in the mud.
How are flocks estimated? | When do swifts leave? | How does one tell a marsh harrier?

letter writing
The letters go to a pen friend in Tasmania named Maeve.
I wrote {n} pages on {day}. | {who} sent stamps from {place}. | The nib of my pen bent.
Which ink survives rain? | How does one end a long letter? | What paper takes fountain pen ink?
"""


def _subject(paragraph: str) -> Subject:
    name, anchor, statements, requests = paragraph.strip().splitlines()
    return Subject(name, anchor, tuple(statements.split(" | ")), tuple(requests.split(" | ")))


SUBJECTS = tuple(map(_subject, _WRITTEN.strip().split("\n\n")))
