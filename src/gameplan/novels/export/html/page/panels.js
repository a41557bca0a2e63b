'use strict';
// Panels over the page: menu, history, journal, saves, settings, keys. Each is a dialog, so the focus stays inside it
// and Escape closes it.

(() => {
  const { el, word, saves, stage } = Novel;
  const SLOTS = 6;

  /** Closes a panel; the focus goes back to where it came from. */
  function shut(panel, from = panel.from) {
    if (!panel.isConnected) return;
    const note = panel.querySelector('#note');
    if (note) document.querySelector('main').append(note);
    panel.close();
    panel.remove();
    if (from && from.isConnected) from.focus();
  }

  const close = () => { const panel = document.querySelector('dialog'); if (panel) shut(panel); };

  /** Opens a panel, in place of the one that is open. */
  function open(name, title, body) {
    const before = document.querySelector('dialog');
    const from = before ? before.from : document.activeElement;
    if (before) shut(before, null);
    const mine = (event) => event.target === panel; // a file that is not chosen is cancelled too
    const panel = el('dialog', { id: `panel-${name}`, 'aria-labelledby': 'panel-title', oncancel: (event) => { if (mine(event)) { event.preventDefault(); close(); } }, onclose: () => shut(panel), onclick: (event) => { if (mine(event)) close(); } },
      el('header', null, el('h2', { id: 'panel-title' }, title), el('button', { type: 'button', class: 'close', onclick: close }, word('close'))),
      el('div', { class: 'body', tabindex: '0', role: 'region', 'aria-labelledby': 'panel-title' }, body));
    panel.from = from;
    panel.append(document.getElementById('note')); // it would be behind the panel
    document.body.append(panel);
    panel.showModal();
    return panel;
  }

  const button = (name, onclick, attributes) => el('button', { type: 'button', 'data-do': name, onclick, ...attributes }, word(name));

  /** How a tracker stands, in words: a number, or only a hint. */
  const standing = ({ value, of, exact }) => exact ? word('number', value, of) : word(['far', 'nearer', 'near', 'here'][Math.floor((value / of) * 3)]);

  // -- what was said

  function history(lines, goTo) {
    const list = el('ol', { class: 'lines past' }, lines.map((line) => el('li', { class: line.chosen ? 'chosen' : null, colour: line.colour || null },
      el('p', { dir: 'auto' }, line.chosen ? `› ${line.text}` : [line.name && el('b', null, line.name, ': '), line.text]),
      line.at && el('button', { type: 'button', 'aria-label': `${word('goThere')}: ${line.text.slice(0, 60)}`, onclick: () => { close(); goTo(line.at); } }, word('goThere')))));
    const panel = open('history', word('history'), list);
    const body = panel.querySelector('.body');
    body.scrollTop = body.scrollHeight;
    body.focus();
  }

  // -- what is known

  function journal(known) {
    const listed = (items, none, draw) => items.length ? el('ul', { class: 'lines' }, items.map(draw)) : el('p', { class: 'none' }, word(none));
    open('journal', word('journal'), [
      el('h3', null, word('place')), el('p', null, known.place, known.act && ` · ${known.act}`),
      known.trackers.length > 0 && [el('h3', null, word('standing')), el('ul', { class: 'lines' }, known.trackers.map((each) => el('li', null, el('p', null, `${each.label}: ${standing(each)}`))))],
      el('h3', null, word('known')), listed(known.findings, 'nothing', (text) => el('li', null, el('p', null, text))),
      known.items.length > 0 && [el('h3', null, word('things')), listed(known.items, 'nothing', (text) => el('li', null, el('p', null, text)))],
      el('h3', null, word('people')), listed(known.people, 'nobody', (who) => el('li', { colour: who.colour }, el('p', null, el('b', null, who.name)))),
      el('h3', null, word('ways')), listed(known.ways, 'nothing', (way) => el('li', null, el('p', null, way))),
    ]).querySelector('.body').focus();
  }

  // -- saves

  function slots(game) {
    const again = () => slots(game);
    const row = (name, title) => {
      let save = null;
      let wrong = '';
      try { save = saves.load(name); } catch (error) { wrong = word(error.message); }
      const place = save && game.place(save.place);
      return el('li', { class: 'slot', 'data-slot': name },
        el('div', { class: 'thumb' }, place && place.path && stage.picture(place.path, '', () => el('span'), null)),
        el('div', null, el('b', null, title), el('p', null, wrong || (save ? save.label : word('empty'))), save && el('small', null, [place && place.title, new Date(save.when).toLocaleString(Novel.language, { dateStyle: 'medium', timeStyle: 'short' })].filter(Boolean).join(' · '))),
        el('div', { class: 'do' },
          game.playing && name !== 'auto' && name !== 'before' && button('save', () => { game.save(name); again(); }, { 'aria-label': `${word('save')}: ${title}` }),
          save && button('load', () => { close(); game.load(name); }, { 'aria-label': `${word('load')}: ${title}` }),
          (save || wrong) && button('remove', () => { saves.remove(name); game.note(word('removed')); again(); }, { 'aria-label': `${word('remove')}: ${title}` })));
    };
    const file = el('input', { type: 'file', accept: 'application/json,.json', class: 'unseen', tabindex: '-1', 'aria-label': word('importSave'), onchange: async () => {
      if (!file.files[0]) return;
      const text = file.files[0].size < 1e6 ? await file.files[0].text() : '';
      if (game.loadText(text)) close();
    } });
    open('saves', word('saves'), [
      !saves.allowed() && el('p', { class: 'none' }, word('notKept')),
      el('ul', { class: 'slots' }, row('auto', word('autosave')), row('quick', word('quick')), saves.get('save/before') !== null && row('before', word('before')), Array.from({ length: SLOTS }, (_, n) => row(`slot${n + 1}`, word('slot', n + 1)))),
      el('div', { class: 'row' }, game.playing && button('exportSave', () => {
        const link = el('a', { href: URL.createObjectURL(new Blob([JSON.stringify(game.asSave())], { type: 'application/json' })), download: `${Novel.id}.save.json` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      }), button('importSave', () => file.click()), file),
    ]);
  }

  // -- settings

  function settings(values, changed) {
    let n = 0;
    const set = (name, value) => { values[name] = value; changed(); };
    const field = (name, input, check) => { input.id = `field${++n}`; input.name = name; return el('div', { class: check ? 'field check' : 'field' }, el('label', { for: input.id }, word(name)), input); };
    const range = (name, low, high, step) => { const input = el('input', { type: 'range', min: low, max: high, step, oninput: () => set(name, Number(input.value)) }); input.value = values[name]; return field(name, input); };
    const check = (name) => { const input = el('input', { type: 'checkbox', onchange: () => set(name, input.checked) }); input.checked = values[name]; return field(name, input, true); };
    const pick = (name, options) => { const input = el('select', { onchange: () => set(name, Number(input.value)) }, options.map(([value, label]) => el('option', { value }, label))); input.value = values[name]; return field(name, input); };
    open('settings', word('settings'), [
      el('h3', null, word('reading')), pick('speed', [[25, word('slow')], [50, word('middle')], [100, word('fast')], [0, word('instant')]]), range('wait', 0.5, 3, 0.25), check('unread'), check('stay'), check('single'),
      el('h3', null, word('seeing')), range('size', 0.85, 1.6, 0.05), check('face'), check('contrast'), check('calm'),
      el('h3', null, word('hearing')), range('music', 0, 1, 0.05), check('aloud'), range('voice', 0, 1, 0.05),
    ]);
  }

  function keys() {
    const rows = [['Space, Enter, →, PageDown', 'keyNext'], ['←, PageUp, Backspace', 'keyBack'], ['1 – 9', 'keyChoose'], ['↑ ↓, Tab', 'keyMove'], ['Esc, M', 'keyMenu'],
      ['A', 'auto'], ['S', 'skip'], ['L', 'history'], ['J', 'journal'], ['H', 'hide'], ['Q', 'quickSave'], ['O', 'quickLoad'], ['?', 'keys']];
    open('keys', word('keys'), el('dl', { class: 'keys' }, rows.map(([names, what]) => [el('dt', null, el('kbd', null, names)), el('dd', null, word(what))])));
  }

  /** A panel of buttons: [name, what it does]. */
  function menu(entries) {
    open('menu', word('menu'), el('div', { class: 'ways two' }, entries.map(([name, does]) => button(name, does))));
  }

  Novel.panels = { standing, close, history, journal, slots, settings, keys, menu, button };
})();
