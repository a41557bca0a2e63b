// @ts-check
// Fields made from types: for the inputs of a plan, the answer to a question, the arguments of a tool.
import { el, unique } from '../dom.js';

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {() => {value?: any, error?: string, empty?: boolean}} read  empty: nothing was given
 * @property {(error: string) => void} complain  shows what is wrong, and goes there
 * @typedef {object} Kind  an input of a plan, or a property of a JSON schema
 * @property {string | string[]} [type]  text, string, number, integer, yes_no, boolean, choice, list, array, object, …
 * @property {string} [description]
 * @property {any} [default]
 * @property {any[]} [choices]
 * @property {any[]} [enum]
 * @property {boolean} [required]
 * @property {any} [items]
 * @property {any} [anyOf]
 */

/**
 * A labelled field for one value.
 * @param {string} name
 * @param {Kind} kind
 * @param {{label?: string, value?: any, quiet?: boolean, required?: boolean, long?: boolean}} [options]  quiet: the label is for screen readers
 * @returns {Field}
 */
export function fieldFor(name, kind, { label = name, value = kind.default, quiet = false, required = kind.required ?? false, long = false } = {}) {
  const id = unique('field');
  const type = typeOf(kind);
  const choices = kind.choices?.length ? kind.choices : kind.enum;
  const hint = kind.description ? el('div', { class: 'hint keep', id: `${id}-hint` }, kind.description) : null;
  const error = el('div', { class: 'error', id: `${id}-error`, role: 'alert', hidden: true });
  const shared = { id, name, class: 'input', 'aria-describedby': hint ? `${id}-hint ${id}-error` : `${id}-error`, 'aria-required': required ? 'true' : null };
  const { control, read } = make(type, choices, value, shared, long);
  /** @param {string} text */
  const say = (text) => {
    error.textContent = text;
    error.hidden = !text;
    text ? control.setAttribute('aria-invalid', 'true') : control.removeAttribute('aria-invalid');
  };
  control.addEventListener('input', () => say(''));
  const caption = el('label', { for: id, class: quiet ? 'sr' : '' }, label, required && el('span', { class: 'faint' }, ' (needed)'));
  const element = type === 'boolean' ? el('div', { class: 'field' }, el('div', { class: 'check' }, control, caption), hint, error) : el('div', { class: 'field' }, caption, hint, control, error);
  return {
    element,
    read: () => {
      const got = read();
      return got.empty && required ? { error: 'This is needed.' } : got;
    },
    complain: (text) => {
      say(text);
      control.focus();
    },
  };
}

/** @param {Kind} kind */
function typeOf(kind) {
  if (kind.choices?.length || kind.enum) return 'choice';
  const named = Array.isArray(kind.type) ? kind.type.find((each) => each !== 'null') : (kind.type ?? kind.anyOf?.find((/** @type {any} */ each) => each.type !== 'null')?.type);
  const kinds = /** @type {Record<string, string>} */ ({ yes_no: 'boolean', boolean: 'boolean', bool: 'boolean', int: 'integer', integer: 'integer', number: 'number', float: 'number', list: 'list', array: 'list', object: 'object', any: 'json', choice: 'choice' });
  return kinds[named ?? 'text'] ?? 'text';
}

/**
 * @param {string} type @param {any[] | undefined} choices @param {any} value @param {Record<string, any>} shared @param {boolean} long
 * @returns {{control: HTMLElement, read: () => {value?: any, error?: string, empty?: boolean}}}
 */
function make(type, choices, value, shared, long) {
  const given = value === undefined || value === null ? '' : value;
  if (type === 'choice' && choices) {
    const control = el('select', shared, given === '' && el('option', { value: '' }, 'Choose…'), choices.map((each, place) => el('option', { value: place }, String(each))));
    control.value = given === '' ? '' : String(choices.indexOf(given));
    return { control, read: () => (control.value === '' ? { empty: true } : { value: choices[Number(control.value)] }) };
  }
  if (type === 'boolean') {
    const control = el('input', { ...shared, class: '', type: 'checkbox' });
    control.checked = given === true;
    return { control, read: () => ({ value: control.checked }) };
  }
  if (type === 'integer' || type === 'number') {
    const control = el('input', { ...shared, type: 'text', inputmode: 'decimal', autocomplete: 'off', value: String(given) });
    return {
      control,
      read: () => {
        const text = control.value.trim();
        if (!text) return { empty: true };
        const number = Number(text);
        if (Number.isNaN(number)) return { error: 'This must be a number.' };
        return type === 'integer' && !Number.isInteger(number) ? { error: 'This must be a whole number.' } : { value: number };
      },
    };
  }
  if (type === 'list') {
    const control = el('textarea', { ...shared, rows: 3, placeholder: 'One on each line', value: Array.isArray(given) ? given.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n') : String(given) });
    return { control, read: () => (control.value.trim() ? { value: control.value.split('\n').filter((line) => line.trim()) } : { empty: true }) };
  }
  if (type === 'object' || type === 'json') {
    const control = el('textarea', { ...shared, class: 'input code', rows: 4, spellcheck: 'false', placeholder: 'JSON', value: given === '' ? '' : JSON.stringify(given, null, 2) });
    return {
      control,
      read: () => {
        if (!control.value.trim()) return { empty: true };
        try {
          return { value: JSON.parse(control.value) };
        } catch (error) {
          return { error: `This is not JSON: ${error instanceof Error ? error.message : error}` };
        }
      },
    };
  }
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const control = long || text.includes('\n') ? el('textarea', { ...shared, rows: 4, value: text }) : el('input', { ...shared, type: 'text', autocomplete: 'off', value: text });
  return { control, read: () => (control.value === '' ? { empty: true } : { value: control.value }) };
}

/**
 * Fields for several values at once.
 * @param {Record<string, Kind>} kinds @param {Record<string, any>} [values]
 * @param {{fold?: boolean}} [options]  fold: what need not be told is folded away, if it is much
 * @returns {{element: HTMLElement, read: () => Record<string, any> | null}}  null: something is wrong, and is said
 */
export function fieldsFor(kinds, values = {}, { fold = false } = {}) {
  const needed = (/** @type {Kind} */ kind) => (kind.required ?? true) && (kind.default ?? null) === null;
  const fields = Object.entries(kinds).map(([name, kind]) => ({ name, needed: needed(kind), field: fieldFor(name, kind, { value: values[name] ?? kind.default, required: needed(kind) }) }));
  const rest = fields.filter((each) => !each.needed);
  const folded = fold && rest.length > 1 && rest.length < fields.length;
  const shown = folded ? fields.filter((each) => each.needed) : fields;
  const more = folded && el('details', { class: 'more' }, el('summary', null, `${rest.length} more, which may stay as they are`), el('div', { class: 'stack' }, rest.map((each) => each.field.element)));
  return {
    element: el('div', { class: 'stack' }, shown.map((each) => each.field.element), more),
    read: () => {
      const read = fields.map(({ name, field }) => ({ name, field, got: field.read() }));
      const wrong = read.filter(({ got }) => got.error);
      for (const { field, got } of wrong.reverse()) {
        const hidden = field.element.closest('details');
        if (hidden) hidden.open = true;
        field.complain(got.error ?? '');
      }
      return wrong.length ? null : Object.fromEntries(read.filter(({ got }) => !got.empty).map(({ name, got }) => [name, got.value]));
    },
  };
}
