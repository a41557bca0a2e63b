// @ts-check
// What waits for a person, with the buttons that answer it: in the inbox, on the home page, beside a step.
import { intend, link, segment } from '../api.js';
import { el, keyed, unique } from '../dom.js';
import { icon } from '../icons.js';
import { inbox, refreshInbox } from '../inbox.js';
import { busy, openDialog, toast } from './dialog.js';
import { fieldFor } from './form.js';
import { emptyState } from './status.js';
import { time } from './time.js';
import { proposal } from './proposal.js';
import { effectChip, viewer } from './viewer.js';

/** @typedef {import('../types').InboxItem} InboxItem */

const name = (/** @type {InboxItem} */ item) => `${item.run}/${item.step}/${item.boundTo ?? ''}`;

/** The inbox as a list that keeps itself fresh. @param {AbortSignal} signal @param {number} [most]  that are shown until somebody wants all */
export function asks(signal, most = 50) {
  const list = el('ul', { class: 'stack' });
  const empty = emptyState({ icon: 'inbox', title: 'Nothing waits for you', text: 'When a step wants to change, send or delete something, it asks here first.' });
  const all = el('button', { class: 'button', type: 'button', onclick: () => ((most = Infinity), draw()) });
  const draw = () => {
    keyed(list, inbox.items.slice(0, most), name, (item, before) => before ?? el('li', null, ask(item)));
    list.hidden = !inbox.items.length;
    all.hidden = inbox.items.length <= most;
    all.textContent = `Show all ${inbox.items.length}`;
    empty.hidden = inbox.items.length > 0;
  };
  inbox.addEventListener('change', draw, { signal });
  draw();
  return el('div', { class: 'stack' }, list, all, empty);
}

/** What waits, from wherever one is. */
export function openInbox() {
  const leave = new AbortController();
  const list = asks(leave.signal);
  openDialog({ title: 'Inbox', kind: 'drawer', body: [list, permission()], closed: () => leave.abort(), signal: leave.signal });
}

/** Offers notifications where they have not been decided on. */
function permission() {
  if (!('Notification' in window) || Notification.permission !== 'default') return null;
  const button = el('button', { class: 'button small', type: 'button', onclick: async () => (await Notification.requestPermission(), button.remove()) }, 'Notify me when something waits');
  return el('div', null, button);
}

/**
 * One thing that waits.
 * @param {InboxItem} item @param {{alone?: boolean, answered?: (what: 'taken' | 'noted') => void}} [options]  alone: the run is around it already
 */
export function ask(item, { alone = false, answered } = {}) {
  const head = unique('ask');
  const title = item.kind === 'question' ? item.question || 'A question' : item.kind === 'recovery' ? 'A step failed: another way is proposed' : `May “${item.step}” go ahead?`;
  return el(
    'article',
    { class: 'card wait stack', 'aria-labelledby': head },
    el(
      'div',
      { class: 'stack tight' },
      !alone && el('div', { class: 'row wide small' }, el('a', { class: 'cut', href: link(`/runs/${segment(item.run)}`) }, item.runTitle || item.run), el('span', { class: 'faint num' }, time(item.since))),
      el('h3', { id: head, class: 'keep' }, title),
      item.kind !== 'recovery' && item.why && item.why !== item.question && el('p', { class: 'small muted keep' }, /^[a-z]/.test(item.why) ? `It asks because ${item.why}.` : item.why),
    ),
    // What is decided stays in sight, but never lies over what is asked, and is below all that text from outside decides.
    el(
      'div',
      { class: 'stack asked-for' },
      item.kind !== 'question' && item.effects?.length > 0 && el('div', { class: 'row flow' }, item.effects.map(effectChip)),
      item.doubts?.length > 0 && doubts(item),
      item.kind === 'recovery' ? proposal(item) : item.preview ? viewer(item.preview, 'What would change') : item.kind === 'approval' && Object.keys(item.args ?? {}).length > 0 && viewer(item.args, 'Arguments'),
      item.kind === 'question' ? question(item, answered) : decision(item, answered),
    ),
  );
}

