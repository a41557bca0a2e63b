// @ts-check
// What is shown where there is no page, and where a page could not be drawn.
import { Problem, link } from '../api.js';
import { el, fill } from '../dom.js';
import { emptyState } from '../elements/status.js';

/** @param {import('../types').Page} page */
export default function notFound(page) {
  page.title('Not found');
  const home = el('a', { class: 'button primary', href: link('/') }, 'Go home');
  fill(page.main, el('h1', null, 'There is nothing here'), emptyState({ icon: 'search', title: 'This address leads nowhere', text: 'It may be misspelt, or what it was for has been put away.', actions: [home, el('a', { class: 'button', href: link('/runs') }, 'Look among the runs')] }));
}

/**
 * A page could not be drawn: says what is wrong and what to do.
 * @param {import('../types').Page} page @param {unknown} error @param {() => void} again
 */
export function sorry(page, error, again) {
  if (error instanceof Problem && error.status === 404) return notFound(page);
  if (error instanceof Problem && error.status === 401) return;
  page.title('Something went wrong');
  const offline = error instanceof Problem && error.status === 0;
  const text = offline ? 'The page appears as soon as it answers. If you have stopped it, start it again with: gameplan studio' : error instanceof Error ? error.message : String(error);
  fill(page.main, el('h1', null, offline ? 'The studio does not answer' : 'This page could not be shown'), emptyState({ icon: 'warning', title: offline ? 'No connection' : error instanceof Problem && error.title ? error.title : 'What went wrong', text, actions: el('button', { class: 'button primary', type: 'button', onclick: again }, 'Try again') }));
  if (offline) {
    const timer = setInterval(() => fetch(link('/api/session'), { cache: 'no-store' }).then(again, () => {}), 2000);
    page.signal.addEventListener('abort', () => clearInterval(timer));
  }
}
