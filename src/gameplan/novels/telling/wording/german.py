"""The renderer's German: du, knapp; Namen und Orte nur im Nominativ, damit jeder Titel passt."""

import re

from gameplan.novels.telling.wording.patterns import Pattern, Wording

_WHEN = (
    "eine Weile", "dann", "einen Augenblick später", "zuerst", "danach", "einen Atemzug lang", "zwischendurch",
    "inzwischen", "die ganze Zeit", "gerade jetzt", "nach und nach", "ehe du darüber nachdenken kannst,",
)  # fmt: skip
_DOES = (
    "lässt sich {subject} Zeit", "verlangt {subject} nichts von dir", "ist {subject} näher als vorher",
    "macht {subject} alles andere ferner", "bleibt {subject} ein wenig zu lange",
    "hat sich {subject} verändert, ohne dass du sagen könntest, wie", "ist {subject} fort, sobald du darauf achtest",
    "scheint {subject} mit dir zu warten", "behält {subject} das letzte Wort",
    "gehört {subject} mehr hierher als du", "ist {subject} leichter zu bemerken als zu benennen",
)  # fmt: skip
_SUBJECT = (
    "die Stille", "eine Veränderung in der Luft", "dein eigener Schatten", "der Nachhall deines letzten Schritts",
    "ein Geräusch wie von Papier", "das Licht", "irgendein fernes Geräusch", "das Gefühl, zu früh zu sein",
    "ein kleiner Luftzug", "das, was niemand gesagt hat,", "der Geruch des Ortes",
    "ein Gedanke, den du weggelegt hattest,", "die Stunde", "der Weg hinter dir",
)  # fmt: skip
_STANDS = (
    "Du bist am Zug", "Noch ist nichts entschieden", "Ein wenig Zeit ist noch", "Niemand wird es dir abnehmen",
    "Noch könntest du umkehren", "Der Augenblick hält", "Es kann so oder so ausgehen", "Jemand muss anfangen",
    "So stehen die Dinge", "Bisher hat dich keiner aufgehalten",
)  # fmt: skip
_LEFT = (
    "hier hat es niemand eilig", "es gibt schlechtere Orte, um sich zu entscheiden", "die Stille hält zu keinem",
    "du hast beide Hände frei", "was du auch tust, man wird es sich merken", "vom Warten wird es nicht leichter",
    "du weißt mehr als vor einer Stunde", "ausnahmsweise sieht keiner her", "mehr kann dir keiner sagen",
    "lieber wählst du, als dass man für dich wählt", "das nächste Wort gehört dir",
)  # fmt: skip

