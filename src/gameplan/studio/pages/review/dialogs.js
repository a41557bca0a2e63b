// @ts-check
// The dialogs of the review, and what is decided now and then; loaded when the first is needed.
import { get, intend, post, put, remove, segment } from '../api.js';
import { el, fill, style } from '../dom.js';
import { busy, confirm, openDialog, toast } from '../elements/dialog.js';
import { planDiff } from '../elements/plan-diff.js';
import { note } from '../elements/status.js';
import { time } from '../elements/time.js';
import { effectChip } from '../elements/viewer.js';
import { inputsSchema } from './inspector.js';
import { liveForm } from './live-form.js';
import { blank, read } from './schema.js';
import { brief, placed, references } from './steps.js';
import { when } from './when.js';

await style('review/dialogs.css');

/** @typedef {import('./review.js').Review} Review */

/** @param {string} label @param {string} kind @param {(button: HTMLButtonElement) => unknown} act */
const button = (label, kind, act) => el('button', { type: 'button', class: `button ${kind}`, onclick: (/** @type {MouseEvent} */ event) => act(/** @type {HTMLButtonElement} */ (event.currentTarget)) }, label);

/** What a tool does to the world, as far as it can be told before it has arguments. @param {any} tool @returns {{verb: string, target: string}[]} */
const effectsOf = ({ effects }) => effects.filter((/** @type {any} */ { verb }) => verb !== 'endangers').map((/** @type {any} */ { verb, target }) => ({ verb, target: target || (verb === 'destroys' ? 'what was there' : '') }));

/** A searchable list of the tools, then a form for the one that is chosen. @param {Review} review @param {string} after */
export async function addStep(review, after) {
  const { store } = review;
  const tools = await busy(null, () => store.allTools());
  if (!tools) return;
  const here = placed(store.view.plan).find((each) => each.name === after);
  const inside = here?.inside ?? store.view.plan;
  const list = el('ul');
  const form = el('div', { class: 'stack' });
  /** @type {{id: string, tool: string, description: string, args: Record<string, any>}} */
  const step = { id: '', tool: '', description: '', args: {} };
  const add = button('Add the step', 'primary', (each) => busy(each, async () => {
    const made = { id: step.id, tool: step.tool, ...(step.description ? { description: step.description } : {}), args: step.args };
    const edit = { edit: 'addStep', new: made, after: here?.step.id ?? '' };
    if (!(await store.edit(after, [edit]))) return dialog.close();
    dialog.close();
    review.select(after.slice(0, after.lastIndexOf('/') + 1) + step.id);
  }));
  add.disabled = true;
  const choose = (/** @type {any} */ tool) => {
    const taken = new Set(inside.steps.map((/** @type {any} */ each) => each.id));
    let id = tool.name.replace(/_.*$/, '') || 'step';
    for (let count = 2; taken.has(id) || id === 'input' || id === 'item'; count++) id = `${tool.name.replace(/_.*$/, '')}_${count}`;
    Object.assign(step, { id, tool: tool.name, description: '', args: {} });
    const name = el('input', { class: 'input code', value: id, 'aria-label': 'Id of the new step', spellcheck: 'false', onchange: () => (step.id = name.value.trim()) });
    const words = el('input', { class: 'input', placeholder: 'Say what it does', 'aria-label': 'What the step does', onchange: () => (step.description = words.value) });
    const required = Object.fromEntries((tool.parameters.required ?? []).map((/** @type {string} */ key) => {
      const { kind } = read(tool.parameters.properties[key], tool.parameters, undefined);
      return [key, ['list', 'fields', 'boolean', 'choice'].includes(kind) ? blank(tool.parameters.properties[key], tool.parameters) : undefined];
    }).filter((/** @type {any[]} */ [, value]) => value !== undefined));
    const body = liveForm({ schema: tool.parameters, value: required, roles: tool.roles, references: references({ name: '', number: '', depth: 1, step: { id: '' }, inside }, store.view.graph, store.tools) });
    step.args = body.value;
    fill(form, el('div', { class: 'row names' }, words, name), el('p', { class: 'hint' }, tool.description), el('div', { class: 'row flow' }, effectsOf(tool).map(effectChip)), body.element);
    add.disabled = false;
    for (const each of list.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each.dataset.tool === tool.name));
    words.focus();
  };
  const search = el('input', { type: 'search', class: 'input', placeholder: 'Search the tools', 'aria-label': 'Search the tools', oninput: () => draw() });
  const draw = () => {
    const wanted = search.value.toLowerCase();
    const named = (/** @type {any} */ tool) => tool.name.includes(wanted); // these first
    const found = tools.filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(wanted)).sort((one, other) => Number(named(other)) - Number(named(one)));
    fill(list, found.map((tool) => el('li', null, el('button', { type: 'button', 'aria-pressed': String(tool.name === step.tool), 'data-tool': tool.name, onclick: () => choose(tool) },
      el('strong', null, tool.name), el('span', { class: 'hint' }, tool.description.split('\n')[0])))));
    if (!found.length) fill(list, el('li', { class: 'hint' }, 'No tool of that name.'));
  };
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('button')?.click();
  });
  draw();
  fill(form, el('p', { class: 'muted' }, 'Choose the tool that the step calls.'));
  const dialog = openDialog({
    title: here ? `A step after “${here.step.id}”` : 'The first step',
    kind: 'wide',
    body: el('div', { class: 'add-step' }, el('div', { class: 'stack tight' }, search, list), form),
    foot: [button('Cancel', '', () => dialog.close()), add],
  });
  search.focus();
}

