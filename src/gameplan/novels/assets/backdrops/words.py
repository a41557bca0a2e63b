"""The words that choose a picture, in English and German.

A word stands for itself and its plural; `*hafen` is a word that ends like this, `regen*` one that begins like it. Two
words with a space between them are a phrase. The first table is of words that name a place, the second of things that
are found there.
"""

from __future__ import annotations

PLACES: dict[str, str] = {
    "street": "village+lane village+street street alley lane road boulevard town *straße *gasse *stadt"
    " kleinstadt viertel allee city district",
    "arcade": "arcade mall shop *passage laden kaufhaus",
    "neon": "neon cyberpunk megacity skyscraper* downtown metropolis nachtclub *hochhaus hochhäuser wolkenkratzer",
    "harbour": "harbour harbor port quay pier wharf docks landing jetty marina *hafen kai mole anleger* *steg"
    " fähranleger island+landing inselanleger landungssteg",
    "sea": "sea ocean beach shore coast dune surf bay *strand *küste *düne meer ozean bucht watt tide+line"
    " flutsaum spülsaum",
    "lighthouse": "lighthouse beacon cliff headland *leuchtturm leuchtfeuer *klippe steilküste",
    "forest": "forest wood woods grove swamp marsh thicket *wald *wälder hain sumpf dickicht",
    "mountains": "mountain pass peak summit glacier valley alp ridge cliffside berg berge *gebirge *pass gipfel"
    " gletscher alpen tal bergtal",
    "meadow": "meadow field hill farm prairie moor heath countryside pasture vineyard ranch *wiese *feld hügel"
    " heide acker weide bauernhof hof weinberg *moor crossroads wegkreuz kreuzweg kreuzung wegkreuzung",
    "river": "river bridge weir canal stream ford *brücke *fluss *kanal bach wehr furt ufer",
    "village": "village hamlet parish *dorf weiler the+green dorfplatz dorfanger anger village+green",
    "lake": "lake tarn pond lagoon loch waterfall well *teich weiher *see lagune bergsee wasserfall",
    "market": "market bazaar fair marketplace plaza square *markt basar *platz jahrmarkt",
    "roofs": "roof rooftop roofs upper+walk *dach dächer über+den+dächern oberer+steg",
    "ruins": "ruin ruins temple pyramid colonnade excavation *ruine tempel ausgrabung fort roofless+fort festung *fort",
    "desert": "desert oasis sahara wasteland badlands *wüste oase ödland deep+well tiefer+brunnen walking+dunes"
    " wandernde+dünen wanderdünen wanderdüne salt+flat salzebene salzfläche",
    "garden": "garden park orchard courtyard maze *garten obstgarten innenhof labyrinth *gärten physic+beds"
    " kräutergarten kräuterbeete *beete",
    "greenhouse": "greenhouse conservatory winter+garden glasshouse hydroponic* biosphere bean+deck *gewächshaus"
    " wintergarten hydroponik bohnendeck biosphäre orangerie kelp kelp+rows tangreihen tangfeld kelp*"
    " gewächshaus glashaus",
    "deck": "sailing+ship bridge+of+a+ship ship+in+a+storm ship steamer vessel yacht ferry deck"
    " sail galleon schiff dampfer frachter fähre *segler jacht segelschiff",
    "hold": "hold lower+hold cargo+hold *laderaum frachtraum bilge ballast",
    "station": "station railway train platform terminal tram *bahnhof zug bahnsteig eisenbahn *bahn gleis"
    " signal+box stellwerk",
    "dam": "dam reservoir quarry embankment *damm staudamm staumauer steinbruch talsperre",
    "saltpans": "saltworks salt+pan salt+pans saltpan saline salzgarten salzpfanne",
    "room": "room apartment flat house home cottage hut cabin parlour parlor salon study attic"
    " mansion manor villa lodge *zimmer wohnung *haus *hütte *stube kammer dachboden gutshaus"
    " herrenhaus",
    "hall": "hall throne ballroom palace castle court tribunal ministry parliament lobby foyer *saal *halle"
    " palast schloss burg thronsaal gericht ministerium auction auktionshaus auktion village+hall"
    " refectory refektorium speisesaal gemeindesaal dorfsaal bürgerhaus",
    "stair": "stair staircase tower barracks dungeon keep *treppe *turm kaserne verlies treppenhaus gatehouse"
    " torhaus pforte *pforte bell+loft glockenstuhl glockenboden glockenturm glockenstube",
    "corridor": "corridor hallway passageway *gang *flur korridor prison gaol jail gefängnis zuchthaus kerker"
    " cells row+of+cells zellen* zellengang sleeping+car schlafwagen",
    "library": "chart+room kartenraum library archive record bookshop study office museum school university"
    " newspaper *bibliothek *archiv bücherei urkundenhaus redaktion büro schule amt"
    " universität buchhandlung kanzlei radio+station rundfunk* funkhaus sender schoolhouse schulhaus"
    " *schule post+office postamt log+room writing+room scriptorium skriptorium schreibstube"
    " schreibsaal logbuchraum protokollraum",
    "tavern": "inn tavern bar pub cafe café restaurant saloon canteen hotel diner *gasthaus wirtshaus *kneipe"
    " taverne schenke kantine wirtsstube half+moon halber+mond caravanserai karawanserei lower+mess"
    " messe mess dining+car speisewagen shift+canteen schichtkantine *kantine",
    "kitchen": "kitchen bakery scullery *küche *küchen bäckerei backstube",
    "cellar": "cellar tunnel mine crypt sewer catacomb catacombs vault shaft under-rooms bunker"
    " *keller *tunnel *stollen *gruft bergwerk schacht unterhaus katakomben grube upper+gallery"
    " ice+face eiswand eisstollen eisfront",
    "workshop": "workshop factory forge mill foundry garage boatyard shipyard smithy studio net+lofts loft"
    " *werkstatt *fabrik *schmiede *mühle *werft gießerei netzboden atelier halle works werk"
    " clockmaker* watchmaker* uhrmacher* pump+house pumpenhaus pumpwerk air+room luftraum luggage+van"
    " gepäckwagen packwagen footplate führerstand filter+hall filterhalle",
    "stable": "stable stables barn byre stall *stall *ställe scheune poststall",
    "chapel": "chapel church cathedral abbey monastery shrine convent *kapelle *kirche dom kloster abtei schrein",
    "theatre": "theatre theater opera cinema stage circus casino *theater *oper kino *bühne zirkus varieté"
    " playhouse schauspielhaus",
    "ward": "bunk bunk+ring bunks koje *kojen hospital infirmary clinic ward asylum sanatorium *station+mit"
    " krankenhaus *klinik lazarett spital fieberstation krankenzimmer sick+bay krankenrevier"
    " krankenstation",
    "space": "spaceship starship spacecraft space+station orbit airlock hangar reactor asteroid"
    " cockpit space dock+four pump+room blind+window ring+corridor store+eleven moonbase planet"
    " raumstation *raumschiff luftschleuse *reaktor schleuse+vier pumpenraum blindes+fenster"
    " ringgang lager+elf weltraum weltall family+deck familiendeck north+lock long+lock *schleuse"
    " moon+pool moonpool tauchbecken old+bell taucherglocke bathysphere submarine u-boot alte+glocke",
    "pinewood": "pinewood pine+forest pine+wood fir+forest fir+trees spruce* taiga tannenwald *tannenwald nadelwald"
    " fichtenwald kiefernwald pine+trees",
    "birchwood": "birchwood birch birches birch+forest beech+forest forest+of+beeches beeches beechwood aspen*"
    " birkenwald buchenwald birken laubwald birkenhain",
    "bedroom": "bedroom bedchamber dormitory nursery bed+chamber schlafzimmer kinderzimmer *schlafzimmer schlafsaal"
    " schlafkammer jugendzimmer boudoir",
    "dining": "dining+room banquet+room esszimmer speisezimmer breakfast+room dinner+table",
    "bathroom": "bathroom bath+room washroom badezimmer *bad waschraum bathhouse badehaus onsen",
    "classroom": "classroom class+room school+room schoolroom village+school high+school lecture+hall *klassenzimmer"
    " klassenraum schulzimmer hörsaal",
    "office": "open-plan+office newsroom call+center office+with+desks office+with+computers office+floor cubicle*"
    " grossraumbüro startup+office computer+room police+office",
    "laboratory": "laboratory lab labs alchemist* laboratorium *labor chemist",
    "cell": "prison+cell jail+cell cell dungeon+cell oubliette *zelle gefängniszelle kerkerzelle",
    "compartment": "compartment train+carriage railway+carriage train+car sleeper+cabin *abteil zugabteil waggon"
    " eisenbahnwagen",
    "graveyard": "graveyard cemetery churchyard burial+ground tombs *friedhof kirchhof gottesacker graves gräberfeld",
    "suburb": "suburb suburbs suburban suburban+street residential+street housing+estate vorort *vorort vorstadt"
    " siedlung wohnsiedlung reihenhäuser cul-de-sac",
    "jungle": "jungle rainforest rain+forest tropics mangrove* *dschungel urwald regenwald",
    "pondgarden": "japanese+garden zen+garden tea+garden tea+house koi+pond chinese+garden japanischer+garten"
    " teehaus zengarten",
    "cave": "cave cavern grotto underground+lake caves *höhle *grotte tropfsteinhöhle",
    "metro": "subway metro subway+station metro+station underground+station tube+station u-bahn u-bahn-station"
    " u-bahnhof",
}

