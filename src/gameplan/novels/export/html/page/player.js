'use strict';
// The player: reads a story to somebody, line by line. It knows nothing of the rules; the Director does.

(() => {
  const { el, word, stage, saves, panels, director, story } = Novel;
  const { button } = panels;
  const root = document.documentElement;
  const screen = document.getElementById('screen');
  const said = document.getElementById('said');
  const noted = document.getElementById('note');
  const STANDARD = { speed: 50, wait: 1.25, music: 0.6, voice: 0.8, size: 1, aloud: false, face: false, unread: false, stay: false, single: true,
    calm: matchMedia('(prefers-reduced-motion: reduce)').matches, contrast: matchMedia('(prefers-contrast: more)').matches };
  const settings = saves.read('settings', (value) => typeof value === 'object', {});
  for (const [name, value] of Object.entries(STANDARD)) if (typeof settings[name] !== typeof value || Number.isNaN(settings[name])) settings[name] = value;
  const read = new Set(saves.read('read', Array.isArray, []));
  const seen = new Set(saves.read('endings', Array.isArray, []));

  let game = null; // {seed, beats: [{choice, moment}], beat, frame}
  let view = null; // the elements of the reading screen
  let pace = ''; // '', 'auto' or 'skip'
  let typing = null; // while letters come
  let timer = 0;
  let wheeled = 0;

  // -- where we are

  const moment = () => game.beats[game.beat].moment;
  const line = () => moment().lines[game.frame];
  const atChoice = () => game.frame === moment().lines.length - 1;
  const mark = (text) => { let sum = 5381; for (let n = 0; n < text.length; n++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(n)) >>> 0; return sum; };

  /** Every play has luck of its own; `#seed=7` in the address gives one that can be played again elsewhere. */
  function newSeed(after) {
    const asked = /^#seed=(\d{1,10})$/.exec(location.hash);
    return asked ? (after ?? Number(asked[1])) >>> 0 : crypto.getRandomValues(new Uint32Array(1))[0];
  }

  function begin(seed) {
    game = { seed, beats: [{ choice: null, moment: director.start(seed) }], beat: 0, frame: 0 };
    reading();
  }

  function choose(id) {
    const before = game.beats[game.beat + 1];
    if (!before || before.choice !== id) game.beats.splice(game.beat + 1, Infinity, { choice: id, moment: director.choose(moment(), id) });
    game.beat += 1;
    game.frame = 0;
    if (pace === 'skip' && !settings.stay) setPace('');
    show();
  }

  function forward() {
    if (typing) return typing.stop();
    if (!atChoice()) { game.frame += 1; return show(); }
    if (moment().ending) return end();
    return undefined;
  }

  function back() {
    setPace('');
    if (game.frame > 0) game.frame -= 1;
    else if (game.beat > 0) { game.beat -= 1; game.frame = moment().lines.length - 1; } else return;
    show(true);
  }

  function goTo([beat, frame]) {
    game.beat = beat;
    game.frame = frame;
    if (!view) reading(); else show(true);
  }

  // -- saves

  function asSave() {
    const now = moment();
    return { format: saves.FORMAT, story: Novel.id, hash: Novel.hash, seed: game.seed, choices: game.beats.slice(1).map((each) => each.choice), beat: game.beat, frame: game.frame, label: line().text.slice(0, 120), place: now.place.id, when: Date.now() };
  }

  function keep(name) {
    saves.keep(name, asSave());
    note(word(saves.allowed() ? 'saved' : 'notKept'));
  }

  /** Plays a save again to where it was made; as far as it goes, if the story has changed. */
  function take(save) {
    const beats = [{ choice: null, moment: director.start(save.seed) }];
    let told = 'loaded';
    for (const choice of save.choices) {
      const last = beats[beats.length - 1].moment;
      if (!last.options.some((each) => each.id === choice)) { told = save.hash === Novel.hash ? 'brokenSave' : 'changedStory'; break; }
      beats.push({ choice, moment: director.choose(last, choice) });
    }
    if (told === 'brokenSave') throw new Error(told);
    const beat = Math.min(save.beat, beats.length - 1);
    game = { seed: save.seed, beats, beat, frame: Math.min(save.frame, beats[beat].moment.lines.length - 1) };
    reading(true);
    note(word(told));
    return true;
  }

  function takeFrom(getSave) {
    try {
      const save = getSave();
      if (save) return take(save);
      note(word('nothingSaved'));
    } catch (error) {
      note(word(['brokenSave', 'otherStory'].includes(error.message) ? error.message : 'brokenSave'));
    }
    return false;
  }

  const desk = () => ({ playing: Boolean(game), save: keep, load: (name) => takeFrom(() => saves.load(name)), loadText: (text) => takeFrom(() => saves.parse(text)), asSave, note, place: director.place });

  // -- the first page

  function title() {
    leave();
    game = null;
    let resume = null;
    try { resume = saves.load('auto'); } catch (error) { note(word(error.message)); }
    const cover = director.cover();
    root.className = '';
    dress();
    root.classList.add('titled', 'cover');
    stage.showPlace(cover.place);
    stage.showPeople(cover.people);
    stage.playMusic('');
    page([
      el('h1', null, story.title),
      el('hr', { class: 'rule' }),
      story.premise && el('p', { class: 'lead', dir: 'auto' }, story.premise),
      story.content_notes.length > 0 && el('div', { class: 'notes' }, el('b', null, word('notes')), story.content_notes.join(' · ')),
      el('div', { class: 'ways' },
        resume && button('resume', () => takeFrom(() => saves.load('auto')), { class: 'main' }),
        button('begin', () => { if (resume) saves.keep('before', resume); begin(newSeed()); }, { class: resume ? null : 'main' }),
        el('div', { class: 'row' }, button('load', () => panels.slots(desk())), button('settings', openSettings), button('keys', panels.keys))),
      seen.size > 0 && el('p', { class: 'notes' }, word('endings', seen.size, story.endings.length)),
      !saves.allowed() && el('p', { class: 'notes' }, word('notKept')),
    ]);
  }

  function page(parts) {
    view = null;
    screen.replaceChildren(el('section', { class: 'page' }, el('div', null, parts)));
    makeRoom();
    screen.querySelector('button').focus({ preventScroll: true });
  }

  function end() {
    const { ending } = moment();
    leave();
    if (!seen.has(ending.id)) { seen.add(ending.id); saves.put('endings', JSON.stringify([...seen])); }
    root.classList.add('titled', 'still');
    page([
      el('p', { class: 'over' }, `${word('ending')} · ${word(ending.tone)}`),
      el('h1', null, ending.title),
      el('hr', { class: 'rule' }),
      el('p', { class: 'notes' }, word('endings', seen.size, story.endings.length)),
      el('div', { class: 'ways' },
        button('again', () => begin(newSeed(game.seed + 1)), { class: 'main' }),
        game.beats.length > 1 && button('lastChoice', () => { game.beat -= 1; game.frame = moment().lines.length - 1; reading(true); }),
        el('div', { class: 'row' }, button('history', openHistory), button('journal', openJournal), button('toTitle', title))),
    ]);
    say(`${word('ending')}: ${ending.title}. ${word(ending.tone)}.`);
  }

  // -- reading

  function leave() {
    setPace('');
    if (typing) typing.drop();
    typing = null;
    clearTimeout(timer);
    stage.speak('');
  }

  function reading(whole) {
    leave();
    panels.close();
    root.classList.remove('titled', 'cover', 'still', 'bare');
    view = { where: el('p', { class: 'where' }), trackers: el('div', { class: 'trackers' }), choices: el('div', { class: 'choices', role: 'group', tabindex: '-1', 'aria-label': word('choose') }),
      plate: el('p', { class: 'plate', dir: 'auto', 'aria-hidden': 'true' }), dice: el('div'), text: el('p', { class: 'text', dir: 'auto', 'aria-hidden': 'true' }), next: el('button', { type: 'button', class: 'next', 'aria-label': word('next'), onclick: forward }, el('span', { 'aria-hidden': 'true' }, '▼')) };
    view.box = el('div', { class: 'box', onclick: (event) => { if (!event.target.closest('button')) advance(); } }, view.plate, view.dice, view.text, view.next);
    view.bar = el('div', { class: 'bar', role: 'group', 'aria-label': word('menu') },
      button('back', back), button('history', openHistory), button('auto', () => setPace(pace === 'auto' ? '' : 'auto'), { 'aria-pressed': 'false' }), button('skip', () => setPace(pace === 'skip' ? '' : 'skip'), { 'aria-pressed': 'false' }),
      button('journal', openJournal), button('quickSave', () => keep('quick'), { class: 'wide' }), button('quickLoad', () => takeFrom(() => saves.load('quick')), { class: 'wide' }), button('hide', hide, { class: 'wide' }), button('menu', openMenu));
    screen.replaceChildren(el('section', { class: 'reading' },
      el('h1', { class: 'unseen' }, story.title),
      el('div', { class: 'above' }, view.where, view.trackers),
      el('div', { class: 'open', onclick: advance }),
      el('div', { class: 'below' }, view.choices, view.box, view.bar)));
    room.disconnect();
    for (const each of [root, view.choices, view.box]) room.observe(each);
    show(whole);
  }

  /** Where the people have room: below the heads of the page, and above the text or, where there is no place beside
   *  them, the choices. */
  function makeRoom() {
    if (!view) return stage.makeRoom({ top: innerHeight * 0.1, floor: innerHeight * 0.9, aside: false });
    const box = view.box.getBoundingClientRect();
    const choices = view.choices.getBoundingClientRect();
    const aside = choices.height > 0 && choices.left > innerWidth * 0.4;
    const heads = view.where.parentElement.getBoundingClientRect().bottom;
    return stage.makeRoom({ top: Math.min(heads, innerHeight * 0.15), floor: choices.height && !aside ? choices.top : box.top, aside });
  }
  const room = new ResizeObserver(makeRoom);

  function advance() {
    if (root.classList.contains('bare')) return uncover();
    return forward();
  }

  /** Shows the line that we are at; `whole` at once. */
  function show(whole) {
    if (typing) typing.drop();
    clearTimeout(timer);
    const now = line();
    const known = read.has(mark(now.text));
    stage.showPlace(now.place);
    stage.showPeople(now.people);
    stage.playMusic(now.music);
    view.where.replaceChildren(now.place.title, ...(moment().act ? [el('small', null, moment().act)] : []));
    view.trackers.replaceChildren(...moment().trackers.map((each) => el('div', { class: `tracker ${each.kind}` }, el('span', null, each.label, el('b', null, panels.standing(each))), each.exact && el('div', { class: 'track', 'aria-hidden': 'true', part: each.value / each.of }, el('i')))));
    view.box.className = `box ${now.kind}`;
    view.plate.hidden = !now.name;
    view.plate.textContent = now.name || '';
    view.plate.style.setProperty('--colour', now.colour || 'currentcolor');
    const told = now.roll ? Novel.dice(view.dice, now.roll) : '';
    view.dice.hidden = !now.roll;
    view.choices.hidden = true;
    view.choices.replaceChildren();
    view.next.hidden = false;
    view.box.scrollTop = 0;
    const text = `${now.name ? `${now.name}: ` : ''}${told}${now.text}`;
    say(text);
    if (settings.aloud) stage.speak(now.text, settings.voice);
    if (!view.bar.contains(document.activeElement) && !document.querySelector('dialog[open]')) view.next.focus({ preventScroll: true });
    typing = Novel.type(view.text, now.text, whole || pace === 'skip' || settings.calm ? 0 : settings.speed, () => { typing = null; arrived(known); });
    saves.keep('auto', asSave());
    makeRoom();
  }

  function arrived(known) {
    const now = line();
    view.box.classList.add('whole');
    if (!known) { read.add(mark(now.text)); saves.put('read', JSON.stringify([...read].slice(-20000))); }
    if (pace === 'skip' && !known && !settings.unread) { setPace(''); note(word('skipOver')); }
    if (atChoice() && !moment().ending) return offer();
    if (pace === 'skip') timer = setTimeout(forward, settings.calm ? 30 : 70);
    else if (pace === 'auto') timer = setTimeout(forward, (900 + now.text.length * 38) * settings.wait);
    return undefined;
  }

  function offer() {
    const taken = game.beats[game.beat + 1] ? game.beats[game.beat + 1].choice : null;
    let n = 0;
    const row = (option) => el('li', null, el('button', { type: 'button', class: 'choice', 'data-choice': option.id, onclick: () => choose(option.id) },
      el('kbd', { 'aria-hidden': 'true' }, ++n < 10 ? n : '·'), el('span', { dir: 'auto' }, option.go && el('span', { 'aria-hidden': 'true' }, '→ '), option.text, (option.hint || option.id === taken) && el('small', null, [option.hint, option.id === taken && word('taken')].filter(Boolean).join(' · ')))));
    const { options } = moment();
    const deeds = options.filter((each) => !each.go);
    const ways = options.filter((each) => each.go);
    view.next.hidden = true;
    view.choices.hidden = false;
    view.choices.replaceChildren(...[deeds.length > 0 && el('ul', null, deeds.map(row)), ways.length > 0 && [el('h2', { id: 'ways' }, word('ways')), el('ul', { 'aria-labelledby': 'ways' }, ways.map(row))]].flat().filter(Boolean));
    if (!view.bar.contains(document.activeElement) && !document.querySelector('dialog[open]')) view.choices.focus({ preventScroll: true });
  }

  function say(text) { said.textContent = text; }

  function note(text) {
    (document.querySelector('dialog[open]') || screen.parentElement).append(noted);
    noted.textContent = text;
    clearTimeout(note.timer);
    note.timer = setTimeout(() => { noted.textContent = ''; }, 6000);
  }

  function setPace(to) {
    pace = to;
    clearTimeout(timer);
    if (!view) return;
    for (const name of ['auto', 'skip']) view.bar.querySelector(`[data-do=${name}]`).setAttribute('aria-pressed', String(pace === name));
    if (pace && typing) typing.stop();
    else if (pace && view.box.classList.contains('whole') && !(atChoice() && !moment().ending)) timer = setTimeout(forward, 300);
  }

  function hide() {
    root.classList.add('bare');
    const show = el('button', { type: 'button', class: 'uncover', onclick: uncover }, word('show'));
    screen.firstElementChild.append(show);
    show.focus();
  }

  function uncover() {
    root.classList.remove('bare');
    for (const each of screen.querySelectorAll('.uncover')) each.remove();
    (view.choices.hidden ? view.next : view.choices).focus();
  }

  // -- panels

  function openHistory() {
    setPace('');
    const lines = [];
    for (let beat = 0; beat <= game.beat; beat++) {
      const { choice, moment: then } = game.beats[beat];
      if (choice !== null) lines.push({ chosen: true, text: game.beats[beat - 1].moment.options.find((each) => each.id === choice).text });
      then.lines.slice(0, beat === game.beat ? game.frame + 1 : undefined).forEach((each, frame) => lines.push({ ...each, at: [beat, frame] }));
    }
    panels.history(lines, goTo);
  }

  function openJournal() { setPace(''); panels.journal(director.journal(game.beats.slice(0, game.beat + 1).map((each) => each.moment))); }
  function openSettings() { panels.settings(settings, () => { dress(); saves.put('settings', JSON.stringify(settings)); }); }
  function openMenu() {
    setPace('');
    panels.menu([['saves', () => panels.slots(desk())], ['settings', openSettings], ['quickSave', () => { panels.close(); keep('quick'); }], ['quickLoad', () => { panels.close(); takeFrom(() => saves.load('quick')); }],
      ['history', openHistory], ['journal', openJournal], ['keys', panels.keys], ['hide', () => { panels.close(); hide(); }], ['toTitle', () => { panels.close(); title(); }]]);
  }

  function dress() {
    root.style.setProperty('--size', settings.size);
    root.classList.toggle('contrast', settings.contrast);
    root.classList.toggle('sans', settings.face);
    root.classList.toggle('calm', settings.calm);
    stage.setVolume(settings.music);
  }

  // -- keys and wheel

  const singles = { a: () => setPace(pace === 'auto' ? '' : 'auto'), s: () => setPace(pace === 'skip' ? '' : 'skip'), l: openHistory, j: openJournal, h: hide, q: () => keep('quick'), o: () => takeFrom(() => saves.load('quick')), m: openMenu, '?': () => panels.keys() };

  function move(step) {
    const buttons = [...view.choices.querySelectorAll('button:enabled')];
    const now = buttons.indexOf(document.activeElement);
    const to = buttons[now < 0 ? (step > 0 ? 0 : buttons.length - 1) : (now + step + buttons.length) % buttons.length];
    if (to) to.focus();
  }

  document.addEventListener('keydown', (event) => {
    if (!view || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const { key } = event;
    const onButton = event.target.closest && event.target.closest('button');
    const choosing = !view.choices.hidden;
    let does = null;
    if (root.classList.contains('bare')) does = uncover;
    else if (key === 'ArrowLeft' || key === 'PageUp' || key === 'Backspace') does = back;
    else if (key === 'ArrowRight' || key === 'PageDown' || ((key === ' ' || key === 'Enter') && !onButton)) does = choosing ? () => {} : forward;
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && choosing) does = () => move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Escape') does = openMenu;
    else if (settings.single && choosing && /^[1-9]$/.test(key)) does = () => { const it = view.choices.querySelectorAll('button')[key - 1]; if (it) it.click(); };
    else if (settings.single && Object.hasOwn(singles, key.toLowerCase())) does = singles[key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does();
  });

  document.addEventListener('wheel', (event) => {
    if (!view || root.classList.contains('bare') || document.querySelector('dialog[open]') || event.timeStamp - wheeled < 160 || Math.abs(event.deltaY) < 4) return;
    const scrolls = event.target.closest('.box, .choices');
    if (scrolls && scrolls.scrollHeight > scrolls.clientHeight + 2) return;
    wheeled = event.timeStamp;
    if (event.deltaY < 0) back();
    else if (view.choices.hidden && !moment().ending) forward();
  }, { passive: true });

  document.title = story.title;
  root.lang = Novel.language;
  room.observe(root);
  dress();
  title();
})();
