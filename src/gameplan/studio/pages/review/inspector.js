// @ts-check
// One step of a plan in full: what it does and would change, and everything about it that can be changed.
import { el, fill, keepFocus, part } from '../dom.js';
import { note } from '../elements/status.js';
import { icon } from '../icons.js';
import { schemaForm } from './form.js';
import { brief, leftOut, placed, problemPlaces, problemWords, references, seconds } from './steps.js';

/** @typedef {import('./store.js').PlanStore} PlanStore */
/** @typedef {import('./steps.js').Placed} Placed */

/** @type {typeof import('./settings.js') | undefined} */
let rarer;

export class StepInspector extends HTMLElement {
  constructor() {
    super();
    /** @type {PlanStore | null} */
    this.store = null;
    this.name = '';
    this.drawn = '';
    this.asJson = false;
    /** The plan that is shown here, for If-Match. */
    this.etag = '';
    /** The condition that a step had before it was left out. @type {Map<string, string>} */
    this.conditions = new Map();
  }

  /** @param {PlanStore} store @param {string} name */
  show(store, name) {
    this.store = store;
    const foreseen = store.foreseen.get(name);
    const drawn = JSON.stringify([store.view.etag, name, foreseen, store.tools.size, store.frozen.get(name), this.asJson]);
    if (drawn === this.drawn) return;
    // What a person is typing is not taken away: it goes out with the ETag of the plan that they saw.
    if (name === this.name && this.dirty()) return;
    const scroll = name === this.name ? this.scrollTop : 0;
    const focus = keepFocus(this);
    const opened = name === this.name ? [...this.querySelectorAll('details')].map((each) => each.open) : [];
    this.name = name;
    this.drawn = drawn;
    this.etag = store.view.etag;
    const here = placed(store.view.plan).find((each) => each.name === name);
    fill(this, here ? this.parts(here) : this.nothing());
    const details = [...this.querySelectorAll('details')];
    if (details.length === opened.length) details.forEach((each, at) => (each.open = opened[at]));
    this.scrollTop = scroll;
    focus();
  }

  dirty() {
    const now = document.activeElement;
    if (this.querySelector('[aria-invalid=true]:not(.is-wrong *)')) return true; // what cannot be sent
    return now instanceof Element && this.contains(now) && 'gpTold' in now && /** @type {any} */ (now).value !== /** @type {any} */ (now).gpTold;
  }

  nothing() {
    const empty = !this.store?.view.plan.steps.length;
    return el('div', { class: 'nothing' }, el('p', null, empty ? 'This plan has no steps yet. Add one: each step is one call of a tool.' : 'Choose a step, in the list or in the graph, to see and change it.'));
  }

  /** @param {Record<string, any>[]} edits */
  send(...edits) {
    this.tell('edit', { name: this.name, edits, etag: this.etag });
  }

  /** @param {string} act @param {Record<string, unknown>} [detail] */
  tell(act, detail = {}) {
    this.dispatchEvent(new CustomEvent('step-act', { detail: { act, name: this.name, ...detail }, bubbles: true }));
  }

  /** What is wrong with this step. @returns {any[]} */
  problems() {
    return this.store?.view.problems.filter((/** @type {any} */ problem) => problem.step === this.name) ?? [];
  }

  /** @param {Placed} here */
  parts(here) {
    const store = /** @type {PlanStore} */ (this.store);
    const { step } = here;
    const frozen = store.frozen.get(here.name.split('/')[0]);
    const tool = store.tools.get(step.tool);
    return [
      this.head(here, tool, frozen),
      frozen ? note('', `This step is ${frozen}: it cannot be changed any more.`) : null,
      this.problems().map((problem) => problemNote(problem, () => this.tell('repair', { problem }))),
      this.would(here, tool),
      this.args(here, tool, Boolean(frozen)),
      this.order(here, Boolean(frozen)),
      this.settings(here, Boolean(frozen)),
    ];
  }

