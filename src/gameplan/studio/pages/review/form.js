// @ts-check
// A form made from a JSON schema. A reference ($step.field) may stand in any field.
import { el, unique, unseen } from '../dom.js';
import { blank, isReference, read, written } from './schema.js';

/** @typedef {import('./schema.js').Place} Place */
/** @typedef {import('./schema.js').Schema} Schema */
/** @typedef {{reference: string, note: string, group: string}} Offered  what may be referred to */
/**
 * @typedef {object} FormOptions
 * @property {Schema} schema           an object schema
 * @property {Record<string, any>} value
 * @property {(place: Place, value: any) => void} change  undefined: the field is taken away
 * @property {Offered[]} [references]
 * @property {Map<string, string>} [problems]  by the place as it is written
 * @property {Record<string, string>} [roles]  control or data, by argument
 * @property {boolean} [locked]
 * @property {boolean} [open]  show the fields that need not be given, too
 */

/** The form. @param {FormOptions} options @returns {HTMLElement} */
export function schemaForm(options) {
  return el('div', { class: 'form' }, ...fields(options, options.schema, options.value ?? {}, []));
}

/** @param {FormOptions} o @param {Schema} schema @param {Record<string, any>} value @param {Place} place */
function fields(o, schema, value, place) {
  const known = Object.keys(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const extra = Object.keys(value).filter((name) => !known.includes(name));
  const seen = known.filter((name) => required.has(name) || name in value || o.problems?.has(written([...place, name])));
  const rest = known.filter((name) => !seen.includes(name));
  const shown = [...seen, ...extra].map((name) =>
    field(o, schema.properties?.[name] ?? {}, value[name], [...place, name], { optional: !required.has(name), unknown: !known.includes(name) }),
  );
  if (!rest.length) return shown;
  const more = rest.map((name) => field(o, schema.properties[name], undefined, [...place, name], { optional: true }));
  const title = rest.length === 1 ? '1 more argument' : `${rest.length} more arguments`;
  return [...shown, o.open || !seen.length ? more : el('details', { class: 'more' }, el('summary', null, title), ...more)].flat();
}

/**
 * One field with its name, what it is for, and what is wrong with it.
 * @param {FormOptions} o @param {Schema} schema @param {any} value @param {Place} place
 * @param {{optional?: boolean, unknown?: boolean, item?: boolean}} [how]
 * @returns {HTMLElement}
 */
function field(o, schema, value, place, how = {}) {
  const { kind, schema: own } = read(schema, o.schema, value);
  const name = String(place[place.length - 1]);
  const key = written(place);
  const wrong = o.problems?.get(key);
  const id = unique('field');
  const notes = unique('note');
  const described = own.description || how.unknown || wrong ? notes : null;
  const nested = (kind === 'list' && (Array.isArray(value) || value === undefined)) || (kind === 'fields' && !isReference(value) && value !== undefined);
  const control = nested
    ? kind === 'list'
      ? list(o, own, value ?? [], place)
      : el('div', { class: 'inner' }, ...fields(o, own, value, place))
    : input(o, kind, own, value, place, { id, describedBy: described, optional: how.optional, label: how.item ? key : '' });
  const label = how.item ? `${Number(name) + 1}` : name;
  const role = place.length === 1 && o.roles?.[name] === 'control' ? el('span', { class: 'role', title: 'It decides where the step acts: a person is asked if text from outside decides it.' }, 'decides') : null;
  const head = el(
    'div',
    { class: 'field-head' },
    nested ? el('span', { class: 'name' }, label) : el('label', { for: id }, label),
    how.optional || how.item ? null : el('span', { class: 'needed', 'aria-hidden': 'true' }, '*'),
    role,
    el('span', { class: 'grow' }),
    how.optional && value !== undefined && !o.locked && !how.item ? remove(o, place, `Leave ${key} to its default`) : null,
  );
  return el(
    nested ? 'fieldset' : 'div',
    { class: `field${wrong ? ' is-wrong' : ''}${how.item ? ' is-item' : ''}`, 'data-place': key, ...(nested ? { 'aria-label': key } : {}) },
    how.item ? null : head,
    control,
    how.item ? remove(o, place, `Remove ${key}`) : null,
    described
      ? el('p', { class: 'hint', id: notes }, wrong ? el('strong', null, wrong, ' ') : null, how.unknown ? 'The tool knows no such argument. ' : null, how.item ? null : own.description)
      : null,
  );
}

/** @param {FormOptions} o @param {Place} place @param {string} label */
const remove = (o, place, label) =>
  el('button', { type: 'button', class: 'button ghost icon small', title: label, 'aria-label': label, 'data-key': `drop ${written(place)}`, disabled: o.locked, onclick: () => o.change(place, undefined) }, '×');

/** @param {FormOptions} o @param {Schema} schema @param {any[]} items @param {Place} place */
function list(o, schema, items, place) {
  const key = written(place);
  return el(
    'div',
    { class: 'items' },
    ...items.map((item, at) => field(o, schema.items ?? {}, item, [...place, at], { item: true })),
    o.locked ? null : el('div', { class: 'row' },
      el('button', { type: 'button', class: 'button small', 'data-key': `add ${key}`, 'aria-label': `Add to ${key}`, onclick: () => o.change(place, [...items, blank(schema.items ?? {}, o.schema)]) }, '+ Add'),
      items.length ? null : picker(o, key, (reference) => o.change(place, reference)),
    ),
  );
}

/**
 * @param {FormOptions} o @param {string} kind @param {Schema} schema @param {any} value @param {Place} place
 * @param {{id: string, describedBy: string | null, optional?: boolean, label: string}} how
 */
function input(o, kind, schema, value, place, { id, describedBy, optional, label }) {
  const key = written(place);
  const common = { id, 'data-key': key, disabled: o.locked, 'aria-describedby': describedBy, ...(label ? { 'aria-label': label } : {}) };
  const referred = isReference(value);
  if (kind === 'boolean' && !referred) {
    const box = el('input', { type: 'checkbox', ...common, onchange: () => o.change(place, box.checked) });
    box.checked = value ?? schema.default ?? false;
    return el('div', { class: 'control' }, box, el('span', { class: 'grow' }), picker(o, key, (reference) => o.change(place, reference)));
  }
  if (kind === 'choice' && !referred) {
    const choose = el('select', { ...common, class: 'input', onchange: () => o.change(place, choose.value === '' ? undefined : schema.enum[Number(choose.value)]) },
      optional ? el('option', { value: '' }, schema.default === undefined ? '' : `${schema.default} (default)`) : null,
      schema.enum.map((/** @type {any} */ each, /** @type {number} */ at) => el('option', { value: at }, String(each))),
    );
    choose.value = value === undefined ? '' : String(schema.enum.indexOf(value));
    return el('div', { class: 'control' }, choose, picker(o, key, (reference) => o.change(place, reference)));
  }
  let told = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, kind === 'any' || kind === 'fields' || kind === 'list' ? 1 : 0);
  const usual = schema.default === undefined || schema.default === null ? '' : String(schema.default);
  const lines = (kind === 'lines' && !referred) || kind === 'any' || told.includes('\n') || told.length > 60;
  const box = lines
    ? el('textarea', { ...common, rows: Math.min(12, Math.max(kind === 'text' ? 1 : 2, told.split('\n').length)), spellcheck: 'false', class: referred ? 'input is-reference' : 'input' })
    : el('input', { ...common, type: 'text', placeholder: usual, spellcheck: 'false', autocomplete: 'off', inputmode: kind === 'number' || kind === 'integer' ? 'decimal' : null, class: referred ? 'input is-reference' : 'input' });
  box.value = told;
  /** @type {any} */ (box).gpTold = told;
  const wrong = el('p', { class: 'error', hidden: true, role: 'alert' });
  const commit = () => {
    if (box.value === told) return;
    const { value: next, trouble } = parsed(box.value, kind, schema, optional ?? false);
    wrong.textContent = trouble;
    wrong.hidden = !trouble;
    box.setAttribute('aria-invalid', String(Boolean(trouble)));
    if (trouble) return;
    told = box.value;
    /** @type {any} */ (box).gpTold = told;
    o.change(place, next);
  };
  box.addEventListener('change', commit);
  const insert = (/** @type {string} */ reference) => {
    const inText = (kind === 'text' || kind === 'lines') && box.value && !isReference(box.value);
    const at = box.selectionStart ?? box.value.length;
    box.value = inText ? `${box.value.slice(0, at)}\${${reference.slice(1)}}${box.value.slice(box.selectionEnd ?? at)}` : reference;
    commit();
  };
  const hidden = unseen(told);
  return el('div', { class: 'control' }, box, picker(o, key, insert), wrong, hidden && el('p', { class: 'error' }, 'It holds what cannot be seen here: ', el('code', null, hidden)));
}