/** What is approved together, by the verb of an effect. @type {Record<string, string>} */
const KINDS = { writes: 'write', overwrites: 'destroy', destroys: 'destroy', sends: 'send', executes: 'execute' };

/** What must be told, what is approved in advance, and off it goes. @param {Review} review */
export async function start(review) {
  const { store } = review;
  if (!store.foreseen.size) await store.loadForeseen();
  const { view } = store;
  const declared = view.plan.inputs ?? {};
  const given = review.inputs ?? {};
  const form = Object.keys(declared).length ? liveForm({ schema: inputsSchema(declared), value: given, open: true }, (value) => (review.inputs = value)) : null;
  const verbs = new Map();
  for (const { effects, step } of store.foreseen.values()) {
    for (const effect of effects) {
      const verb = KINDS[effect.split(' ')[0]];
      verbs.set(verb, [...(verbs.get(verb) ?? []), `${step}: ${effect}`]);
    }
  }
  const boxes = [['write', 'Write new files'], ['destroy', 'Change or delete what is there'], ['send', 'Send something'], ['execute', 'Run programs']]
    .filter(([verb]) => verbs.has(verb) || verb === 'destroy')
    .map(([verb, label]) => {
      const box = el('input', { type: 'checkbox', value: verb });
      return { box, row: el('label', { class: 'check' }, box, el('span', null, label, el('br'), el('span', { class: 'hint' }, verbs.has(verb) ? `${verbs.get(verb).slice(0, 3).join(', ')}${verbs.get(verb).length > 3 ? ` and ${verbs.get(verb).length - 3} more` : ''}` : ''))) };
    });
  const asks = [...store.foreseen.values()].filter((each) => each.asks);
  const go = button('Start', 'primary', (each) => busy(each, async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const yes = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
    const run = await post(`${store.path}/runs`, { ...(form ? { inputs: form.value } : {}), ...(yes.length ? { yes } : {}) }, { etag: view.etag });
    dialog.close();
    review.page.go(`/runs/${segment(run.id)}`);
  }));
  const broken = view.problems.filter((/** @type {any} */ problem) => problem.code !== 'input_missing').length;
  go.disabled = broken > 0;
  const dialog = openDialog({
    title: 'Start this plan',
    body: [
      broken ? note('bad', `The plan has ${broken === 1 ? 'a problem' : `${broken} problems`}. Repair ${broken === 1 ? 'it' : 'them'} first: they are marked in the list.`) : null,
      form ? el('section', { class: 'section' }, el('h3', null, 'What the plan must be told'), form.element) : null,
      asks.length ? el('section', { class: 'section' }, el('h3', null, 'It will ask you before'), el('ul', { class: 'stack tight' }, asks.slice(0, 8).map((each) => el('li', { class: 'small' }, el('code', null, each.step), el('span', { class: 'muted' }, `: ${each.asks}`)))), asks.length > 8 ? el('p', { class: 'hint' }, `and ${asks.length - 8} more`) : null) : null,
      el('section', { class: 'section' }, el('h3', null, 'Approve in advance'), el('p', { class: 'hint' }, 'For the steps as they stand. What text from outside decides asks anyway.'), boxes.map(({ row }) => row)),
    ],
    foot: [button('Not yet', '', () => dialog.close()), go],
  });
  if (!form) go.focus();
}

