"""The words, English and German, that say how somebody looks. A row is a value and a pattern; the first counts."""

from __future__ import annotations

from typing import TypeAlias

Rows: TypeAlias = tuple[tuple[str, str], ...]

_THINGS = (  # what may be old while its owner is young
    r"coat|jacket|hat|cap|suit|dress|boots|scarf|uniform|shirt|sweater|leather|clothes|books?|apron|cloak|gloves|shoes"
    r"|scars?|wounds?|\w*mantel|\w*jacke|\w*hut|\w*mütze|\w*kleid\w*|\w*schal|\w*hemd|\w*narben?|\w*uniform|\w*stiefel"
)
COLOURS: Rows = (
    ("silver", r"silver\w*|silbern\w*|silbr\w*"),
    ("ginger", r"ginger\w*|copper\w*|kupfer\w*|karotten\w*"),
    ("auburn", r"auburn|kastanienrot\w*|russet"),
    ("chestnut", r"chestnut|kastanien\w*"),
    ("straw", r"straw-?colou?red|flaxen|platinum|platin\w*|strohblond\w*|hellblond\w*|wheat\w*"),
    ("blond", r"blonde?[nrs]?|fair-haired|dunkelblond\w*"),
    ("crimson", r"crimson|scarlet|karmesin\w*|scharlach\w*"),
    ("wine", r"burgundy|maroon|wine-?red|weinrot\w*|bordeaux\w*"),
    ("rust", r"rust\w*|rost\w*"),
    ("navy", r"navy|dark[- ]blue|dunkelblau\w*|midnight[- ]blue|marineblau\w*"),
    ("teal", r"teal|turquoise|türkis\w*|petrol\w*"),
    ("mustard", r"mustard|ochre|senf\w*|ocker\w*"),
    ("olive", r"olive?\w*|khaki"),
    ("sage", r"sage|salbei\w*|moss\w*|moos\w*"),
    ("slate", r"slate|charcoal|anthra\w*|schiefer\w*"),
    ("cream", r"cream\w*|ivory|beige\w*|creme\w*|elfenbein\w*|linen"),
    ("tan", r"tan|sand\w*|camel|buff"),
    ("hazel", r"hazel|haselnuss\w*|nussbraun\w*"),
    ("amber", r"amber|bernstein\w*"),
    ("gold", r"gold\w*"),
    ("purple", r"purple|violet\w*|violett\w*|lila|mauve|lilac"),
    ("pink", r"pink|rosa\w*|rose"),
    ("orange", r"orange\w*"),
    ("yellow", r"yellow|gelb\w*"),
    ("green", r"green|grün\w*|gruen\w*|emerald"),
    ("blue", r"blue|blau\w*|denim|jeans"),
    ("red", r"red(?!-rimmed)|rot|rote[mnrs]?|redhead\w*|rothaarig\w*"),
    ("brown", r"brown|brunette?|braun\w*|leather|leder\w*"),
    ("grey", r"gr[ea]y\w*|grau\w*|salt[- ]and[- ]pepper|graumelier\w*|iron"),
    ("white", r"white\w*|wei(?:ß|ss)\w*|snowy"),
    ("black", r"black\w*|schwarz\w*|raven|jet"),
    ("pale", r"pale|light|hell\w*"),
    ("dark", r"dark\w*|dunk[el]\w*"),
)
NOUNS: Rows = (
    (
        "beard",
        (
            r"beard\w*|\w*bart|\w*bärtig\w*|stubble|stoppel\w*|moustache\w*|mustache\w*|schnurrbart|schnauzer"
            r"|goatee|whiskers"
        ),
    ),
    ("brows", r"(?:eye)?brows?|\w*brauen?"),
    ("eyes", r"eyes?|eyed|\w*auge[n]?|\w*äugig\w*"),
    ("skin", r"skin|skinned|complexion|\w*haut|\w*häutig\w*|\w*teint|face|gesicht"),
    (
        "hat",
        (
            r"hat|cap|beret|\w*hut|\w*mütze|\w*kappe|headscarf|(?<!neck)kerchief|bandana|kopftuch|hijab|veil|schleier"
            r"|head-?wrap|turban|keffiyeh|fez|sombrero|helmet|helm|hood"
            r"|kapuze|hooded|crown|krone|\w*zylinder"
        ),
    ),
    ("scarf", r"scar(?:f|ves)|\w*schal|shawl|\w*tuch|neckerchief|collar|\w*kragen|tie|krawatte|bow|fliege"),
    ("shirt", r"shirt|blouse|hemd|\w*bluse|apron|\w*schürze|vest|waistcoat|weste"),
    (
        "garment",
        r"coat|\w*mantel|suit|\w*anzug|jacket|\w*jacke|uniform\w*|dress|\w*kleid|sweater|jumper|pullover"
        r"|cardigan|hoodie|robes?|\w*robe"
        r"|kutte|cloak|cape|umhang|oilskin|ölzeug|regenmantel|raincoat|tunic|tunika|kimono|gown|kittel|armou?r"
        r"|\w*rüstung|clothes|kleidung|velvet|\w*samt"
        r"|overalls?|latzhose|habit|sari|toga|spacesuit|raumanzug|cassock|hanbok|hanfu|qipao|cheongsam|t-shirt|blazer|frock|parka|poncho",
    ),
    (
        "hair",
        r"hair|haired|\w*haar|\w*haare[nms]?|\w*haarig\w*|braids?|\w*z[oö]pfe?|\w*z[oö]pfen|pony ?tail"
        r"|pferdeschwanz|locks|curls?|\w*locken|bun|dutt|bob|fringe|\w*pony"
        r"|pixie|afro|mohawk|dreadlocks|locs|mane|mähne|tresses|blonde?[nrs]?|redhead\w*|brunette|parting|scheitel",
    ),
)
HAIR: Rows = (
    ("bald", r"bald\b|bald-headed|glatzköpfig\w*|glatze|shaven head|shaved head|kahl\w*|haarlos\w*"),
    ("ring", r"balding|receding|tonsure\w*|tonsur|halbglatze|lichte\w* haar\w*|schütter\w*|thinning hair"),
    ("twin_braids", r"(two|twin) (braids|plaits)|braids|plaits|pigtails|(zwei )?zöpfen?\b|twintails"),
    ("braid", r"braid\w*|plait\w*|\w*zopf"),
    ("ponytail", r"pony ?tail|pferdeschwanz|tied back|tied-back|zurückgebunden\w*|zusammengebunden\w*"),
    ("bun", r"pinned up|pinned-up|hochgesteckt\w*|\bbun\b|chignon|dutt|knoten|updo|top ?knot|man ?bun"),
    ("afro", r"afro"),
    ("locs", r"dread\w*|locs"),
    ("mohawk", r"mohawk|iroke\w*|undercut"),
    ("bob", r"\bbob\b|pagenkopf|chin-length|kinnlang\w*"),
    ("pixie", r"pixie"),
    ("curls", r"(short|cropped|kurze\w*).{0,20}(curl\w*|locken)|curly|curls|locken\w*|lockig\w*|kraus\w*|frizzy"),
    ("crop", r"cropped|crew ?cut|buzz\w*|raspel\w*|(very|sehr) (short|kurze\w*) ha\w*|stoppelhaar\w*|close-cut"),
    ("slick", r"slick\w*|swept back|swept-back|combed back|zurückgekämmt\w*|zurückgegelt\w*|pomade\w*"),
    (
        "tousled",
        (
            r"tousled|messy|wind-?blown|uncombed|unkempt|untidy|wild|spiky|zerzaust\w*|ungekämmt\w*|struppig\w*"
            r"|wirr\w*|verwuschelt\w*"
        ),
    ),
    ("parted", r"neat parting|(strenge\w*|ordentliche\w*) scheitel|side part\w*|seitenscheitel|parting|scheitel"),
    ("fringe", r"(long|lange\w*).{0,30}(bangs|fringe|pony)|\bbangs\b|\bfringe\b|\bpony\b"),
    ("wavy", r"(long|lange\w*).{0,20}(wav\w*|wellig\w*)"),
    ("waves", r"wavy|waves|wellig\w*|shoulder-length|schulterlang\w*"),
    (
        "long",
        r"long,? (\w+ ){0,3}hair|lange\w*,? (\w+ ){0,3}haar\w*|langhaarig\w*|long-haired|flowing hair|straight hair",
    ),
    ("short", r"short,? (\w+ ){0,3}hair|kurze\w*,? (\w+ ){0,3}haar\w*|kurzhaarig\w*|short-haired"),
)
# How hair is worn by calling, where nothing is said of it.
HAIR_OF_A_CALLING: Rows = (
    ("bald", r"buddhist|buddhistisch\w*|shaolin|zen (?:monk|master)|tibetan monk|bhikkhu"),
    ("ring", r"monk|mönch\w*|friar|benedictine|franciscan|cistercian"),
    ("bun", r"samurai|ronin|ballerina|geisha|governess"),
)
BEARDS: Rows = (
    (
        "none",
        (
            r"(?:no|without a?|ohne|kein\w*) (?:\w+ )?(?:beard|bart)|clean-?shaven|beardless|glattrasiert\w*"
            r"|rasiert\w*|bartlos\w*|smooth face|glattes gesicht"
        ),
    ),
    ("long", r"long (\w+ )?beard|lange\w* (\w+ )?bart|wizard beard|rauschebart|flowing beard"),
    ("goatee", r"goatee|spitzbart|ziegenbart|pointed beard|van ?dyke"),
    ("stubble", r"stubble|unshaven|stoppel\w*|unrasiert\w*|dreitagebart|five o'clock"),
    ("moustache", r"m(?:o)?ustache\w*|schnurrbart|schnauz\w*|schnäuzer"),
    ("short", r"short beard|trimmed beard|kurze\w* bart|neat beard|cropped beard"),
    ("full", r"beard\w*|\w*bart|bärtig\w*|vollbart|whiskers"),
)
SCARS: Rows = (
    ("forearm", r"scars?[^,;.]{0,30}(?:arm|hand|leg|back)|\w*narbe[^,;.]{0,20}(?:arm|hand|bein|rücken)|unterarm"),
    ("lip", r"scar\w*[^,;.]{0,24}\blip|narbe[^,;.]{0,24}lippe"),
    ("brow", r"scar\w*[^,;.]{0,24}(?:eye|brow)|narbe[^,;.]{0,24}(?:auge|braue)"),
    ("patch", r"eye-?\s?patch|augenklappe|one-eyed|einäugig\w*"),
    ("cheek", r"\bscar\b|\bscars\b|scarred|\w*\bnarben?\b|vernarbt\w*|duelling scar|schmiss"),
)
AGES: Rows = (
    (
        "child",
        (
            r"child|kid\b|little (?:girl|boy)|(?:small|young) (?:girl|boy)|kind\b|kleine[rs]? (?:junge|mädchen)"
            r"|\bboy\b|\bgirl\b|\bjunge\b|mädchen|urchin"
        ),
    ),
    ("teen", r"teen\w*|teenager\w*|adolescent|jugendlich\w*|schoolgirl|schoolboy|apprentice|lehrling"),
    (
        "elder",
        (
            r"ancient|very old|elderly|uralt\w*|greis\w*|hochbetagt\w*|grand(?:mother|father)|großmutter|großvater"
            r"|\boma\b|\bopa\b|crone"
        ),
    ),
    (
        "old",
        r"\b(?:old|alte[rnms]?|alt)\b(?! (?:\w+ )?(?:" + _THINGS + r"))|ageing|aged|aging|betagt\w*|senior|bejahrt\w*",
    ),
    ("middle", r"middle-?aged|mittleren alters|forties|fifties|mature"),
    ("old", r"sixties|retired|pensioniert\w*"),
    ("elder", r"seventies|eighties|nineties"),
    ("young", r"\byoung\b|\bjunge[rmns]?\b|\bjung\b|youthful|twenties|thirties"),
)
LOOKS: Rows = (
    (
        "feminine",
        (
            r"she\b|her\b|hers\b|woman|female|lady|girl|mother|daughter|sister|queen|wife|widow|waitress|actress"
            r"|\bfrau\b|weiblich\w*|dame\b|mädchen|mutter|tochter|schwester\b|königin|witwe|\w+erin\b|hexe"
            r"|witch|princess|prinzessin|duchess|countess|baroness|empress|goddess|heroine|bride|aunt|niece|granny|landlady"
            r"|\w+woman|\w+frau|schoolgirl|matron|maid\b|nonne|äbtissin"
        ),
    ),
    (
        "masculine",
        (
            r"he\b|him\b|his\b|\bman\b|\bmale\b|gentleman|prince\b|prinz|duke|baron\b|emperor|uncle|nephew|lad\b"
            r"|(?:police|fisher|noble|crafts|sales|business|horse|swords|watch|ferry|post|boat|clergy|states|frontiers|mid|sea)man"
            r"|schoolboy|boy\b|father|\bson\b|brother|king\b|husband|widower"
            r"|\bmann\b|männlich\w*|herr\b|junge\b|vater|sohn|bruder|könig\b|\ber\b|\bihn\b|\bihm\b"
        ),
    ),
    ("neutral", r"they\b|them\b|androgyn\w*|non-?binary|nichtbinär|enby"),
)
# What somebody is or wears, where no other word says whether a man or a woman is meant.
CALLINGS: Rows = (
    (
        "feminine",
        r"nun|abbess|prioress|hijab|niqab|sari|geisha|bodice|skirt|gown|housekeeper|governess|midwife|nurse|hebamme"
        r"|ballerina|\w+girl|hostess|seamstress",
    ),
    (
        "masculine",
        r"monk|mönch|priest|priester|friar|abbot|abt|bishop|bischof|vicar|parson|imam|rabbi|knight|ritter|samurai|ronin"
        r"|senator|sikh|mariachi|sultan|emir|lumberjack|blacksmith|schmied|butler|gladiator|viking"
        r"|wikinger|rugby player",
    ),
)
# Who is no human being.
KINS: Rows = (
    ("elf", r"elf|elves|elven|elvish|fae|faerie|fairy (?:queen|king|prince\w*)|elfe|elfin|elbin|elben\w*"),
    ("cat", r"cat ?(?:girl|boy|folk|woman|man)|neko\w*|katzen(?:mädchen|frau|wesen)"),
    ("fox", r"kitsune|fox ?(?:girl|boy|spirit|woman|man)|fuchs(?:geist|frau|mädchen)"),
    ("wolf", r"were-?wol(?:f|ves)|wolf ?(?:girl|boy|woman|man)|werw[oö]lf\w*"),
    ("demon", r"demon\w*|devil(?!-)|succubus|incubus|tiefling|dämon\w*|teufel\w*"),
    ("orc", r"orcs?|orcish|goblin\w*|trolls?|half-orc|orks?"),
    ("ghost", r"ghost(?! ?(?:writer|town|light|story|hunter))|spectre|specter|phantom|gespenst|geist(?= |$)"),
    ("robot", r"robot(?:ic)?|android|automaton|cyborg|roboter|gynoid"),
    ("vampire", r"vampir\w*"),
    ("undead", r"zombie|undead|lich|revenant|untote[rn]?"),
)
BUILDS: Rows = (
    (
        "broad",
        (
            r"broad(?!-| (?:smile|grin|nose|brim))|stocky|burly|heavy|stout|plump|fat\b|muscular|sturdy|massive"
            r"|breit\w*(?! (?:grinsen|lächeln|nase|mund|lachen))|stämmig\w*"
            r"|kräftig\w*|dick\w*|massig\w*|rundlich\w*|beleibt\w*|muskulös\w*|enormous"
        ),
    ),
    (
        "thin",
        (
            r"\bthin\b(?! (?:mouth|lips|smile|scar|hair|brows|eyebrows))"
            r"|slender|skinny|gaunt|lean\b|slim|wiry|narrow shoulders|bony|dünn\w*|schlank\w*|hager\w*"
            r"|mager\w*|schmale? schultern|dürr\w*|knochig\w*|drahtig\w*"
        ),
    ),
)
STATURES: Rows = (
    ("tall", r"\btall\b|towering|\bgroß(?:e[rn]?)?\b(?! hände)|hochgewachsen\w*|lanky|hünen\w*"),
    (
        "small",
        (
            r"\b(?:short|small) (?:man|woman|person)|petite|tiny|\bklein(?:e[rn]?)? (?:mann|frau)|zierlich\w*"
            r"|bent\b|stooped|krumm\w*|gebeugt\w*"
        ),
    ),
)
FACES: Rows = (
    ("heart", r"sharp chin|pointed chin|heart-?shaped|spitze\w* kinn|herzförmig\w*"),
    ("square", r"square (?:jaw|chin|face)|strong jaw|kantig\w*|markant\w*|lantern jaw|rugged"),
    ("round", r"round(?:ed)? (?:face|cheeks)|chubby|moon-?faced|runde[sn]? gesicht|pausbäckig\w*|round-faced"),
    ("long", r"long face|narrow face|long-faced|schmale[sn]? gesicht|längliche[sn]? gesicht"),
    ("diamond", r"high cheek\w*|angular|hohe\w* wangenknochen|hollow cheek\w*|hohlwangig\w*|gaunt"),
)
SKINS: Rows = (
    (
        "deep",
        (
            r"(?:very dark|deep|ebony) skin|ebony|dark-skinned|dunkelhäutig\w*|dunkle\w* haut|dark skin|black "
            r"(?:woman|man|skin)"
        ),
    ),
    ("bronze", r"brown[- ]skin\w*|braune\w* haut|bronze\w*|copper-skinned"),
    ("tan", r"tann?ed|sun-?(?:burnt|browned|tanned)|sonnengebräunt\w*|gebräunt\w*|weathered|wettergegerbt\w*|swarthy"),
    ("fair", r"fair(?:[- ]skin\w*)?|light[- ]skin\w*|helle\w* haut|hellhäutig\w*"),
    ("olive", r"olive skin|olive-skinned|olivfarben\w*|mediterranean"),
    ("porcelain", r"pale\b(?! scar)|pallid|porcelain|blass\w*|bleich\w*|white-skinned|ashen"),
    ("rosy", r"rosy|ruddy|rotwangig\w*|rote wangen|red cheeks|freckle\w*|sommerspross\w*"),
)
NOSES: Rows = (
    ("hooked", r"hook\w*[- ]nose\w*|aquiline|hakennase\w*|adlernase\w*|roman nose"),
    ("broad", r"(?:broad|flat|wide) nose|breite nase|knollennase|bulbous"),
    ("button", r"(?:button|snub|small|upturned) nose|stupsnase\w*"),
    ("long", r"long nose|lange nase|pointed nose|spitze nase"),
)
BROWS: Rows = (
    ("straight", r"straight brows|gerade brauen"),
    ("heavy", r"(?:heavy|bushy|thick) (?:eye)?brows|buschige\w* (?:augen)?brauen|beetling"),
    ("thin", r"(?:thin|plucked) (?:eye)?brows|dünne (?:augen)?brauen"),
)
NUMBERS_EN = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
TENS_EN = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBERS_DE = (
    "null",
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
)
TENS_DE = {
    "zwanzig": 20,
    "dreißig": 30,
    "dreissig": 30,
    "vierzig": 40,
    "fünfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
}
