// @ts-check
// Opens pages: which module draws which address, what a page is given, and what happens when it fails.
import { Problem, connection, link, post, prefix } from './api.js';
import { el, fill } from './dom.js';
import { frame } from './frame.js';
import { setTitle } from './inbox.js';
import { shortcut } from './shortcuts.js';

/** @type {[pattern: string, module: string][]} */
const routes = [
  ['/', './home/home.js'],
  ['/plans', './plans/plans.js'],
  ['/plans/:id', './review/review.js'],
  ['/runs', './runs/runs.js'],
  ['/runs/:id', './run/run.js'],
  ['/templates', './templates/templates.js'],
  ['/sessions', './sessions/sessions.js'],
  ['/sessions/:id', './session/session.js'],
  ['/settings', './settings/settings.js'],
  ['/docs', './docs/docs.js'],
  ['/sign-in', './sign-in/sign-in.js'],
];

/** @param {string} path @returns {[module: string, params: Record<string, string>]} */
function find(path) {
  const parts = path.replace(/(?<=.)\/+$/, '').split('/');
  for (const [pattern, module] of routes) {
    const wanted = pattern.split('/');
    if (wanted.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = wanted.every((each, place) => {
      if (!each.startsWith(':')) return each === parts[place];
      params[each.slice(1)] = decodeURIComponent(parts[place]);
      return parts[place] !== '';
    });
    if (fits) return [module, params];
  }
  return ['./not-found/not-found.js', {}];
}

let leaving = new AbortController();
let opened = '';

/** Draws the page of the present address. @param {{first?: boolean}} [options] */
async function open({ first = false } = {}) {
  leaving.abort();
  for (const dialog of document.querySelectorAll('dialog')) dialog.close(); // they belong to the page that is left
  const here = (leaving = new AbortController());
  const path = location.pathname.slice(prefix.length) || '/';
  opened = location.pathname + location.search;
  const [module, params] = find(path);
  const bare = path === '/sign-in';
  const main = frame(path, bare);
  const view = el('div', { class: `page ${module.split('/')[1]}` });
  /** @type {import('./types').Page} */
  const page = {
    main: view,
    params,
    query: new URLSearchParams(location.search),
    signal: here.signal,
    title: (text) => !here.signal.aborted && setTitle(text),
    go,
    setQuery,
    shortcut: (keys, what, act) => shortcut(keys, what, act, here.signal),
  };
  let shown = false;
  const show = () => {
    if (shown || here.signal.aborted) return;
    shown = true;
    fill(main, view);
    if (!history.state?.scroll) scrollTo(0, 0);
  };
  // A page that needs a moment is shown as it is being drawn; a quick one appears in one piece.
  setTimeout(() => {
    if (!shown && !view.childElementCount) view.append(el('div', { class: 'skeleton', role: 'status' }, el('span', { class: 'sr' }, 'Loading')));
    show();
  }, 180);
  try {
    const { default: draw } = await import(module);
    if (here.signal.aborted) return;
    await draw(page);
    view.querySelector(':scope > .skeleton')?.remove();
  } catch (error) {
    if (here.signal.aborted) return;
    const { sorry } = await import('./not-found/not-found.js');
    sorry(page, error, () => void open());
  }
  show();
  if (here.signal.aborted) return;
  if (!first && !view.contains(document.activeElement)) {
    const head = /** @type {HTMLElement | null} */ (view.querySelector('h1'));
    head?.setAttribute('tabindex', '-1');
    head?.focus({ preventScroll: true });
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** @param {string} path  below the prefix, with its query @param {{replace?: boolean}} [options] */
export function go(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState']({}, '', link(path));
  void open();
}

/** @param {Record<string, string | null>} values */
function setQuery(values) {
  const address = new URL(location.href);
  for (const [key, value] of Object.entries(values)) value ? address.searchParams.set(key, value) : address.searchParams.delete(key);
  history.replaceState(history.state, '', address);
  opened = location.pathname + location.search;
}

addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  target?.closest('.cuts')?.classList.toggle('whole'); // a long title is read whole by a click on it
  const anchor = target?.closest('a');
  if (!anchor || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const address = new URL(anchor.href, location.href);
  if (anchor.target || anchor.hasAttribute('download') || address.origin !== location.origin) return;
  if (!`${address.pathname}/`.startsWith(`${prefix}/`) || /^\/(api|assets)\//.test(address.pathname.slice(prefix.length))) return;
  if (address.hash && address.pathname === location.pathname && address.search === location.search) return;
  event.preventDefault();
  history.pushState({}, '', address);
  void open();
});
addEventListener('popstate', () => {
  if (location.pathname + location.search !== opened) void open();
});
connection.addEventListener('signedOut', () => {
  const path = location.pathname.slice(prefix.length) || '/';
  if (path !== '/sign-in') go(`/sign-in?next=${encodeURIComponent(path + location.search)}`, { replace: true });
});

/** The token of the printed address is used once, and stays in no history. */
async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return;
  history.replaceState({}, '', location.pathname + location.search);
  try {
    await post('/session', { token });
  } catch (error) {
    const used = error instanceof Problem && error.status > 0 && error.status < 500;
    const next = location.pathname.slice(prefix.length) + location.search; // who is signed in already goes there at once
    history.replaceState({}, '', link(`/sign-in?${new URLSearchParams({ why: used ? 'used' : 'offline', next })}`));
  }
}

void signIn().then(() => open({ first: true }));
