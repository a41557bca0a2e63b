// @ts-check
// When a step is done, how often, who is asked, and how long it may take.
import { el, style, unique } from '../dom.js';

await style('review/dialogs.css');

/** @param {import('./inspector.js').StepInspector} inspector @param {any} step @param {boolean} locked */
export function settings(inspector, step, locked) {
  const replaced = (/** @type {Record<string, any>} */ change) => {
    const by = { ...step, ...change };
    delete by.order;
    for (const key of Object.keys(by)) if (by[key] === undefined) delete by[key];
    inspector.send({ edit: 'replaceStep', by });
  };
  const whole = (/** @type {string} */ text) => (text.trim() === '' ? undefined : Number(text));
  const row = (/** @type {string} */ label, /** @type {string} */ note, /** @type {(id: string) => Node} */ control) => {
    const id = unique('set');
    return el('div', { class: 'setting' }, el('label', { for: id }, label), control(id), el('p', { class: 'hint' }, note));
  };
  const text = (/** @type {string} */ key, /** @type {any} */ value, /** @type {(value: string) => void} */ change, /** @type {string} */ placeholder = '') => (/** @type {string} */ id) =>
    inspector.text(key, value === undefined || value === null ? '' : String(value), change, { id, placeholder, locked });
  const each = step.forEach;
  const items = each === undefined || each === null ? '' : typeof each.items === 'string' ? each.items : JSON.stringify(each.items);
  const forEach = (/** @type {Record<string, any>} */ change) => {
    const next = { max: 100, parallel: 8, ...each, ...change };
    inspector.send({ edit: 'setForEach', step: step.id, forEach: next.items === '' || next.items === undefined ? null : next });
  };
  const parsedItems = (/** @type {string} */ value) => {
    try {
      return value.trim().startsWith('[') ? JSON.parse(value) : value.trim();
    } catch {
      return value.trim();
    }
  };
  const approval = (/** @type {string} */ id) => {
    const choose = el('select', { id, class: 'input', 'data-key': 'approval', disabled: locked, onchange: () => inspector.send({ edit: 'setApproval', step: step.id, approval: choose.value === '' ? null : choose.value === 'true' }) },
      el('option', { value: '' }, 'if its effects demand it'), el('option', { value: 'true' }, 'always'));
    choose.value = step.approval ? 'true' : '';
    return choose;
  };
  const critical = (/** @type {string} */ id) => {
    const box = el('input', { id, type: 'checkbox', 'data-key': 'critical', disabled: locked, onchange: () => replaced({ critical: box.checked || undefined }) });
    box.checked = Boolean(step.critical);
    return box;
  };
  return [
    row('Only when', 'A condition on earlier results, such as $read.size > 100. Without one, always.', text('when', step.when, (value) => inspector.send({ edit: 'setCondition', step: step.id, when: value.trim() }), '$read.size > 100')),
    row('For each of', 'A list of an earlier step, such as $find.files: the step runs once for each, which is $item.', text('forEach', items, (value) => forEach({ items: parsedItems(value) }), '$find.files')),
    each ? el('div', { class: 'row flow' }, row('at most', '', text('forEach.max', each.max ?? 100, (value) => forEach({ max: whole(value) }))), row('at once', '', text('forEach.parallel', each.parallel ?? 8, (value) => forEach({ parallel: whole(value) })))) : null,
    row('Ask a person', 'Whatever destroys, sends or executes something asks anyway.', approval),
    row('Critical', 'If it fails, nothing more begins.', critical),
    row('Try at most', 'Times; only for tools that may be repeated.', text('retry', step.retry?.attempts, (value) => replaced({ retry: whole(value) === undefined ? undefined : { ...step.retry, attempts: whole(value) } }), '1')),
    row('Time limit', 'Seconds.', text('timeout', step.timeout, (value) => replaced({ timeout: whole(value) }), 'none')),
    row('Takes about', 'Seconds, as you expect it.', text('estimate', step.estimatedDuration, (value) => replaced({ estimatedDuration: whole(value) }), 'unknown')),
  ];
}
