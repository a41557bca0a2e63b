"""The renderer's German: du, knapp; Namen und Orte nur im Nominativ, damit jeder Titel passt."""

import re

from gameplan.novels.telling.wording.patterns import Pattern, Wording

_QUIET = (
    "Es geschieht nichts, was jemand aufschreiben würde", "Du zählst deine Atemzüge und kommst bis elf",
    "Jemand lacht, ein gutes Stück entfernt", "Du gehst durch, was du weißt, und es reicht noch nicht",
    "Du merkst, dass du den Atem angehalten hast", "Ein Luftzug kommt von irgendwo und geht wieder",
    "Dir fällt ein, was du hättest sagen sollen", "Du versuchst dich zu erinnern, wer zuletzt gesprochen hat",
    "Nichts hier will etwas von dir", "Die Ruhe dauert genau so lange, wie du sie lässt",
    "Du siehst auf deine Hände, und sie sind ruhig", "Von weit her kommt ein Geräusch und wiederholt sich nicht",
    "Es ist Zeit genug, um zu merken, wonach es hier riecht", "Du stellst dich so, dass du siehst, wer kommt",
    "Du lässt eine Frage vorbeigehen, die du später gern zurückhättest",
    "Ohne es zu wollen, lernst du den Ort auswendig", "Zwei Leute grüßen einander, und keiner davon bist du",
    "Du bringst eine Kleinigkeit in Ordnung", "Es wird später, wie überall",
    "Irgendwo wird etwas behutsam abgestellt", "Du ruhst dich aus, soweit das mit offenen Augen geht",
    "Ein Schritt kommt näher und überlegt es sich", "Entweder bist du zu früh, oder alle anderen sind zu spät",
    "Du schlägst den Kragen hoch, obwohl es nicht kalt ist", "Das Licht ist eine Handbreit weitergerückt",
    "Du sagst dir die Namen auf, der Reihe nach", "Eine Tür wird so leise geschlossen, als schliefe dahinter jemand",
    "Für eine zweite Meinung gäbest du einiges", "Du gehst einmal herum, den langen Weg",
    "Niemand kommt, und niemand fehlt", "Du merkst, dass du nicht mehr darauf horchst",
    "Du wartest, bis es unhöflich wäre, länger zu warten", "Irgendwo wird gerade noch rechtzeitig ein Topf weggezogen",
    "Du entschließt dich, und dann noch einmal", "Du hast das Gefühl, für etwas zu früh zu sein",
    "Ein Gedanke kommt zurück, den du weggelegt hattest",
    "Du siehst dich um, als müsstest du jemandem davon erzählen", "Dein Schatten ist noch, wo du ihn gelassen hast",
    "Es ist so still, dass man Stoff rascheln hört", "Du machst jemandem Platz, der nicht kommt",
    "Du zupfst dir einen Faden vom Ärmel und behältst ihn", "Die Stunde geht vorbei, ohne dich anzusehen",
    "Jemand geht vorbei und ist zu höflich, um zu fragen", "Du ertappst dich beim Summen und hörst auf",
    "Du rückst etwas gerade, das gerade war", "Ein Stuhl knarrt, obwohl sich niemand bewegt hat",
    "Du liest den nächsten Aushang zweimal und könntest ihn nicht wiederholen",
    "Jemand ruft einen Namen, den du nicht kennst", "Du hast Hunger und erklärst ihn dir anders",
    "Staub dreht sich im Licht und kommt zu keinem Entschluss",
    "Dir fällt eine bessere Frage ein, um eine Stunde zu spät",
    "Das Gespräch verstummt und fängt weiter hinten wieder an",
    "Du hast auf einem Bein gestanden wie ein Vogel", "Alles ist an seinem Platz, und gerade das fällt dir auf",
)  # fmt: skip
_STANDS = (
    "Du bist am Zug", "Noch ist nichts entschieden", "Ein wenig Zeit ist noch", "Niemand wird es dir abnehmen",
    "Noch könntest du umkehren", "Es kann so oder so ausgehen", "Jemand muss anfangen", "So stehen die Dinge",
    "Bisher hat dich keiner aufgehalten", "Niemand drängt dich",
)  # fmt: skip
_LEFT = (
    "es gibt schlechtere Orte, um sich zu entscheiden", "was du auch tust, man wird es sich merken",
    "vom Warten wird es nicht leichter", "du weißt mehr als vor einer Stunde", "ausnahmsweise sieht keiner her",
    "lieber wählst du, als dass man für dich wählt", "das nächste Wort gehört dir", "du hörst dich selbst denken",
    "es spricht nichts dagegen", "lange genug überlegt hast du",
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
                "du bleibst stehen und siehst dich um",
                "du hattest es dir anders vorgestellt",
                "nichts hier ist für dich hergerichtet", "du siehst alles an, von links nach rechts",
                "auf dich hat hier niemand gewartet", "du merkst, dass du langsamer geworden bist",
                "man sieht dich an, oder es kommt dir so vor", "du nimmst dir einen Augenblick, ehe du weitergehst",
                "was du suchst, zeigt sich nicht gleich", "dir fällt wieder ein, weshalb du hier bist",
            ),
        },
    ),
    quiet=Pattern(tuple(f"{each}." for each in _QUIET)),
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
                "ist ebenfalls da und keinem im Weg", "wartet auf einen besseren Augenblick",
            ),
        },
    ),
    bonds={
        "warm": Pattern(
            (
                "{name} steht dicht bei dir, wie bei alten Freunden.", "{name} steht dir bei, noch ehe du fragst.",
                "{name} sieht dich an, länger, als es nötig wäre.", "{name} wartet auf dich, und das hilft.",
                "{name} hört dich an und hat es ausnahmsweise nicht eilig.", "{name} nickt dir zu und meint es so.",
                "{name} lächelt zuerst und sieht dann weg.", "{name} fällt in deinen Schritt.",
                "{name} bringt einen Satz zu Ende, den du angefangen hast.",
                "{name} ist auf deiner Seite, und jeder darf es sehen.",
            )
        ),
        "even": Pattern(
            (
                "{name} sieht dich an, wie um zu sehen, was du tust.", "{name} wartet und verrät nichts.",
                "{name} behält deine Hände im Blick, während du redest.",
                "{name} bleibt einen Schritt entfernt, aus Höflichkeit oder Gewohnheit.",
                "{name} hört mit der Geduld von Fremden zu.", "{name} überlässt dir das nächste Wort.",
                "{name} wägt das Gesagte und sagt nicht, was es wiegt.",
                "{name} ist weder für dich noch gegen dich, bis jetzt.",
                "{name} antwortet auf das, was du gefragt hast, und auf sonst nichts.",
                "{name} ist sich über dich noch nicht im Klaren.",
            )
        ),
        "cold": Pattern(
            (
                "{name} sieht an dir vorbei, und du sollst es merken.", "{name} hält Abstand und hat nichts vergessen.",
                "{name} lässt dich stehen, als kämst du, um etwas einzutreiben.",
                "{name} antwortet langsam und mit großer Höflichkeit.",
                "{name} wendet sich halb ab, und auch das ist eine Antwort.",
                "{name} zählt die Schritte bis zum Ausgang.", "{name} sieht dich an wie nach einer Warnung.",
                "{name} wartet darauf, dass du gehst.", "{name} sagt deinen Namen, wie man ihn von einer Liste liest.",
                "{name} bietet dir keinen Stuhl an.",
            )
        ),
    },
    lines={
        "warm": Pattern(
            (
                "Gut, dass du es bist.", "Was du auch tust, ich will es lieber wissen.",
                "Du kannst mich fragen. Das weißt du.",
                "Ich bleibe noch ein wenig, wenn du bleibst.", "Mit dir redet es sich leichter als mit den meisten.",
                "Sei vorsichtig. Ich meine es ernst.", "Du siehst müde aus. Ich wohl auch.",
                "Wenn es schiefgeht, komm zu mir.",
                "Es ist gut, dass du heute gekommen bist.", "Geh nur. Ich bin gleich hinter dir.",
            )
        ),
        "even": Pattern(
            (
                "Kommt darauf an, wer fragt.", "Ich sage nicht mehr, als ich muss.",
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
                    "Es gelingt", "Es geht gut", "Es klappt", "Es läuft, wie du es gemeint hast",
                    "Ausnahmsweise ist es leicht", "Diesmal geht es nach dir", "Es sitzt beim ersten Versuch",
                    "Es geht ohne Zwischenfall",
                ),
                "then": (
                    ", besser als erhofft", ", und es kostet dich nichts", ", und dabei bleibt es",
                    ": du weißt es, noch ehe es vorbei ist", ": der Rest folgt von selbst",
                    ": was du wolltest, gehört dir", ", und nur du bist überrascht", ", und keiner nimmt es dir mehr",
                ),
            },
        ),
        "weak": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "Es geht einigermaßen", "Es gelingt, beinahe", "Du kommst durch", "Du schaffst es",
                    "Vorerst hält es", "Du bekommst die Hälfte von dem, was du wolltest", "Es klappt gerade so",
                    "Irgendwie ist es getan",
                ),
                "then": (
                    ", aber nicht umsonst", ", aber es ist aufgefallen", ", und jemand wird etwas dafür wollen",
                    ", und es wird ein Nachspiel haben", ", wenn auch langsamer als gedacht",
                    ", und es hat seinen Preis",
                    ", aber ein zweites Mal möchtest du es nicht", ", nur eines liegt nicht mehr an seinem Platz",
                ),
            },
        ),
        "miss": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "Es geht doch noch schief", "Es hält nicht", "Du kamst trotzdem einen Atemzug zu spät",
                    "Am Ende hast du es falsch eingeschätzt", "Am Ende wird nichts daraus",
                    "Es war trotzdem der falsche Augenblick", "Am Ende entgleitet es dir", "Es ist nicht von Dauer",
                ),
                "then": (
                    ", und nicht nur du siehst es", ", und zurücknehmen lässt es sich nicht",
                    ", und die Zeit dafür ist vorbei", ", und jemand wird danach fragen",
                    ", und danach ist es stiller als zuvor", ", und du hast nichts vorzuweisen",
                    ", und du spürst, wie dünn der Boden hier ist", ", und was du wolltest, ist weiter fortgerückt",
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
                "hat es lange genug getragen", "sieht sich erst um und sagt es dann",
                "erzählt es, und danach geht der Atem leichter", "sagt es zur Wand hin, so dass du es hörst",
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
                "Ohne es zu wollen, denkst du daran zurück", "Etwas daran erinnert dich",
                "Du könntest es mit geschlossenen Augen zeichnen", "Danach hast du noch gar nicht gefragt",
                "Deine Gedanken gehen zurück", "Wieder steht es dir vor Augen",
                "Du fragst dich, was es damit auf sich hatte", "Noch immer beschäftigt es dich",
            ),
        },
    ),
    wants=Pattern(
        (
            "{name} will nur eines, und man sieht es: {wish}.", "{name} hat ein Ziel, leicht zu erraten: {wish}.",
            "Für eines gäbe {name} einiges her: {wish}.", "Inzwischen ahnst du, worum es {name} geht: {wish}.",
            "Auf Nachfrage würde {name} wohl sagen: {wish}.", "Was {name} auch sagt, es läuft darauf hinaus: {wish}.",
            "{name} hat nie ein Geheimnis daraus gemacht: {wish}.", "Für {name} ist es einfach: {wish}.",
        )
    ),
    asks=Pattern(("{stands}, und {left}.",), {"stands": _STANDS, "left": _LEFT}),
    presses=Pattern(
        ("{stands}, und {left}.",),
        {
            "stands": (
                "Dafür ist keine Zeit mehr", "Es hat angefangen", "Alle sehen dich an", "Auf dich wartet es nicht",
                "Sonst tut es niemand", "Jetzt ist es ernst", "Daran führt kein Weg mehr vorbei",
            ),
            "left": (
                "du hast ungefähr einen Atemzug", "für Vorsicht ist es zu spät", "zweimal wird man dich nicht fragen",
                "etwas muss man jetzt loslassen", "du musst das eine tun oder das andere",
                "was du zuerst tust, bleibt getan", "fragen kannst du keinen",
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
    onward=(
        "Es zu Ende bringen: {place}", "Ein letzter Blick, dann weiter: {place}",
        "Hier bleiben, was auch kommt: {place}", "Es auf sich zukommen lassen: {place}",
    ),
    after=("Sehen, was daraus wird: {title}", "Es mitnehmen und weitergehen: {title}"),
    looks=("Genauer ansehen: {thing}", "Danach fragen: {thing}", "Mehr erfahren: {thing}"),
    sees=("Genauer ansehen: {thing}", "Danach fragen: {thing}", "Mehr erfahren: {thing}"),
    waits=("Abwarten: {place}", "Zeit vergehen lassen: {place}", "Vorerst nur zusehen: {place}"),
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
