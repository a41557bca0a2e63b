'use strict';
// The words of the page, in the language of the story: German, and English for all others.

window.Novel = {};

(() => {
  const english = {
    begin: 'Begin', resume: 'Go on where you were', load: 'Load', save: 'Save', settings: 'Settings', keys: 'Keys', close: 'Close',
    notes: 'What to expect', next: 'Next', back: 'Back', history: 'History', auto: 'Auto', skip: 'Skip', journal: 'Journal',
    quickSave: 'Quick save', quickLoad: 'Quick load', menu: 'Menu', hide: 'Hide', show: 'Show the text', toTitle: 'First page',
    saves: 'Saves', slot: 'Slot {0}', quick: 'Quick save', autosave: 'Kept by itself', before: 'The play before this one', empty: 'Empty', remove: 'Delete',
    exportSave: 'Save to a file', importSave: 'Load from a file', saved: 'Saved.', loaded: 'Loaded.', removed: 'Deleted.',
    nothingSaved: 'There is no such save yet.', brokenSave: 'This save cannot be read. It is not used.',
    otherStory: 'This save belongs to another story.', changedStory: 'The story has changed since this save. You are as far along as it still goes.',
    notKept: 'This browser keeps nothing for a page opened from a file. Saves last until you close it; save to a file to keep one.',
    choose: 'What do you do?', ways: 'Ways out', number: '{0} of {1}', taken: 'chosen before', far: 'far off', nearer: 'nearer', near: 'close', here: 'here',
    goThere: 'Go back to here', you: 'You', nobody: 'Nobody yet.', nothing: 'Nothing yet.', known: 'What you know', things: 'What you carry',
    people: 'Whom you have met', standing: 'How it stands', place: 'Where you are', roll: '{0}: {1} and {2}', plus: 'plus {0}', minus: 'minus {0}', makes: 'makes {0}',
    nerve: 'nerve', wits: 'wits', heart: 'heart', hands: 'hands', strong: 'It works', weak: 'It works, at a price', miss: 'It goes wrong', rule: 'Two dice and your {0}. Ten or more works, seven to nine works at a price, less goes wrong.',
    speed: 'Speed of the text', instant: 'At once', slow: 'Slow', middle: 'Middle', fast: 'Fast', wait: 'Waiting time in Auto', music: 'Volume of the music', voice: 'Volume of the voice', aloud: 'Read aloud',
    size: 'Size of the text', contrast: 'Strong contrast', calm: 'No movement', face: 'Plain letters', unread: 'Skip also what you have not read', stay: 'Go on skipping after a choice',
    single: 'Single keys', reading: 'Reading', seeing: 'Looks', hearing: 'Sound', ending: 'The end', again: 'Another way', lastChoice: 'Back to the last choice',
    endings: 'Endings seen: {0} of {1}', good: 'A good end', bittersweet: 'A bittersweet end', bad: 'A bad end', open: 'An open end',
    skipOver: 'Nothing more that you have read.',
    keyNext: 'On, or the whole text at once', keyBack: 'Back', keyChoose: 'A choice', keyMove: 'From choice to choice', keyMenu: 'Menu, or close',
  };
  const german = {
    begin: 'Beginnen', resume: 'Weiter, wo du warst', load: 'Laden', save: 'Speichern', settings: 'Einstellungen', keys: 'Tasten', close: 'Schließen',
    notes: 'Was dich erwartet', next: 'Weiter', back: 'Zurück', history: 'Verlauf', auto: 'Auto', skip: 'Vorspulen', journal: 'Notizbuch',
    quickSave: 'Schnell speichern', quickLoad: 'Schnell laden', menu: 'Menü', hide: 'Ausblenden', show: 'Text zeigen', toTitle: 'Titelseite',
    saves: 'Spielstände', slot: 'Platz {0}', quick: 'Schnell gespeichert', autosave: 'Von selbst gemerkt', before: 'Das Spiel vor diesem', empty: 'Leer', remove: 'Löschen',
    exportSave: 'In eine Datei speichern', importSave: 'Aus einer Datei laden', saved: 'Gespeichert.', loaded: 'Geladen.', removed: 'Gelöscht.',
    nothingSaved: 'Diesen Spielstand gibt es noch nicht.', brokenSave: 'Dieser Spielstand ist nicht lesbar. Er wird nicht benutzt.',
    otherStory: 'Dieser Spielstand gehört zu einer anderen Geschichte.', changedStory: 'Die Geschichte hat sich seit diesem Spielstand geändert. Du bist so weit, wie er noch reicht.',
    notKept: 'Dieser Browser merkt sich nichts für eine Seite aus einer Datei. Spielstände gelten, bis du sie schließt; in eine Datei gespeichert bleiben sie.',
    choose: 'Was tust du?', ways: 'Wege', number: '{0} von {1}', taken: 'schon gewählt', far: 'weit weg', nearer: 'näher', near: 'nah', here: 'da',
    goThere: 'Hierher zurück', you: 'Du', nobody: 'Noch niemand.', nothing: 'Noch nichts.', known: 'Was du weißt', things: 'Was du bei dir hast',
    people: 'Wen du kennst', standing: 'Wie es steht', place: 'Wo du bist', roll: '{0}: {1} und {2}', plus: 'plus {0}', minus: 'minus {0}', makes: 'ergibt {0}',
    nerve: 'Mut', wits: 'Verstand', heart: 'Herz', hands: 'Geschick', strong: 'Es gelingt', weak: 'Es gelingt, aber nicht umsonst', miss: 'Es misslingt', rule: 'Zwei Würfel und {0}. Ab zehn gelingt es, sieben bis neun nicht umsonst, darunter misslingt es.',
    speed: 'Tempo des Textes', instant: 'Sofort', slow: 'Langsam', middle: 'Mittel', fast: 'Schnell', wait: 'Wartezeit bei Auto', music: 'Lautstärke der Musik', voice: 'Lautstärke der Stimme', aloud: 'Vorlesen',
    size: 'Größe der Schrift', contrast: 'Starker Kontrast', calm: 'Keine Bewegung', face: 'Schlichte Schrift', unread: 'Auch Ungelesenes vorspulen', stay: 'Nach einer Wahl weiter vorspulen',
    single: 'Einzelne Tasten', reading: 'Lesen', seeing: 'Aussehen', hearing: 'Ton', ending: 'Ende', again: 'Ein anderer Weg', lastChoice: 'Zurück zur letzten Wahl',
    endings: 'Gesehene Enden: {0} von {1}', good: 'Ein gutes Ende', bittersweet: 'Ein bittersüßes Ende', bad: 'Ein schlechtes Ende', open: 'Ein offenes Ende',
    skipOver: 'Mehr hast du noch nicht gelesen.',
    keyNext: 'Weiter, oder gleich der ganze Text', keyBack: 'Zurück', keyChoose: 'Eine Wahl', keyMove: 'Von Wahl zu Wahl', keyMenu: 'Menü, oder schließen',
  };

  /** A word of the page; {0}, {1} stand for what is given. */
  Novel.word = (name, ...given) => {
    const words = /^de\b/i.test(Novel.language || '') ? german : english;
    return words[name].replace(/\{(\d)\}/g, (_, n) => String(given[n]));
  };

  /** An element. Text is always text: nothing of a story is ever read as HTML. */
  Novel.el = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (['hue', 'part', 'colour'].includes(name)) element.style.setProperty('--' + name, String(value));
      else element.setAttribute(name, value === true ? '' : String(value));
    }
    element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  };

  /** A colour of dusk for a place, always the same. */
  Novel.hue = (id) => {
    let sum = 7;
    for (const letter of String(id)) sum = (sum * 31 + letter.codePointAt(0)) % 3600;
    return 190 + sum / 25;
  };
})();