  /** @param {Placed} here @param {any} tool @param {string | undefined} frozen */
  head({ number, step, depth }, tool, frozen) {
    const words = this.text('description', step.description ?? '', (value) => this.send({ edit: 'describe', step: step.id, description: value }), { label: 'What the step does', placeholder: 'Say what it does', locked: Boolean(frozen) });
    const id = this.text('id', step.id, (value) => this.send({ edit: 'renameStep', step: step.id, to: value.trim() }), { label: 'Id of the step', locked: Boolean(frozen) });
    const out = leftOut(step);
    const act = (/** @type {string} */ what, /** @type {string} */ label, /** @type {string} */ keys = '', /** @type {string} */ kind = '') =>
      el('button', { type: 'button', class: `button small ${kind}`, 'data-key': `act ${what}`, title: `${label}${keys ? ` (${keys})` : ''}`, 'aria-label': label, disabled: Boolean(frozen), onclick: () => this.tell(what) }, ['up', 'down', 'remove'].includes(what) ? icon(what === 'remove' ? 'delete' : what, 14) : label);
    return el(
      'header',
      null,
      el('div', { class: 'row flow' }, el('h2', null, `Step ${number}`), id, el('span', { class: 'chip tool', title: tool?.description ?? '' }, step.tool)),
      words,
      el('div', { class: 'row flow acts' },
        act('up', 'Move up', 'Alt+↑', 'icon'), act('down', 'Move down', 'Alt+↓', 'icon'),
        act('skip', out ? 'Put back in' : 'Leave out', 'Space'), act('add', 'Add after'),
        depth || !this.store?.view.planner ? null : act('regenerate', 'Regenerate from here'), act('remove', 'Delete the step', 'Delete', 'icon danger')),
    );
  }

  /** @param {Placed} here @param {any} tool */
  would({ name, step }, tool) {
    const store = /** @type {PlanStore} */ (this.store);
    const foreseen = store.foreseen.get(name);
    const inside = [...store.foreseen.values()].filter((each) => each.step.startsWith(`${name}/`));
    const effects = [...new Set([foreseen, ...inside].flatMap((each) => each?.effects ?? []))];
    const first = inside.find((each) => each.asks);
    const asks = asked(foreseen?.asks) || (first ? `in “${first.step}”, ${asked(first.asks)}` : '');
    const time = step.estimatedDuration ?? store.view.estimates?.[step.tool];
    const facts = [
      time ? `takes about ${seconds(time)}` : '',
      store.view.costs?.[name] ? `costs about $${store.view.costs[name].toPrecision(2)}` : store.view.tokens?.[name] ? `takes about ${store.view.tokens[name].toLocaleString('en')} tokens` : ['agent', 'extract'].includes(step.tool) ? 'uses a model' : 'costs nothing',
      tool && !tool.trusted ? 'gives text from outside' : '',
    ].filter(Boolean);
    return el('section', { class: 'would' },
      el('h3', null, 'What it would do'),
      effects.length ? el('ul', { class: 'effects' }, effects.map((/** @type {string} */ effect) => el('li', { class: `effect ${verb(effect)}` }, el('strong', null, verb(effect)), ' ', effect.slice(verb(effect).length + 1)))) : null,
      effects.length || !foreseen ? null : el('p', { class: 'hint' }, foreseen.after?.length ? `Known when ${foreseen.after.map((/** @type {string} */ each) => `“${each}”`).join(', ')} ${foreseen.after.length > 1 ? 'have' : 'has'} run.` : 'It changes nothing.'),
      asks ? note('wait', el('strong', null, 'Asks first: '), asks) : null,
      foreseen?.refused ? note('bad', el('strong', null, 'As things stand it would be refused: '), foreseen.refused) : null,
      foreseen?.preview && (!foreseen.refused || step.forEach) ? change(foreseen.preview) : null,
      el('p', { class: 'hint' }, facts.join(' · ')));
  }