THINGS: dict[str, str] = {
    "street": "pavement lamppost cobble* facade* pflaster laterne* fassade* gehweg",
    "arcade": "shopwindow tobacconist* schaufenster tabakhändler",
    "neon": "billboard* hologram* sign leuchtreklame* hologramm*",
    "harbour": "crane mooring* rope trawler fishing taue kran fischer* boat boot netze",
    "sea": "waves tide gull gulls horizon sand brandung wellen flut möwe* gezeiten",
    "lighthouse": "lamp+turns foghorn nebelhorn",
    "forest": "tree trees trunk* fern* moss bäume stämme farn* moos wurzeln",
    "mountains": "snowfield drift drifts rocks wehen felsen lawine avalanche",
    "meadow": "grass bonfire* fence hay wheat harness* gras lagerfeuer zaun korn millstone* mühlsteinen",
    "river": "reeds current ferry+chain schilf strömung geländer railing",
    "village": "steeple kirchturm",
    "lake": "chained+up spiegelnd reflecting",
    "market": "stall awning* planen buden vendor* händler*",
    "roofs": "chimney* ridge+to+ridge schornstein* first+zu+first wäscheleine",
    "ruins": "column* altar broken* säulen* trümmer",
    "desert": "camel dunes cactus kamel kaktus",
    "garden": "rose hedge* fountain sundial pear* rosen hecke* springbrunnen sonnenuhr birnen",
    "greenhouse": "palm under+the+glass trays palme unter+dem+glas schalen",
    "deck": "foredeck vordeck mast rigging aboard takelage reling rails+of+the+ship",
    "station": "timetable clock+people bahnsteige fahrplan tracks gleise rails",
    "dam": "concrete+dam spillway crest stauwehr",
    "room": "stove window table fireplace ofen fenster tisch lamp lampe sofa umbrella schirm hooks haken",
    "hall": "antler* marble banner* throne bench* geweih* marmor* thron* bänke",
    "stair": "winds landing torch* windet absatz fackel*",
    "corridor": "doors carpet türen teppich endless endlos",
    "library": "shelves ladder* book* desk typewriter drawer regale leitern bücher schreibtisch schublade",
    "tavern": "counter barrel* regulars beer glass theke fass stammgäst* bier hearth",
    "kitchen": "copper kettle oven pans kupfer kessel herd",
    "cellar": "pipes puddle* underground props rohre pfütze* unterirdisch stempel caged+bulbs",
    "workshop": "tool* anvil lathe hull* trestle* bench werkzeug* amboss rümpfe böcken späne shavings beams",
    "stable": "straw horse* stroh pferd*",
    "chapel": "candle* pew* lectern saint* kerze* heilige* gebet",
    "theatre": "velvet curtain row seats samt* vorhang reihe sitze",
    "ward": "beds nurse bell betten krankenschwester",
    "bedroom": "pillow* mattress blanket bett bed kissen",
    "classroom": "blackboard chalkboard chalk pupils wandtafel schüler*",
    "office": "computers monitors screens cubicles bildschirme computer",
    "laboratory": "flask* beaker* test+tubes glassware kolben reagenz* microscope",
    "cell": "bars gitter",
    "compartment": "luggage+rack gepäcknetz",
    "graveyard": "gravestone* tombstone* headstone* grabstein* grabkreuz*",
    "suburb": "lawns driveway mailbox vorgarten",
    "jungle": "vines lianas parrots lianen",
    "cave": "stalactite* stalagmite* tropfstein*",
    "space": "console crew airless module pump metal konsole mannschaft modul pumpe an+bord on+board ringgang"
    " ring+corridor",
}

