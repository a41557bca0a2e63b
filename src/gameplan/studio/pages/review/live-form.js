// @ts-check
// A form for something that is sent as a whole: a new step, the inputs of a plan, other arguments.
import { el, fill, keepFocus } from '../dom.js';
import { schemaForm } from './form.js';
import { isReference } from './schema.js';

/** A form over an object of its own, drawn anew when it changes. @param {Omit<import('./form.js').FormOptions, 'change'>} options @param {(value: Record<string, any>) => void} [told] */
export function liveForm(options, told = () => {}) {
  const value = structuredClone(options.value);
  const box = el('div');
  const draw = () => {
    const focus = keepFocus(box);
    const open = [...box.querySelectorAll('details')].map((each) => each.open);
    fill(box, schemaForm({ ...options, value, change }));
    box.querySelectorAll('details').forEach((each, at) => (each.open = open[at] ?? each.open));
    focus();
  };
  const change = (/** @type {import('./schema.js').Place} */ place, /** @type {any} */ next) => {
    const parent = place.slice(0, -1).reduce((/** @type {any} */ at, key, depth) => (at[key] ??= typeof place[depth + 1] === 'number' ? [] : {}), value);
    const last = place[place.length - 1];
    const was = parent[last];
    if (next !== undefined) parent[last] = next;
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
    // A field that keeps its kind is left alone: somebody may be typing in the next one already.
    if (next === undefined || [was, next].some((each) => isReference(each) || (typeof each === 'object' && each !== null))) draw();
    told(value);
  };
  draw();
  return { element: box, value };
}