  /** @param {Placed} here @param {any} tool @param {boolean} locked */
  args(here, tool, locked) {
    const store = /** @type {PlanStore} */ (this.store);
    const { step, name } = here;
    const schema = argsSchema(step, tool);
    const tabs = el('div', { class: 'choices', role: 'group', 'aria-label': 'Arguments as' },
      [false, true].map((json) => el('button', { type: 'button', class: 'button small', 'aria-pressed': String(this.asJson === json), 'data-key': `tab ${json}`, onclick: () => { this.asJson = json; this.show(store, name); } }, json ? 'JSON' : 'Form')));
    const body = this.asJson
      ? this.json(here, locked)
      : tool === undefined
      ? el('p', { class: 'hint' }, 'Reading what it takes …')
      : Object.keys(schema.properties ?? {}).length || Object.keys(step.args ?? {}).length
        ? schemaForm({
            schema, locked, value: step.args ?? {}, roles: tool?.roles,
            references: references(here, store.view.graph, store.tools),
            problems: problemPlaces(store.view.problems, name),
            change: (place, value) => this.argument(step, place, value),
          })
        : el('p', { class: 'hint' }, tool ? 'This tool takes no arguments.' : `There is no tool “${step.tool}” here.`);
    return el('section', { class: 'args' }, el('div', { class: 'row flow' }, el('h3', null, 'Arguments'), el('span', { class: 'grow' }), tabs), body);
  }

  /** @param {any} step @param {import('./schema.js').Place} place @param {any} value */
  argument(step, place, value) {
    if (value !== undefined) return this.send({ edit: 'setArgument', step: step.id, place, value });
    if (place.length === 1) return this.send({ edit: 'dropArgument', step: step.id, name: place[0] });
    const args = structuredClone(step.args);
    const parent = place.slice(0, -1).reduce((/** @type {any} */ at, key) => at[key], args);
    const last = place[place.length - 1];
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
    return this.send({ edit: 'setArgs', step: step.id, args });
  }

  /** @param {Placed} here @param {boolean} locked */
  json({ step }, locked) {
    const told = JSON.stringify(step.args ?? {}, null, 2);
    const wrong = el('p', { class: 'error', role: 'alert' });
    const box = el('textarea', { class: 'input code', rows: Math.min(20, told.split('\n').length + 1), spellcheck: 'false', 'aria-label': 'Arguments as JSON', 'data-key': 'json', disabled: locked,
      onchange: () => {
        try {
          const args = JSON.parse(box.value);
          wrong.textContent = '';
          box.removeAttribute('aria-invalid');
          this.send({ edit: 'setArgs', step: step.id, args });
        } catch (error) {
          box.setAttribute('aria-invalid', 'true');
          wrong.textContent = `This is not JSON: ${error instanceof Error ? error.message : error}`;
        }
      } });
    box.value = told;
    /** @type {any} */ (box).gpTold = told;
    return el('div', null, box, wrong);
  }

  /** @param {Placed} here @param {boolean} locked */
  order(here, locked) {
    const store = /** @type {PlanStore} */ (this.store);
    const { step, depth } = here;
    const declared = step.dependsOn ?? [];
    const others = depth ? [] : store.view.graph.edges.filter((/** @type {any} */ edge) => edge.to === step.id && edge.kind !== 'declared' && !declared.includes(edge.from));
    const free = here.inside.steps.map((/** @type {any} */ each) => each.id).filter((/** @type {string} */ id) => id !== step.id && !declared.includes(id));
    const choose = el('select', { class: 'input', 'aria-label': 'Let it come after another step', 'data-key': 'depend', disabled: locked || !free.length,
      onchange: () => choose.value && this.send({ edit: 'addDependency', step: step.id, on: choose.value }) },
      el('option', { value: '' }, 'add a step …'), free.map((/** @type {string} */ id) => el('option', { value: id }, id)));
    return el('section', null,
      el('h3', null, 'Comes after'),
      el('div', { class: 'row flow' },
        declared.map((/** @type {string} */ on) => el('span', { class: 'chip' }, on, locked ? null : el('button', { type: 'button', class: 'bare-x', 'aria-label': `Do not wait for ${on}`, 'data-key': `undepend ${on}`, onclick: () => this.send({ edit: 'dropDependency', step: step.id, on }) }, '×'))),
        [...new Set(others.map((/** @type {any} */ edge) => `${edge.from}|${edge.kind}`))].map((/** @type {any} */ each) => {
          const [from, kind] = each.split('|');
          return el('span', { class: 'chip soft', title: kind === 'condition' ? 'Its condition asks about it.' : 'It uses its result.' }, from, el('small', null, kind === 'condition' ? ' condition' : ' result'));
        }),
        declared.length || others.length ? null : el('span', { class: 'hint' }, 'nothing: it may begin at once'),
        choose));
  }

