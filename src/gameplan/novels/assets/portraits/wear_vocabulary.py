"""The words, English and German, for what somebody wears: as rows of a value and a pattern; the first counts."""

from __future__ import annotations

from gameplan.novels.assets.portraits.vocabulary import Rows

HATS: Rows = (
    ("wimple", r"wimple|nun|nonne|coif|abbess|äbtissin|prioress"),
    ("hijab", r"hijab|niqab|chador|kopftuch um hals"),
    ("turban", r"turban|sikh|maharaja|sultan|swami"),
    ("keffiyeh", r"keffiyeh|kufiya|ghutra|bedouin|beduin\w*|sheikh|scheich|palästinensertuch"),
    ("headwrap", r"head-?wrap|head tie|gele|kopfwickel"),
    ("toque", r"toque|chef'?s hat|chef|kochmütze|küchenchef\w*"),
    ("conical", r"(?:conical|bamboo|rice|coolie) hat|kegelhut|reisstrohhut|nón lá"),
    ("sombrero", r"sombrero|mariachi"),
    ("tricorne", r"tricorn\w*|three-cornered hat|dreispitz|pirate captain"),
    ("fez", r"fez|tarboosh|fes"),
    ("laurel", r"laurel\w*|lorbeer\w*|(?:flower|leaf) (?:crown|wreath)|wreath|blumenkranz"),
    ("helmet", r"helmet|hard ?hat|\w*helm|miner|bergmann|pith helmet|firefighter|feuerwehr\w*"),
    (
        "mobcap",
        r"bonnet|mob ?cap|maid'?s cap|maidservant|haube|häubchen|housemaid|kitchen ?maid|scullery maid|parlou?rmaid",
    ),
    ("hood", r"hood(ed)?\b|kapuze\w*|cowl"),
    ("beanie", r"knit(ted)? cap|woollen cap|wool cap|beanie|\w*strickmütze|wollmütze|pudelmütze|watch cap"),
    (
        "peaked",
        (
            r"peaked cap|flat cap|officer'?s cap|\w*schirmmütze|schirmmütze|uniform cap|postman'?s cap|newsboy"
            r"|\w*kappe|\bcap\b|\w*mütze"
        ),
    ),
    ("straw", r"straw hat|strohhut|sun ?hat"),
    ("feather", r"feather(ed)? hat|\w*federhut|hat with (a )?feather"),
    ("top", r"top ?hat|zylinder\w*"),
    ("witch", r"witch'?s? hat|wizard'?s? hat|hexenhut|zauberhut|pointed hat|spitzhut"),
    ("beret", r"beret|baskenmütze|barett"),
    ("veil", r"veil(?:ed)?|mantilla|schleier|bride|braut"),
    ("kerchief", r"(?<!neck)kerchief|headscarf|head scarf|bandana|kopftuch"),
    ("crown", r"crown|krone|circlet|tiara|diadem|stirnreif"),
    ("brim", r"\bhat\b|\bhut\b|fedora|stetson|\w+hut\b|bowler|trilby"),
)
GARMENTS: Rows = (
    ("spacesuit", r"space ?suit|astronaut\w*|cosmonaut\w*|kosmonaut\w*|raumanzug|pressure suit"),
    ("sailor", r"sailor (?:uniform|suit|collar|dress)|matrosen(?:anzug|kleid|bluse)|seifuku"),
    ("habit", r"nun|nonne|habit|abbess|äbtissin|prioress|monk|mönch\w*|friar|abbot|kutte|cowled"),
    (
        "cassock",
        r"cassock|soutane|priest|priester|vicar|parson|bishop|bischof|chaplain|kaplan|pfarrer|clergyman|pastor",
    ),
    ("whites", r"chef|chef'?s (?:whites|jacket)|cook|koch|köchin|kochjacke"),
    ("drape", r"sari|toga|senator|sarong|goddess"),
    ("armour", r"armou?r\w*|\w*rüstung|breastplate|harnisch|knight|ritter\w*|chainmail"),
    (
        "uniform",
        (
            r"uniform\w*|officer|offizier\w*|soldier|soldat\w*|tunic with buttons|police\w*|polizist\w*|constable"
            r"|captain|kapitän\w*"
        ),
    ),
    ("oilskin", r"oilskin|ölzeug|rain ?coat|regenmantel|sou'?wester|friesennerz|slicker"),
    ("labcoat", r"(white|lab) coat|labcoat|\w*kittel|doctor'?s coat|surgeon|nurse|scientist"),
    ("suit", r"\bsuit\b|\w*anzug|tuxedo|smoking|frack|blazer|tailored|three-piece|butler|banker"),
    ("coat", r"\bcoat\b|\w*mantel|overcoat|trench ?coat|greatcoat|duster|parka|frock"),
    ("apron", r"apron\w*|\w*schürze|flour|mehl\b|smith|schmied\w*|baker|bäcker\w*|innkeeper|\bwirt\w*"),
    (
        "robe",
        (
            r"robes?\b|\w*robe|priest(?:ess)|priesterin|wizard|zauberer|kimono|yukata|hanbok|hanfu|samurai|geisha|kaftan|caftan"
            r"|djellaba|thobe|dashiki|mage\b|druid\w*"
        ),
    ),
    ("cloak", r"cloak\w*|\bcape\b|umhang\w*|poncho"),
    ("leather", r"leather jacket|lederjacke|leather coat|biker|pilot|aviator|bomber"),
    ("jacket", r"jacket\w*|\w*jacke|\w*joppe|velvet|\w*samt|denim"),
    ("waistcoat", r"waistcoat|\bvest\b|weste\b|rolled(-up)? sleeves|aufgekrempelt\w*|bleistift\w*|pencils"),
    ("dress", r"\bdress\b|\bgown\b|\w*kleid\b|neckline|ballgown|empress|queen|königin|princess|prinzessin"),
    ("turtleneck", r"turtle ?neck|roll-?neck|rollkragen\w*|polo-neck"),
    ("hoodie", r"hoodie|kapuzenpull\w*|sweatshirt"),
    ("sweater", r"sweater|jumper|pullover|cardigan|jersey|rugby|footballer|strickjacke|knitwear|fisherman|fischer\w*"),
    ("overalls", r"overalls?|dungarees|latzhose|mechanic|mechaniker\w*"),
    ("shirt", r"\bshirt\b|\w*hemd|blouse|\w*bluse|t-shirt|linen|sleeves|ärmel"),
)
EXTRAS: Rows = (
    ("scarf", r"(?<!head)(?<!head )scarf|\w*\bschal|halstuch|muffler"),
    ("shawl", r"shawl|schultertuch|\bstola\b|umschlagtuch"),
    ("fur", r"fur\b|\w*pelz\w*|fur-lined"),
    ("stripes", r"striped|stripes|stripy|breton (?:shirt|top)|gestreift\w*|ringel\w*|\w*streifen"),
    ("checks", r"check(?:ed|ered)|plaid|tartan|tweed|flannel|gingham|kariert\w*|karo\w*|lumberjack"),
    (
        "collar",
        r"lace collar|ruff|jabot|ruffled? (?:collar|shirt)|spitzenkragen|halskrause|victorian (?:widow|lady|governess)",
    ),
    ("stethoscope", r"stethos[ck]op\w*"),
    ("bindi", r"bindi"),
    ("tattoo", r"tattoo\w*|tätowier\w*|moko"),
    ("piercing", r"piercings?|pierced|nose ring|nasenring"),
    ("cross", r"cross\b(?! (?:face|look|expression|legs|arms))|crucifix|rosary|kruzifix|rosenkranz|nun|nonne|friar"),
    ("trim", r"embroider\w*|bestickt\w*|brocade|brokat\w*|mariachi"),
    ("rope", r"rope(?!s? (?:belt|girdle|cincture))|\bseil\w*|\btau\b|coil of"),
    ("pencils", r"pencils?|bleistift\w*|pens? in"),
    ("earrings", r"ear-?rings?|\w*ohrring\w*|ear studs?"),
    ("necklace", r"necklace|pendant|amulet\w*|locket|medaillon|anhänger|halskette|beads"),
    ("bowtie", r"bow ?tie|\bfliege\b"),
    ("brooch", r"brooch|brosche|medals?\b|\borden\b|badge"),
    ("freckles", r"freckle\w*|sommerspross\w*"),
    ("mole", r"\bmole\b|beauty mark|leberfleck|muttermal|schönheitsfleck"),
    ("rouge", r"rouge|red cheeks|rosy|rote wangen|rotwangig\w*|make-?up|geschminkt\w*"),
    ("weathered", r"weather\w*|wettergegerbt\w*|sunburnt|wrinkled|faltig\w*|runzlig\w*|lachfalten|laugh lines|furchig"),
    ("tired", r"tired|weary|müde\w*|red-rimmed|gerötete|übernächtigt\w*|exhausted|sleepless"),
    ("flower", r"flower in|blume im haar|blossom"),
)
GLASSES: Rows = (
    ("none", r"(?:no|without|ohne|kein\w*) (?:glasses|spectacles|brille)"),
    ("monocle", r"monocle|monokel"),
    ("pince", r"pince-?nez|kneifer|zwicker"),
    ("round", r"round (?:glasses|spectacles|rim\w*)|runde\w* brille|nickelbrille"),
    ("half", r"half-?moon|reading glasses|lesebrille|halbmond\w*"),
    ("square", r"glasses(?! of| bott)|spectacles|\w*brille\b|eyeglasses|bespectacled|bebrillt\w*|goggles"),
)