/** Text from outside that decides what is done: shown whole. @param {InboxItem} item */
function doubts(item) {
  return el('div', { class: 'note wait' }, icon('shield'), el('div', { class: 'stack tight grow' }, el('strong', null, 'Text from outside decides this'), item.doubts.map((doubt) => el('p', { class: 'keep' }, el('code', null, doubt.argument), ' is ', el('code', { class: 'keep' }, typeof doubt.value === 'string' ? doubt.value : JSON.stringify(doubt.value)), doubt.origin && ` (from ${doubt.origin})`))));
}

/**
 * @param {InboxItem} item @param {string} kind @param {Record<string, any>} payload @param {((what: 'taken' | 'noted') => void) | undefined} answered
 */
async function answer(item, kind, payload, answered) {
  const became = await intend(item.run, kind, { step: item.step, ...payload });
  toast(became === 'noted' ? 'Noted: it is read when the run goes on.' : { approve: 'Approved.', deny: 'Denied.', answer: 'Answered.' }[kind] ?? 'Done.', 'ok');
  answered?.(became);
  await refreshInbox();
}

/** @param {InboxItem} item @param {((what: 'taken' | 'noted') => void) | undefined} answered */
function decision(item, answered) {
  const bound = item.boundTo ? { boundTo: item.boundTo } : {};
  const reason = el('input', { class: 'input grow', type: 'text', 'aria-label': 'Why not', placeholder: 'Why not? (may stay empty)' });
  const why = el('form', { class: 'row', hidden: true }, reason, el('button', { class: 'button danger', type: 'submit' }, 'Deny'));
  const no = el('button', { class: 'button danger', type: 'button', 'aria-expanded': 'false' }, 'Deny…');
  const yes = el('button', { class: 'button primary', type: 'button', onclick: () => busy(yes, () => answer(item, 'approve', bound, answered)) }, icon('check'), 'Approve');
  const rest = el('button', { class: 'button ghost', type: 'button', title: 'Also the steps that do the same kind of thing; never where text from outside decides', onclick: () => busy(rest, () => answer(item, 'approve', { ...bound, rest: true }, answered)) }, 'Approve all like this');
  no.addEventListener('click', () => {
    why.hidden = !why.hidden;
    no.setAttribute('aria-expanded', String(!why.hidden));
    if (!why.hidden) reason.focus();
  });
  why.addEventListener('submit', (event) => {
    event.preventDefault();
    void busy(/** @type {HTMLButtonElement} */ (why.lastElementChild), () => answer(item, 'deny', { ...bound, ...(reason.value ? { reason: reason.value } : {}) }, answered));
  });
  return el('div', { class: `stack decision${item.doubtful ? '' : ' stays'}` }, el('div', { class: 'actions' }, yes, no, item.kind === 'approval' && !item.doubtful && rest), why);
}

/** @param {InboxItem} item @param {((what: 'taken' | 'noted') => void) | undefined} answered */
function question(item, answered) {
  const reply = (/** @type {HTMLButtonElement} */ button, /** @type {import('../types').Json | undefined} */ value) => busy(button, () => answer(item, 'answer', { value }, answered));
  if (item.type === 'yes_no') {
    const choice = (/** @type {string} */ text, /** @type {boolean} */ value) => el('button', { class: `button ${item.default === value ? 'primary' : ''}`, type: 'button', onclick: (/** @type {MouseEvent} */ event) => reply(/** @type {HTMLButtonElement} */ (event.currentTarget), value) }, text);
    return el('div', { class: 'actions' }, choice('Yes', true), choice('No', false));
  }
  const field = fieldFor('answer', { type: item.type ?? 'text', choices: item.choices ?? undefined, default: item.default, description: '' }, { label: 'Your answer', quiet: true, required: true });
  const send = el('button', { class: 'button primary', type: 'submit' }, 'Answer');
  const form = el('form', { class: 'stack answer', novalidate: true }, field.element, el('div', { class: 'actions' }, send));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const value = field.read();
    if (value.error) field.complain(value.error);
    else void reply(send, value.value);
  });
  return form;
}