/** What a plan was made of, of those that tell it in a word. @type {Record<string, string>} */
const FIRST = { plan: 'as it was given', text: 'as it was written' };

/** Every version, and what changed between two of them. @param {Review} review */
export async function versions(review) {
  const all = await busy(null, () => get(`${review.store.path}/versions`));
  if (!all) return;
  const each = [...all].reverse();
  const shown = el('div', { class: 'stack tight' });
  const pick = (/** @type {string} */ label, /** @type {number} */ at) => {
    const select = el('select', { class: 'input', 'aria-label': label, onchange: () => void compare() }, each.map((/** @type {any} */ one) => el('option', { value: one.version }, `version ${one.version}`)));
    select.value = String(each[Math.min(at, each.length - 1)]?.version ?? '');
    return select;
  };
  const from = pick('From version', 1);
  const to = pick('To version', 0);
  const compare = () => busy(null, async () => {
    const { lines } = await get(`${review.store.path}/diff`, { query: { from: from.value, to: to.value } });
    fill(shown, lines.length ? planDiff(lines, 'What changed') : el('p', { class: 'muted' }, 'The two do the same.'));
  });
  openDialog({
    title: 'Versions',
    kind: 'wide',
    body: [
      el('ol', { class: 'list versions' }, each.map((/** @type {any} */ one) => el('li', { class: 'item row' }, el('strong', null, `${one.version}`), el('span', { class: 'grow' }, FIRST[one.why] ?? (one.why || 'the first')), el('span', { class: 'faint small' }, one.by, ' · ', time(when(one.at)))))),
      ...(each.length > 1 ? [el('div', { class: 'row' }, el('span', { class: 'muted' }, 'from'), from, el('span', { class: 'muted' }, 'to'), to), shown] : [el('p', { class: 'muted' }, 'There is one version so far. Each edit makes another, and what changed is shown here.')]),
    ],
  });
  if (each.length > 1) await compare();
}

