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
  /** @type {Map<string, string>} What is wrong, by the setting. */
  const wrong = new Map(inspector.problems().map((problem) => [problem.place.join('.').replace('.items', '').replace('.attempts', ''), problem.message.split('\n')[0]]));
  const row = (/** @type {string} */ label, /** @type {string} */ note, /** @type {(id: string) => HTMLElement} */ control, key = '') => {
    const [id, about] = [unique('set'), unique('note')];
    const field = control(id);
    field.setAttribute('aria-describedby', about);
    if (wrong.has(key)) field.setAttribute('aria-invalid', 'true');
    return el('div', { class: wrong.has(key) ? 'setting is-wrong' : 'setting' }, el('label', { for: id }, label), field, el('p', { id: about, class: wrong.has(key) ? 'hint error' : 'hint' }, wrong.get(key) ?? note));
  };
  const text = (/** @type {string} */ key, /** @type {any} */ value, /** @type {(value: string) => void} */ change, /** @type {string} */ placeholder = '') => (/** @type {string} */ id) =>
    inspector.text(key, value === undefined || value === null ? '' : String(value), change, { id, placeholder, locked });
  /** @param {string} key @param {number | undefined} value @param {(value: number | undefined) => void} change @returns {(id: string) => HTMLElement} */
  const number = (key, value, change, placeholder = '') => (id) => {
    const box = text(key, value, (said) => {
      const told = said.trim() === '' ? undefined : Number(said);
      if (!Number.isNaN(told)) return change(told);
      const note = box.nextElementSibling;
      box.setAttribute('aria-invalid', 'true');
      note?.classList.add('error');
      if (note) note.textContent = 'This is not a number.';
    }, placeholder)(id);
    box.addEventListener('input', () => box.removeAttribute('aria-invalid'));
    return box;
  };
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
    row('Only when', 'A condition on earlier results, such as $read.size > 100. Without one, always.', text('when', step.when, (value) => inspector.send({ edit: 'setCondition', step: step.id, when: value.trim() }), '$read.size > 100'), 'when'),
    row('For each of', 'A list of an earlier step, such as $find.files: the step runs once for each, which is $item.', text('forEach', items, (value) => forEach({ items: parsedItems(value) }), '$find.files'), 'forEach'),
    each ? el('div', { class: 'row flow' }, row('at most', '', number('forEach.max', each.max ?? 100, (max) => forEach({ max })), 'forEach.max'), row('at once', '', number('forEach.parallel', each.parallel ?? 8, (parallel) => forEach({ parallel })), 'forEach.parallel')) : null,
    row('Ask a person', 'Whatever destroys, sends or executes something asks anyway.', approval),
    row('Critical', 'If it fails, nothing more begins.', critical),
    row('Try at most', 'Times; only for tools that may be repeated.', number('retry', step.retry?.attempts, (attempts) => replaced({ retry: attempts === undefined ? undefined : { ...step.retry, attempts } }), '1'), 'retry'),
    row('Time limit', 'Seconds.', number('timeout', step.timeout, (timeout) => replaced({ timeout }), 'none'), 'timeout'),
    row('Takes about', 'Seconds, as you expect it.', number('estimate', step.estimatedDuration, (estimatedDuration) => replaced({ estimatedDuration }), 'unknown'), 'estimatedDuration'),
  ];
}