TIMES: dict[str, str] = {
    "dawn": "dawn sunrise daybreak morning früh* morgen morgengrauen sonnenaufgang morgenlicht morgendämmerung",
    "day": "day noon midday afternoon sunny sunlit daylight bright glaring sunlight tag mittag nachmittag"
    " sonnig* hell* grell* tageslicht",
    "dusk": "dusk sunset evening twilight gloaming golden lamplit abend* dämmer* sonnenuntergang abendrot"
    " abenddämmerung golden*",
    "night": "night midnight moonlight moonlit starlit stars nocturnal dark nacht nachts mitternacht mondlicht"
    " mondschein sternhell sterne dunkel* neon starlight sleepless schlaflos black schwarz torchlit"
    " fackellicht",
}

WEATHERS: dict[str, str] = {
    "storm": "storm stormy thunder lightning gale tempest thunderstorm sturm* gewitter* blitz* unwetter orkan",
    "rain": "rain rainy drizzle downpour raining wet regen* regnet regnerisch* niesel* verregnet",
    "snow": "snow snowy blizzard snowfall snowlit frost frosted winter+night icy schnee* verschneit* schneit"
    " schneelicht bereift",
    "fog": "fog foggy mist misty haze hazy smog nebel* neblig* dunst* diesig*",
    "overcast": "overcast grey gray cloudy clouds leaden grau* bewölkt* wolken* trüb*",
    "clear": "clear cloudless klar* wolkenlos*",
}

