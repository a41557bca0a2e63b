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
  const card = ask(item, { alone: true, answered });
  card.classList.add('asked');
  card.dataset.asks = item.step;
  if (item.noted) card.prepend(note('', `You said “${item.noted}”. It is taken as soon as the run goes on.`));
  if (item.kind === 'approval' && tool)
    card.querySelector('.decision')?.before(
      otherArguments(tool, item.args, { title: 'Other arguments', hint: 'The step asks again, with what these would do.', use: 'Use these arguments' }, async (args) => {
        if ((await intend(item.run, 'arguments', { step: item.step, args })) === 'noted') toast('Noted: it is read when the run goes on.', 'ok');
        answered();
      }, (otherwise) => {
        // What is approved is what the card shows: not what was typed and not yet used.
        for (const yes of /** @type {NodeListOf<HTMLButtonElement>} */ (card.querySelectorAll('.decision .primary, .decision .ghost'))) yes.disabled = otherwise;
      }),
    );
  return card;
}

/**
 * Arguments as the form of their tool, folded away until somebody wants other ones.
 * @param {any} tool @param {any} args @param {{title: string, hint: string, use: string}} words @param {(args: Record<string, any>) => Promise<void>} send
 * @param {(otherwise: boolean) => void} [changed]  whether something stands here that is not used yet
 */
export function otherArguments(tool, args, words, send, changed = () => {}) {
  const body = el('div', { class: 'stack' });
  const draw = () => {
    const form = liveForm({ schema: tool.parameters, value: args ?? {}, roles: tool.roles }, () => changed(true));
    const use = el('button', { type: 'button', class: 'button primary', onclick: () => {
      use.focus(); // what is being typed is taken, too
      void busy(use, () => send(form.value));
    } }, words.use);
    fill(body, el('p', { class: 'hint' }, words.hint), form.element, el('div', { class: 'actions' }, use));
  };
  const toggled = () => {
    if (more.open && !body.childElementCount) return draw();
    if (more.open) return;
    fill(body); // closed: everything is as it was
    changed(false);
  };
  const more = el('details', { class: 'more', ontoggle: toggled }, el('summary', null, words.title), body);
  return more;
}
