// @ts-check
// A step of the list being dragged with the pointer; loaded when a pointer comes near.
import { HEIGHT, KINDS } from './list.js';

/**
 * From where a row was taken to where it is dropped, or given up with Escape.
 * @param {import('./list.js').StepList} list @param {import('./list.js').Row} row @param {number} startY
 * @param {PointerEvent[]} meanwhile  what the pointer has done since
 */
export function drag(list, row, startY, meanwhile) {
  const { name } = row;
  const top = list.rows.filter((each) => !each.depth);
  const here = top[top.indexOf(row) + 1]?.name ?? '';
  let pointerY = startY;
  let before = name;
  let going = false;
  let clock = 0;

  const place = () => {
    const box = list.getBoundingClientRect();
    if (pointerY < box.top + 36) list.scrollTop -= 12;
    if (pointerY > box.bottom - 36) list.scrollTop += 12;
    const at = Math.max(0, Math.min(list.rows.length, Math.round((pointerY - box.top + list.scrollTop) / HEIGHT)));
    const next = list.rows.slice(at).find((each) => !each.depth);
    before = next?.name ?? '';
    const why = before === name || before === here ? '' : list.whyNot(name, before);
    if (!list.line) return;
    list.line.hidden = false;
    list.line.className = why ? 'drop is-refused' : 'drop';
    list.line.textContent = why;
    list.line.style.transform = `translateY(${(next ? list.rows.indexOf(next) : list.rows.length) * HEIGHT}px)`;
  };
  const move = (/** @type {PointerEvent} */ now) => {
    pointerY = now.clientY;
    if (!going && Math.abs(pointerY - startY) < 6) return;
    if (!going) {
      going = true;
      list.select(name);
      list.classList.add('is-dragging');
      list.shown.get(name)?.element.classList.add('is-moving');
      clock = window.setInterval(place, 40);
    }
    place();
  };
  const over = new AbortController();
  const end = (/** @type {boolean} */ kept) => {
    clearInterval(clock);
    over.abort();
    list.classList.remove('is-dragging');
    list.shown.get(name)?.element.classList.remove('is-moving');
    if (list.line) list.line.hidden = true;
    if (going && kept && before !== name && before !== here) list.drop(name, before);
  };
  /** @param {PointerEvent} event */
  const take = (event) => (event.type === 'pointermove' ? move(event) : end(event.type === 'pointerup'));

  for (const event of meanwhile) if (!over.signal.aborted) take(event);
  if (over.signal.aborted) return;
  for (const kind of KINDS) addEventListener(kind, take, { signal: over.signal });
  addEventListener('keydown', (key) => key.key === 'Escape' && end(false), { capture: true, signal: over.signal });
}