  /** The rarer settings, loaded when somebody looks. @param {Placed} here @param {boolean} locked */
  settings({ step }, locked) {
    const set = [step.when, step.forEach, step.approval, step.critical, step.retry, step.timeout].some(Boolean);
    const body = el('div', { class: 'stack' });
    const draw = () => fill(body, rarer?.settings(this, step, locked));
    const more = el('details', { class: 'more settings', open: set, ontoggle: async () => {
      if (!more.open || body.childElementCount) return;
      rarer ??= await import('./settings.js');
      draw();
    } }, el('summary', null, 'Conditions, repetition, approval, limits'), body);
    if (set && rarer) draw();
    return more;
  }

  /**
   * A line that is sent when it is left.
   * @param {string} key @param {string} told @param {(value: string) => void} change
   * @param {{label?: string, placeholder?: string, id?: string, locked?: boolean}} how
   */
  text(key, told, change, { label, placeholder, id, locked }) {
    const words = key === 'description'; // which may be long: they are shown whole
    const leave = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && (event.preventDefault(), box.blur());
    const box = el(words ? 'textarea' : 'input', { type: words ? null : 'text', rows: words && 1, id, class: `input line ${key.split('.')[0]}`, 'data-key': key, 'aria-label': label, placeholder, disabled: locked, spellcheck: words ? null : 'false', autocomplete: 'off', onkeydown: words && leave, onchange: () => box.value !== told && change(box.value) });
    box.value = told;
    /** @type {any} */ (box).gpTold = told;
    return box;
  }
}

/** What is wrong, and the button that repairs it. @param {any} problem @param {() => unknown} repair */
export function problemNote(problem, repair) {
  const edits = problem.repair?.edits ?? [];
  return note('bad', problemWords(problem), ' ', problem.repair?.text, ' ', edits.length ? el('button', { type: 'button', class: 'button small primary', 'data-key': `repair ${problem.code}`, onclick: repair }, repairWords(edits)) : null);
}

/** What a repair does, for its button. @param {any[]} edits */
function repairWords(edits) {
  let [edit] = edits;
  while (edit.edit === 'editInside') edit = edit.inner;
  const words = { setArgument: `Use ${brief(edit.value, 40)}`, useTool: `Use ${edit.tool}`, addDependency: `Let it come after ${edit.on}`, dropDependency: `Do not wait for ${edit.on}`, dropArgument: `Leave out ${edit.name}`, removeStep: `Delete ${edit.step}`, setApproval: 'Ask a person first' };
  return (edits.length === 1 && words[/** @type {keyof typeof words} */ (edit.edit)]) || 'Repair it';
}

/** The verb of an effect: "writes config.json". @param {string} effect */
const verb = (effect) => effect.split(' ')[0];

/** A difference; the view of it is loaded with the first. @param {string} text */
function change(text) {
  if (customElements.get('gp-diff')) return part('gp-diff', { text });
  const place = el('div');
  void import('../elements/viewer.js').then(() => place.replaceWith(part('gp-diff', { text })));
  return place;
}

/** Why a step asks, in words. @param {any} asks */
export const asked = (asks) => (!asks ? '' : typeof asks === 'string' ? asks : asks.why ?? (asks === true ? 'the plan asks for it' : ''));

/** The schema of a step's arguments: its tool's, or for a plan inside it, that plan's inputs. @param {any} step @param {any} tool @returns {any} */
export function argsSchema(step, tool) {
  if (step.plan && typeof step.plan === 'object') return inputsSchema(step.plan.inputs ?? {});
  return tool?.parameters ?? { type: 'object', properties: {} };
}

/** The inputs of a plan as a schema. @param {Record<string, any>} inputs @returns {any} */
export function inputsSchema(inputs) {
  const properties = Object.fromEntries(Object.entries(inputs).map(([name, input]) => {
    const long = (input.type ?? 'string') === 'string' ? { maxLength: 4000 } : {};
    return [name, { type: input.type ?? 'string', description: input.description, default: input.default, ...long }];
  }));
  const required = Object.keys(inputs).filter((name) => inputs[name].required !== false && (inputs[name].default ?? null) === null);
  return { type: 'object', properties, required };
}

customElements.define('step-inspector', StepInspector);