GERMAN = Wording(
    arrives=Pattern(
        ("{place}{then}; {first}.", "{way}: {place}; {first}."),
        {
            "then": (
                ", endlich", ", früher als gedacht", ", ganz wie man es dir gesagt hat", ", und niemand, der grüßt",
            ),
            "way": (
                "Der Weg endet hier", "Es war nicht weit", "Ein paar Minuten, mehr nicht", "Hierher also",
                "Deine Füße haben längst entschieden", "Am Ende des Weges", "Und so stehst du da",
            ),
            "first": (
                "du bleibst stehen und siehst dich um", "das Erste ist die Stille",
                "du hattest es dir anders vorgestellt",
                "nichts hier ist für dich hergerichtet", "du siehst alles an, von links nach rechts",
                "auf dich hat hier nichts gewartet", "du merkst, dass du langsamer geworden bist",
                "vor Kurzem war jemand hier", "du nimmst dir einen Augenblick, ehe du weitergehst",
                "was du suchst, zeigt sich nicht gleich",
            ),
        },
    ),
    quiet=Pattern(
        tuple(f"{{when}} {does}." for does in _DOES), {"when": _WHEN, "subject": _SUBJECT}
    ),
    enters=Pattern(
        ("{name} {is_here}.",),
        {
            "is_here": (
                "ist auch da und hält sich heraus", "hört aus einiger Entfernung zu",
                "hat dich zuerst gesehen und nickt",
                "macht dir Platz und sagt nichts", "hat zu tun oder will so aussehen",
                "hat beide Hände voll und keine Lust zu reden", "sieht aus, als wäre die Nacht kurz gewesen",
                "bleibt in der Nähe des Ausgangs", "blickt auf, überlegt es sich und blickt wieder hinunter",
                "ist mitgekommen, ohne gefragt zu sein", "steht dabei und lässt andere reden",
                "ist ebenfalls da, so wie man bei fremdem Streit da ist", "wartet auf einen besseren Augenblick",
            ),
        },
    ),
    bonds={
        "warm": Pattern(
            ("{name} {does}{how}.",),
            {
                "does": ("steht dicht bei dir", "sieht dich an", "wartet auf dich", "rückt zur Seite", "hört zu"),
                "how": (
                    ", wie bei alten Freunden", " ganz ohne Aufforderung", " und das hilft", " und meint es so",
                    ", länger, als es nötig wäre", " und hat es ausnahmsweise nicht eilig", " und rechnet nicht nach",
                ),
            },
        ),
        "even": Pattern(
            ("{name} {does}{how}.",),
            {
                "does": (
                    "sieht dich an", "wartet", "behält deine Hände im Blick", "bleibt einen Schritt entfernt",
                    "hört zu",
                ),
                "how": (
                    " und ist sich über dich noch nicht im Klaren", ", wie um zu sehen, was du tust",
                    " und verrät nichts",
                    " mit der Geduld von Fremden", " und überlässt dir das nächste Wort", " und wägt das Gesagte",
                    ", weder für dich noch gegen dich",
                ),
            },
        ),
        "cold": Pattern(
            ("{name} {does}{how}.",),
            {
                "does": (
                    "sieht an dir vorbei", "hält Abstand", "lässt dich stehen", "antwortet langsam",
                    "wendet sich halb ab",
                ),
                "how": (
                    " und du sollst es merken", " und hat nichts vergessen", ", als kämst du, um etwas einzutreiben",
                    " und zählt die Schritte bis zum Ausgang", " mit großer Höflichkeit",
                    " und auch das ist eine Antwort",
                    ", wie nach einer Warnung vor dir",
                ),
            },
        ),
    },
    lines={
        "warm": Pattern(
            (
                "Gut, dass du es bist.", "Was du auch tust, ich will es lieber wissen.",
                "Du kannst mich fragen. Das weißt du.",
                "Ich bleibe noch ein wenig, wenn du bleibst.", "Das würde ich nicht jedem erzählen.",
                "Sei vorsichtig. Ich meine es ernst.", "Du siehst müde aus. Ich wohl auch.",
                "Wenn es schiefgeht, komm zu mir.",
                "Niemanden hätte ich heute lieber getroffen.", "Geh nur. Ich bin gleich hinter dir.",
            )
        ),
        "even": Pattern(
            (
                "Kommt darauf an, wer fragt.", "Ich habe mehr gesagt, als ich wollte.",
                "Du tust ja doch, was du willst.",
                "Ich weiß noch nicht, was ich von dir halten soll.", "Frag mich etwas, das ich beantworten kann.",
                "Das habe nicht ich zu erzählen.", "Das wollten schon andere wissen.",
                "An deiner Stelle sähe ich zweimal hin.",
                "Nun ja. Da hast du es.", "Leute kommen, Leute gehen. Du bist gekommen.",
            )
        ),
        "cold": Pattern(
            (
                "Ich glaube, wir sind fertig.", "Du hast genug von meiner Zeit gehabt.", "Ich weiß, was du willst.",
                "Von mir erwarte keine Hilfe.", "Immer brauchst du etwas.", "Sag es, und dann geh.",
                "Ich hätte die Tür zulassen sollen.", "Ich habe nichts für dich.", "Heute nicht, und dir nicht.",
                "Du kannst gehen. Du kannst jederzeit gehen.",
            )
        ),
    },
    rolls={
        "strong": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "Es gelingt", "Es geht gut", "Ausnahmsweise passt alles", "Du hattest recht",
                    "Deine Hand ist ruhig",
                    "Du findest den Augenblick", "Es ist leichter als befürchtet", "Du zögerst nicht",
                ),
                "then": (
                    ", besser als erhofft", ": leiser hätte es niemand gekonnt", ", und es kostet dich nichts",
                    ": du weißt es, noch ehe es vorbei ist", ": der Rest folgt von selbst", ", und dabei bleibt es",
                    ", sogar die Stille danach ist auf deiner Seite", ": was du wolltest, gehört dir",
                ),
            },
        ),
        "weak": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "Es geht einigermaßen", "Es gelingt, beinahe", "Du kommst durch", "Du schaffst es",
                    "Vorerst hält es",
                    "Du bekommst die Hälfte von dem, was du wolltest", "Das Glück kommt dir halb entgegen",
                    "Am Ende geht es auf",
                ),
                "then": (
                    ", aber nicht umsonst", ", aber es ist aufgefallen", ", und etwas bleibt zurück",
                    ", und es wird ein Nachspiel haben",
                    ", wenn auch langsamer als gedacht", ", und du kennst den Preis",
                    ", aber ein zweites Mal möchtest du es nicht",
                    ", nur eines liegt nicht mehr an seinem Platz",
                ),
            },
        ),
        "miss": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "Es geht schief", "Es gelingt nicht", "Du kommst einen Atemzug zu spät", "Die Hand rutscht dir ab",
                    "Du schätzt es falsch ein", "Du sagst das Falsche", "Es wird nichts daraus",
                    "Es war der falsche Augenblick",
                ),
                "then": (
                    ", und nicht nur du siehst es", ", und zurücknehmen lässt es sich nicht",
                    ", und Zeit ist vergangen",
                    ", und jemand wird danach fragen", ", und danach ist es stiller als zuvor",
                    ", und du hast nichts davon als das Wissen", ", und du spürst, wie dünn der Boden hier ist",
                    ", und was du wolltest, ist weiter fortgerückt",
                ),
            },
        ),
    },
    confesses=Pattern(
        ("{name} {says}.",),
        {
            "says": (
                "sagt es endlich", "sieht dich nicht an, während es herauskommt",
                "fängt zweimal an, dann ist es gesagt",
                "erzählt es, wie man etwas Schweres abstellt", "verstellt sich nicht mehr",
                "spricht so leise, dass du dich vorbeugen musst",
                "beantwortet, was du schon nicht mehr fragen wolltest",
            ),
        },
    ),
    notes=Pattern(
        ("{first}: {thing}.",),
        {
            "first": (
                "Eines bleibt dir", "Du merkst es dir", "Das behältst du", "Da ist es",
                "Beinahe hättest du es übersehen",
                "Gut zu wissen", "Was du am Ende hast", "Es ist kaum zu übersehen",
            ),
        },
    ),
    recalls=Pattern(
        ("{first}: {thing}.",),
        {
            "first": (
                "Du musst an etwas denken, das nicht hierher gehört", "Einen Augenblick lang hast du es wieder vor dir",
                "Es geht dir nicht aus dem Kopf", "Fast hättest du es vergessen, und nun ist es wieder da",
                "Hinter all dem, merkst du, steht noch immer etwas anderes",
                "Zusammen mit etwas anderem ergäbe es mehr Sinn", "Du könntest es inzwischen aus dem Kopf zeichnen",
            ),
        },
    ),
    wants=Pattern(
        (
            "{name} will nur eines, und man sieht es: {wish}.", "{name} hat ein Ziel, leicht zu erraten: {wish}.",
            "Für eines gäbe {name} einiges her: {wish}.", "Inzwischen ahnst du, worum es {name} geht: {wish}.",
            "Auf Nachfrage würde {name} wohl sagen: {wish}.",
        )
    ),
    asks=Pattern(("{stands}, und {left}.",), {"stands": _STANDS, "left": _LEFT}),
    presses=Pattern(
        ("{stands}, und {left}.",),
        {
            "stands": (
                "Dafür ist keine Zeit mehr", "Es hat angefangen", "Alle sehen dich an", "Auf dich wartet es nicht",
                "Sonst rührt sich niemand", "Jetzt ist es ernst", "Daran führt kein Weg mehr vorbei",
            ),
            "left": (
                "du hast ungefähr einen Atemzug", "was du zuerst tust, das hast du getan",
                "für Vorsicht ist es zu spät", "zweimal wird man dich nicht fragen", "etwas muss man jetzt loslassen",
                "deine Hände sind schneller als du", "die anderen sind stehen geblieben",
            ),
        },
    ),
    closes={
        "good": Pattern(
            (
                "So endet es, und es ist ein gutes Ende.", "Du gehst bei Tageslicht heim.",
                "Es war die Mühe wert. Das würdest du jedem sagen.", "Was du hinterlässt, wird halten.",
            )
        ),
        "bittersweet": Pattern(
            (
                "Es ist ein Ende. Nicht alles daran hättest du gewählt.", "Du behältst, was zu behalten war.",
                "Etwas ist gerettet, und du weißt, was nicht.", "Du zählst noch einmal, und es sind nicht alle.",
            )
        ),
        "bad": Pattern(
            (
                "So endet es. Niemand wird dich fragen, wie.", "Es schließt sich und ist glatt.",
                "Zeit hattest du. Daran wirst du denken.", "Es gab einmal einen anderen Weg.",
            )
        ),
        "open": Pattern(
            (
                "Hier lässt dich die Geschichte gehen.", "Was danach kommt, ist noch nicht geschrieben.",
                "Hier endet es; vorbei ist es nicht.", "Du siehst dich nicht um, fürs Erste.",
            )
        ),
    },
    stays=("Sich umsehen: {place}", "Noch einmal absuchen: {place}", "Was gibt es hier noch: {place}"),
    hears=("Eine Weile bei {name} bleiben", "{name} Gesellschaft leisten", "Bleiben, wo {name} dich sieht"),
    onward=("Es durchstehen", "Es zu Ende bringen", "Durchatmen, dann weiter", "Dem entgegensehen, was kommt"),
    looks=("Genauer ansehen: {thing}", "Sich darum kümmern: {thing}", "Mehr erfahren: {thing}"),
    sees=("Genauer ansehen: {thing}", "Sich darum kümmern: {thing}", "Mehr erfahren: {thing}"),
    waits=("Abwarten", "Zeit vergehen lassen", "Vorerst nichts tun"),
    goes=("Weitergehen: {place}", "Aufbrechen: {place}", "Nächstes Ziel: {place}"),
    takes=("Mitnehmen: {thing}", "Behalten: {thing}"),
    warms=("{name} beistehen", "{name} Zeit lassen", "{name} gegenüber offen sein", "Für {name} Partei ergreifen"),
    cools=("{name} weiter bedrängen", "{name} auf Abstand halten", "{name} etwas verschweigen", "{name} widersprechen"),
    remembered="{name} wird sich daran erinnern.",
    titles=frozenset(
        {
            "Bruder", "Doktor", "Dr.", "Der", "Die", "Das", "Frau", "Fräulein", "Graf", "Gräfin", "Herr", "Kapitän",
            "Kommissar", "Kommissarin", "Meister", "Mutter", "Onkel", "Pater", "Prof.", "Professor", "Sankt",
            "Schwester", "Tante", "Vater",
        }
    ),
    wish="zu ",
    article="",
    articles=re.compile(r"(?:der|die|das|ein|eine) ", re.IGNORECASE),
    definite=re.compile(r"(?!)"),
    you=re.compile(r"\b(?:du|dir|dich|dein\w*)\b", re.IGNORECASE),
    player=re.compile(r"\b(?:[Dd]er Spieler|[Dd]ie Spielerin|[Dd]ie Spielfigur)\b"),
    instruction=re.compile(
        r"^(?:(?:Beschreibe|Erzähle|Schildere|Betone|Deute|Achte darauf)\b"
        r"|(?:Lass|Lasse|Gib|Zeige|Halte|Mach|Mache|Erlaube|Frage|Biete|Nutze|Spiele|Enthülle|Vermeide|Beende)\b"
        r".*\b(?:Spieler|Spielerin|Szene|Leser|Ton|Dialog|Frames?|Erzähler)\b)"
    ),
)  # fmt: skip
