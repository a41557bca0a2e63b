// @ts-check
// Models, keys, what is approved in advance, where things are, and how the pages look.
import { get, put } from '../api.js';
import { el, fill, style, unique } from '../dom.js';
import { busy, toast } from '../elements/dialog.js';
import { choices } from '../elements/lists.js';
import { badge } from '../elements/status.js';
import { icon } from '../icons.js';

/** @typedef {import('../types').Settings} Settings */

/** @param {import('../types').Page} page */
export default async function settings(page) {
  page.title('Settings');
  /** @type {[Settings, void]} */
  const [set] = await Promise.all([get('/settings', { signal: page.signal }), style('settings/settings.css')]);
  page.main.append(
    el('header', { class: 'page-head' }, el('div', null, el('h1', null, 'Settings'), el('p', null, 'Kept in your own settings file. Keys come from the environment alone, and are shown nowhere.'))),
    group('Models', 'A model drafts plans from your words, and works inside steps that need one. Everything else runs without.', models(set)),
    group('Keys', 'A key is set as an environment variable before the studio starts.', keys(set)),
    group('Approvals', 'A step that overwrites, deletes, sends or runs something asks first. What you tick is approved in advance in every run that starts here.', approvals(set)),
    group('Look', 'How these pages look, in this browser.', look()),
    group('Places', ['The workspace is chosen when the studio starts: ', el('code', null, 'gameplan studio --workspace FOLDER')], places(set)),
  );
}

/** @param {string} title @param {import('../dom.js').Child} text @param {import('../dom.js').Child} body */
function group(title, text, body) {
  const id = unique('group');
  return el('section', { class: 'setting', 'aria-labelledby': id }, el('div', { class: 'stack tight' }, el('h2', { id }, title), el('p', { class: 'small muted' }, text)), el('div', { class: 'card stack' }, body));
}

/** @param {Settings} set */
function models(set) {
  const known = unique('models');
  /** @param {string} label @param {string} hint @param {string} value @param {string} from */
  const field = (label, hint, value, from) => {
    const id = unique('model');
    const input = el('input', { class: 'input code', id, value: value ?? '', list: known, autocomplete: 'off', spellcheck: 'false', placeholder: 'provider:model', 'aria-describedby': `${id}-hint` });
    return { input, element: el('div', { class: 'field' }, el('label', { for: id }, label), el('div', { class: 'hint', id: `${id}-hint` }, hint, from && ` Now from ${from}.`), input) };
  };
  const planner = field('Planner', 'Drafts plans: a strong one.', set.models.planner, set.models.plannerFrom ?? '');
  const executor = field('Executor', 'Extracts and acts inside steps: a cheap one will do.', set.models.executor, set.models.executorFrom ?? '');
  const state = el('div');
  const draw = (/** @type {boolean} */ ready) => fill(state, ready ? badge('completed', { text: 'plans can be drafted from words' }) : badge('waiting', { text: 'no model: plans come from templates' }));
  draw(set.models.ready);
  // What was not touched is not said: a default stays a default.
  const changed = () => {
    const given = { planner: planner.input.value.trim(), executor: executor.input.value.trim() };
    return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== (set.models[/** @type {'planner'} */ (name)] ?? '')).map(([name, value]) => [name, value || null]));
  };
  const save = el('button', { class: 'button primary', type: 'submit' }, 'Save models');
  const form = el('form', { class: 'stack' }, state, planner.element, executor.element, el('datalist', { id: known }, (set.models.available ?? []).map((name) => el('option', { value: name }))), el('div', { class: 'actions' }, save));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void busy(save, async () => {
      /** @type {Settings} */
      const now = await put('/settings', { models: changed() }, { etag: set.etag });
      Object.assign(set, now);
      draw(now.models.ready);
      toast('Saved.', 'ok');
    });
  });
  return form;
}

/** @param {Settings} set */
function keys(set) {
  return el('ul', { class: 'keys' }, (set.models.keys ?? []).map(({ name, present }) => el('li', { class: 'row wide' }, el('span', { class: 'row' }, icon('key'), el('code', null, name)), present ? badge('completed', { text: 'present' }) : badge('pending', { text: 'not set' }))));
}

/** @type {[verb: string, title: string, text: string][]} */
const verbs = [
  ['write', 'Write', 'Make new files. They can be taken back.'],
  ['destroy', 'Destroy', 'Overwrite or delete. It can be undone while the record is kept.'],
  ['send', 'Send', 'Send something over the network. It cannot be undone.'],
  ['execute', 'Execute', 'Run programs.'],
];

/** @param {Settings} set */
function approvals(set) {
  const all = set.approvals.yes.includes('all');
  const boxes = verbs.map(([verb, title, text]) => {
    const box = el('input', { type: 'checkbox', value: verb });
    box.checked = all || set.approvals.yes.includes(verb);
    return { box, element: el('label', { class: 'check' }, box, el('span', null, el('strong', null, title), el('br'), el('span', { class: 'small muted' }, text))) };
  });
  const save = el('button', { class: 'button primary', type: 'submit' }, 'Save approvals');
  const form = el('form', { class: 'stack' }, el('fieldset', { class: 'stack' }, el('legend', { class: 'sr' }, 'Approved in advance'), boxes.map(({ element }) => element)), el('p', { class: 'note' }, icon('shield'), 'Never covered, whatever is ticked: a path or address that comes from untrusted text, files that other programs obey, and a step that was interrupted.'), el('div', { class: 'actions' }, save));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void busy(save, async () => {
      Object.assign(set, await put('/settings', { approvals: { yes: boxes.filter(({ box }) => box.checked).map(({ box }) => box.value) } }, { etag: set.etag }));
      toast('Saved.', 'ok');
    });
  });
  return form;
}

function look() {
  const root = document.documentElement;
  const theme = choices({
    label: 'Theme',
    chosen: root.dataset.theme ?? '',
    each: [['', 'As the system'], ['light', 'Light'], ['dark', 'Dark']],
    choose: (value) => {
      value ? (root.dataset.theme = value) : delete root.dataset.theme;
      value ? localStorage.setItem('gameplan.theme', value) : localStorage.removeItem('gameplan.theme');
      dispatchEvent(new Event('gameplan.theme'));
    },
  });
  return [el('div', { class: 'row flow wide' }, el('span', null, 'Theme'), theme), notifications()];
}

function notifications() {
  if (!('Notification' in window)) return null;
  const side = el('span');
  const draw = () => {
    const state = Notification.permission;
    if (state === 'granted') return fill(side, badge('completed', { text: 'allowed' }));
    if (state === 'denied') return fill(side, badge('blocked', { text: 'blocked in the browser' }));
    return fill(side, el('button', { class: 'button small', type: 'button', onclick: async () => (await Notification.requestPermission(), draw()) }, 'Allow'));
  };
  draw();
  return el('div', { class: 'row flow wide' }, el('span', null, 'Notifications when something waits for you'), side);
}

/** @param {Settings} set */
function places(set) {
  /** @type {[string, string][]} */
  const facts = [['Workspace', set.workspace], ['Data', set.home], ['Settings file', set.file], ['Version', set.version]];
  return el('dl', { class: 'facts' }, facts.map(([name, value]) => (value ? [el('dt', null, name), el('dd', null, el('code', null, value))] : null)));
}
