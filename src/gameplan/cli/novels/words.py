"""The words around a play in the terminal: those of the novel's language, where it is one of the house's two."""

from __future__ import annotations

from dataclasses import dataclass

_HELP = """\
  2            choose number 2
  b, b 3       go back to the choice before, or three of them
  s NAME       save; the same name again saves over it
  l NAME       load; l alone loads the newest
  saves        what you have saved
  t, t 7       everything you have done on every branch; go to number 7
  j            the journal: what you have found, whom you have met, how things stand
  m            where you are, and the ways out
  q            leave; the play is kept: gameplan novels play --resume
When dice fall, two of them and what you are good at are added up: 10 and more goes well, 7 to 9 goes well at a price, \
less goes wrong."""
_HILFE = """\
  2            die Nummer 2 wählen
  b, b 3       zurück zur Wahl davor, oder drei davon
  s NAME       speichern; derselbe Name noch einmal überschreibt
  l NAME       laden; l allein lädt das Neueste
  saves        was du gespeichert hast
  t, t 7       alles, was du auf allen Zweigen getan hast; zu Nummer 7 gehen
  j            das Notizbuch: was du gefunden hast, wen du kennst, wie es steht
  m            wo du bist, und die Wege hinaus
  q            gehen; das Spiel bleibt: gameplan novels play --resume
Wenn Würfel fallen, werden zwei von ihnen und das, was du kannst, zusammengezählt: 10 und mehr gelingt, 7 bis 9 \
gelingt zu einem Preis, weniger misslingt."""


@dataclass(frozen=True, slots=True)
class PlayWords:
    """What is said to a player besides the story. `{…}` is filled in."""

    language: str = "en"
    help: str = _HELP
    ask: str = "[1–{most}, ? for help] "
    ask_alone: str = "[? for help] "
    wanted: str = "a number from 1 to {most}, or ? for what else there is"
    none_of_them: str = '"{line}" is none of them: type {wanted}.'
    type_: str = "Type {wanted}."
    the_end: str = "The end: {title}."
    endings: str = "{count} endings in this play: {titles}."
    after_the_end: str = "[b goes back, t shows the branches, l loads; Enter ends] "
    begins: str = "{place}: it begins"
    first: str = "This is where it begins."
    branches: str = "* is where you are, | how you came there. t and a number goes to one of them."
    saved: str = 'Saved as "{name}". l {name} comes back to it.'
    no_saves: str = "Nothing is saved yet: s NAME saves."
    no_save: str = 'Nothing is saved as "{name}". There are: {names}.'
    turn: str = "turn {number}"
    of: str = "of"
    dice: str = "dice"
    strong: str = "10 and more: it goes well"
    weak: str = "7 to 9: it goes well, at a price"
    miss: str = "6 and less: it goes wrong"
    quarters: tuple[str, ...] = ("not begun", "a quarter", "half", "three quarters", "full")
    found: str = "Found"
    carried: str = "With you"
    closer: str = "closer to you by {number}"
    further: str = "further from you by {number}"
    here: str = "You are here: {place}"
    way: str = "to {place}"
    no_way: str = "There is no way out just now."
    been: str = "You have been: {places}"


ENGLISH = PlayWords()
GERMAN = PlayWords(
    language="de",
    help=_HILFE,
    ask="[1–{most}, ? für Hilfe] ",
    ask_alone="[? für Hilfe] ",
    wanted="eine Nummer von 1 bis {most}, oder ? für alles andere",
    none_of_them='"{line}" ist nichts davon: tippe {wanted}.',
    type_="Tippe {wanted}.",
    the_end="Ende: {title}.",
    endings="{count} Enden in diesem Spiel: {titles}.",
    after_the_end="[b geht zurück, t zeigt die Zweige, l lädt; Enter beendet] ",
    begins="{place}: es beginnt",
    first="Hier beginnt es.",
    branches="* ist, wo du bist, | wie du hierher kamst. t und eine Nummer geht dorthin.",
    saved='Gespeichert als "{name}". l {name} führt hierher zurück.',
    no_saves="Noch ist nichts gespeichert: s NAME speichert.",
    no_save='Als "{name}" ist nichts gespeichert. Es gibt: {names}.',
    turn="Zug {number}",
    of="von",
    dice="Würfel",
    strong="10 und mehr: es gelingt",
    weak="7 bis 9: es gelingt, zu einem Preis",
    miss="6 und weniger: es misslingt",
    quarters=("nicht begonnen", "ein Viertel", "halb", "drei Viertel", "voll"),
    found="Gefunden",
    carried="Bei dir",
    closer="dir näher um {number}",
    further="dir ferner um {number}",
    here="Du bist hier: {place}",
    way="nach: {place}",
    no_way="Gerade führt kein Weg hinaus.",
    been="Du warst schon hier: {places}",
)


def play_words(language: str) -> PlayWords:
    """The words for a language (BCP 47): German for German, English for every other."""
    return GERMAN if language.lower().split("-")[0] in ("de", "gsw") else ENGLISH