/** What a person typed, as what the field wants. @param {string} text @param {string} kind @param {Schema} schema @param {boolean} optional */
function parsed(text, kind, schema, optional) {
  if (isReference(text.trim()) && kind !== 'lines') return { value: text.trim(), trouble: '' };
  if (text === '' && optional && schema.default !== '') return { value: undefined, trouble: '' };
  if (kind === 'number' || kind === 'integer') {
    const number = Number(text.trim().replace(',', '.'));
    if (!text.trim() || !Number.isFinite(number)) return { value: null, trouble: 'This must be a number, or a reference such as $step.size.' };
    if (kind === 'integer' && !Number.isInteger(number)) return { value: null, trouble: 'This must be a whole number.' };
    if (schema.minimum !== undefined && number < schema.minimum) return { value: null, trouble: `At least ${schema.minimum}.` };
    if (schema.maximum !== undefined && number > schema.maximum) return { value: null, trouble: `At most ${schema.maximum}.` };
    return { value: number, trouble: '' };
  }
  if (kind === 'text' || kind === 'lines') return { value: text, trouble: '' };
  if (kind === 'any' && schema.type === undefined && !/^\s*[[{"]/.test(text)) {
    try {
      return { value: JSON.parse(text), trouble: '' };
    } catch {
      return { value: text, trouble: '' };
    }
  }
  try {
    return { value: JSON.parse(text), trouble: '' };
  } catch (error) {
    return { value: null, trouble: `This is not JSON: ${error instanceof Error ? error.message : error}` };
  }
}

/** The button that offers what earlier steps give. @param {FormOptions} o @param {string} key @param {(reference: string) => void} take */
function picker(o, key, take) {
  if (!o.references || o.locked) return null;
  return el('button', {
    type: 'button', class: 'button ghost icon small pick', title: 'Use a result of an earlier step', 'aria-label': `Use a result of an earlier step in ${key}`, 'aria-haspopup': 'listbox', 'data-key': `pick ${key}`,
    onclick: async (/** @type {MouseEvent} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      const { pickReference } = await import('./pick.js');
      pickReference(button, o.references ?? [], take);
    },
  }, '$');
}