/** The whole plan as YAML, to read and to change. @param {Review} review */
export async function asText(review) {
  const { store } = review;
  const told = await busy(null, () => get(`${store.path}/text`, { query: { format: 'yaml' } }));
  if (!told) return;
  const { etag } = store.view;
  const box = el('textarea', { class: 'input code', rows: 24, spellcheck: 'false', 'aria-label': 'The plan as YAML' });
  box.value = told.text ?? told;
  const wrong = el('p', { class: 'error keep', role: 'alert' });
  const save = button('Save', 'primary', async () => {
    wrong.textContent = '';
    try {
      const made = await store.change((now) => put(`${store.path}/plan`, { text: box.value }, { etag: now }), etag, [{ edit: 'text' }]);
      dialog.close();
      if (made) toast('Saved as a new version.', 'ok');
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  const dialog = openDialog({ title: 'The plan as text', kind: 'wide', body: el('div', { class: 'field' }, box, wrong), foot: [button('Cancel', '', () => dialog.close()), save] });
}

/** Has the planner draft it anew: all, or from a step on. @param {Review} review @param {string} name */
export function regenerate(review, name) {
  const steps = review.store.view.plan?.steps ?? [];
  const from = el('select', { class: 'input', id: 'gp-from' }, el('option', { value: '' }, 'the whole plan'), steps.map((/** @type {any} */ step) => el('option', { value: step.id }, `from “${step.id}” on`)));
  from.value = name;
  const remark = el('textarea', { class: 'input', id: 'gp-remark', rows: 4, placeholder: 'Keep a backup first, and do not touch the changelog.' });
  const go = button('Regenerate', 'primary', (each) => busy(each, async () => {
    await review.store.regenerate({ ...(from.value ? { from: from.value } : {}), ...(remark.value ? { remark: remark.value } : {}) });
    dialog.close();
  }));
  const dialog = openDialog({
    title: 'Have it drafted anew',
    body: [
      el('div', { class: 'field' }, el('label', { for: 'gp-from' }, 'What'), from),
      el('div', { class: 'field' }, el('label', { for: 'gp-remark' }, 'A remark to the planner'), remark, el('p', { class: 'hint' }, 'What you have now stays a version: undo brings it back.')),
    ],
    foot: [button('Cancel', '', () => dialog.close()), go],
  });
}

/** @param {Review} review */
export function template(review) {
  const name = el('input', { class: 'input', id: 'gp-template', pattern: '[a-z0-9][a-z0-9-]*', placeholder: 'release-notes', spellcheck: 'false' });
  name.value = (review.store.view.title || '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);
  const save = button('Save', 'primary', (each) => busy(each, async () => {
    const made = await post('/templates', { name: name.value.trim(), plan: review.store.view.id });
    dialog.close();
    toast(`Saved as the template “${made?.name ?? name.value}”.`, 'ok');
  }));
  const dialog = openDialog({
    title: 'Save as a template',
    body: el('div', { class: 'field' }, el('label', { for: 'gp-template' }, 'Its name'), name, el('p', { class: 'hint' }, 'Small letters, digits and -. It goes into your own templates; what the plan must be told is asked each time.')),
    foot: [button('Cancel', '', () => dialog.close()), save],
  });
}

/** An edit in a line. @param {Record<string, any>} edit @returns {string} */
function editWords({ edit, step, inner, ...rest }) {
  if (inner) return `${step}/${editWords(inner)}`;
  const facts = Object.entries(rest).map(([key, value]) => (key === 'place' ? value.join('.') : key === 'value' ? `= ${brief(value)}` : `${key} ${brief(value)}`));
  return [step, edit.replace(/[A-Z]/g, (/** @type {string} */ letter) => ` ${letter.toLowerCase()}`), ...facts].filter(Boolean).join(' ');
}

/** Two have changed the plan: what they did, what I did, and whose it is to be. @param {Review} review @param {import('./store.js').Conflict} conflict */
export function conflictNote(review, conflict) {
  const box = note('wait',
    el('p', null, el('strong', null, 'Somebody else has changed this plan, so your edit was not made. ')),
    el('p', { class: 'muted' }, 'What they changed:'),
    conflict.changes.length ? planDiff(conflict.changes.slice(0, 12), 'What they changed') : el('p', { class: 'keep' }, conflict.detail),
    conflict.edits.length ? [el('p', { class: 'muted' }, 'Your edit:'), el('ul', { class: 'changes mono small' }, conflict.edits.map((edit) => el('li', null, editWords(edit))))] : null,
    el('div', { class: 'actions' },
      conflict.edits.length ? el('button', { type: 'button', class: 'button primary small', onclick: (/** @type {MouseEvent} */ event) => busy(/** @type {any} */ (event.currentTarget), () => review.store.onTop()) }, 'Make mine on top') : null,
      el('button', { type: 'button', class: 'button small', onclick: () => dropMine(review) }, 'Keep theirs')));
  box.classList.add('conflict');
  return box;
}

/** @param {Review} review */
function dropMine(review) {
  review.inspector.drawn = '';
  review.store.dropMine();
}

/** Away with it, or back to the run whose rest was edited. @param {Review} review */
export async function cancel(review) {
  if (review.run) {
    await busy(null, () => review.store.close());
    return review.page.go(`/runs/${segment(review.run.id)}`);
  }
  if (!(await confirm({ title: 'Discard this plan?', text: 'It is closed and leaves your list of plans. Its record stays.', yes: 'Discard', danger: true }))) return;
  await busy(null, async () => {
    await review.store.close();
    review.page.go('/plans');
  });
}

/** Asks the run to go on with what was edited. @param {Review} review */
export async function apply(review) {
  const id = review.run.id;
  const plan = { ...review.store.view.plan, version: review.run.plan.version + 1 };
  await intend(id, 'edit', { from: review.run.plan.version, plan, why: 'edited by a person' });
  await remove(review.store.path, { etag: review.store.view.etag }).catch(() => {});
  review.page.go(`/runs/${segment(id)}`);
}
