// @ts-check
// What a run asks, in its place: the card that the inbox has, and for an approval also other arguments.
import { intend } from '../api.js';
import { el, fill } from '../dom.js';
import { ask } from '../elements/ask.js';
import { busy, toast } from '../elements/dialog.js';
import { note } from '../elements/status.js';
import { liveForm } from '../review/live-form.js';

/** @typedef {import('../types').InboxItem & {noted?: string}} Asked */

/** @param {Asked} item @param {{tool?: any, answered: () => void}} how */
export function askedCard(item, { tool, answered }) {
  const card = ask(item.why === item.question ? { ...item, why: '' } : item, { alone: true, answered });
  card.classList.add('asked');
  card.dataset.asks = item.step;
  if (item.noted) card.prepend(note('', `You said “${item.noted}”. It is taken as soon as the run goes on.`));
  if (item.kind === 'approval' && tool) card.append(otherArguments(item, tool, answered));
  return card;
}

/** The arguments as the form of their tool. With others, the step asks again: with what those would do. @param {Asked} item @param {any} tool @param {() => void} answered */
function otherArguments(item, tool, answered) {
  const body = el('div', { class: 'stack' });
  const draw = () => {
    const form = liveForm({ schema: tool.parameters, value: /** @type {any} */ (item.args ?? {}), roles: tool.roles });
    const use = el('button', { type: 'button', class: 'button primary', onclick: () => {
      use.focus(); // what is being typed is taken, too
      void busy(use, async () => {
        if ((await intend(item.run, 'arguments', { step: item.step, args: form.value })) === 'noted') toast('Noted: it is read when the run goes on.', 'ok');
        answered();
      });
    } }, 'Use these arguments');
    fill(body, el('p', { class: 'hint' }, 'The step asks again, with what these would do.'), form.element, el('div', { class: 'actions' }, use));
  };
  const more = el('details', { class: 'more', ontoggle: () => more.open && !body.childElementCount && draw() }, el('summary', null, 'Other arguments'), body);
  return more;
}