MOODS: dict[str, str] = {
    "melancholy": "melancholy melancholic sad lonely wistful mournful grieving grey blue lost melanchol* traurig*"
    " einsam* wehmütig* grau* verloren autumnal",
    "warm": "warm cosy cozy golden tender homely hot firelit candlelit coppery woodsmoke gemütlich* warm*"
    " golden* zart* heiß* kupfern* kerzenlicht feuerschein holzrauch heimelig* drowsy schläfrig*",
    "eerie": "eerie uncanny haunted ghostly creepy odd strange watchful watched hushed unheimlich* gespenst*"
    " spuk* sonderbar* wachsam* seltsam* gruselig* gedämpft",
    "tense": "tense urgent dangerous threatening violent uneasy hurried restless pressing angespannt*"
    " dringend* gefährlich* bedroh* unruhig* eilig* rastlos* drückend*",
    "calm": "calm quiet still peaceful serene gentle patient open ruhig* friedlich* sanft* gelassen* geduldig* offen*",
    "neon": "neon electric glittering violet synthwave cyberpunk elektrisch* glitzernd* violett*",
    "dreamy": "dreamy dreamlike magical fairy romantic soft traumhaft* verträumt* märchenhaft* romantisch* zauberhaft*",
    "bleak": "bleak bare cold desolate empty barren dead official stony kalt* karg* öde* leer* tot* kahl*"
    " amtlich* steinern*",
    "joyful": "joyful happy cheerful bright festive loud sunny lively busy fröhlich* heiter* festlich* laut*"
    " sonnig* glücklich* hell geschäftig*",
}

STYLES: dict[str, str] = {
    "watercolour": "watercolour watercolor aquarell* wash",
    "ink": "ink tusche tinte hatching schraffur pen etching line-art tuschezeichnung",
    "cel": "cel cel-shaded anime toon cartoon flat comic manga zeichentrick",
    "noir": "noir monochrome black-and-white schwarzweiß schwarz-weiß film-noir",
    "pastel": "pastel pastels chalk kreide *kreide pastell*",
    "gouache": "gouache poster screenprint gouache* linocut linolschnitt",
}
