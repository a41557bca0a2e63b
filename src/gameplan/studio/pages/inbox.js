// @ts-check
// What waits for the person: the count in the frame and in the tab's title, and a notification where it is allowed.
import { get, link } from './api.js';
import { debounced, seen } from './dom.js';

/** @typedef {import('./types').InboxItem} InboxItem */

export const inbox = Object.assign(new EventTarget(), { count: 0, items: /** @type {InboxItem[]} */ ([]), known: false });
let title = 'Gameplan';

/** The tab's title: what the page says, after the number of things that wait. @param {string} [text] */
export function setTitle(text) {
  if (text !== undefined) title = text ? `${text} · Gameplan` : 'Gameplan';
  document.title = seen(inbox.count ? `(${inbox.count}) ${title}` : title);
}

const name = (/** @type {InboxItem} */ item) => `${item.run}/${item.step}/${item.boundTo ?? ''}`;

/** Reads the inbox anew, and tells those who listen to `inbox` ("change"). */
export async function refreshInbox() {
  const before = new Set(inbox.items.map(name));
  const { count, items } = await get('/inbox').catch(() => ({ count: inbox.count, items: inbox.items }));
  const fresh = inbox.known ? items.filter((/** @type {InboxItem} */ item) => !before.has(name(item))) : [];
  Object.assign(inbox, { count, items, known: true });
  setTitle();
  inbox.dispatchEvent(new Event('change'));
  for (const item of fresh) notify(item);
}
export const refreshInboxSoon = debounced(() => void refreshInbox(), 120);

/** @param {InboxItem} item */
function notify(item) {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.visibilityState === 'visible') return;
  let note;
  try {
    // The tag makes one notification of those that several tabs send.
    note = new Notification(item.kind === 'question' ? 'A run has a question' : 'A run waits for your approval', { body: seen(`${item.runTitle}: ${item.question ?? item.step}`), tag: name(item) });
  } catch {
    return; // some phones have them, and do not let a page make one
  }
  note.onclick = () => {
    focus();
    location.assign(link(`/runs/${encodeURIComponent(item.run)}`));
  };
}
