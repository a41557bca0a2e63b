// @ts-check
// What stands around every page: navigation, the inbox, the theme, the line that says when the connection is lost.
import { connection, get, link } from './api.js';
import { el, fill } from './dom.js';
import { icon, mark } from './icons.js';
import { inbox, refreshInbox, refreshInboxSoon } from './inbox.js';
import { shortcut } from './shortcuts.js';
import { follow } from './stream.js';

/** The rooms of the studio; a new one is a line here and a route in app.js. */
const rooms = [
  { path: '/', name: 'Home', icon: 'home', key: 'h' },
  { path: '/plans', name: 'Plans', icon: 'plans', key: 'p' },
  { path: '/runs', name: 'Runs', icon: 'runs', key: 'r' },
  { path: '/templates', name: 'Templates', icon: 'templates', key: 't' },
  { path: '/sessions', name: 'Sessions', icon: 'sessions', key: 's' },
  { path: '/settings', name: 'Settings', icon: 'settings', key: ',' },
];

/** Tells pages that a session has grown ("changed", with `detail`), or that all may have changed ("anew"). */
export const house = new EventTarget();

const main = el('main', { id: 'main', tabindex: -1 });
/** @type {HTMLElement | null} */
let built = null;
/** @type {HTMLAnchorElement[]} */
let links = [];
const side = el('nav', { class: 'side', id: 'side', 'aria-label': 'Main' });
const menu = el('button', { class: 'button ghost icon', type: 'button', 'aria-label': 'Menu', 'aria-expanded': 'false', 'aria-controls': 'side', onclick: () => toggle() }, icon('menu', 18));
const veil = el('button', { class: 'veil', type: 'button', tabindex: -1, 'aria-hidden': 'true', hidden: true, onclick: () => toggle(false) });
const counts = [0, 1].map(() => el('span', { class: 'count', hidden: true }));
const banner = el('div', { class: 'banner', role: 'status', hidden: true });

/**
 * The frame around the page at `path`; a bare one (sign-in) has no navigation.
 * @param {string} path @param {boolean} bare
 */
export function frame(path, bare) {
  if (bare) {
    built = null;
    fill(document.body, main);
    return main;
  }
  if (!built) {
    built = build();
    fill(document.body, el('a', { class: 'skip', href: '#main', onclick: skip }, 'Skip to content'), built);
    begin();
  }
  for (const each of links) {
    const room = each.dataset.path ?? '';
    const here = room === '/' ? path === '/' : path === room || path.startsWith(`${room}/`);
    here ? each.setAttribute('aria-current', path === room ? 'page' : 'true') : each.removeAttribute('aria-current');
  }
  if (side.classList.contains('open')) toggle(false);
  return main;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

function build() {
  links = rooms.map(({ path, name, icon: sign }) => el('a', { href: link(path), 'data-path': path }, icon(sign), name));
  const open = (/** @type {number} */ place, /** @type {import('./dom.js').Child} */ inside) => el('button', { type: 'button', class: place ? 'button ghost' : '', 'aria-haspopup': 'dialog', onclick: openInbox }, icon('inbox', place ? 18 : 16), inside, counts[place]);
  const api = el('a', { href: link('/docs'), 'data-path': '/docs' }, icon('book'), 'API');
  links.push(api);
  const brand = () => el('a', { class: 'brand', href: link('/') }, mark(), 'Gameplan');
  fill(
    side,
    brand(),
    el('div', { class: 'nav' }, links.slice(0, rooms.length)),
    el('div', { class: 'nav foot' }, open(0, 'Inbox'), themeButton(), api, el('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: showKeys }, icon('question'), 'Keys', el('kbd', { 'aria-hidden': 'true' }, '?'))),
  );
  return el('div', { class: 'frame' }, el('header', { class: 'bar' }, menu, brand(), el('span', { class: 'push' }), open(1, el('span', { class: 'sr' }, 'Inbox'))), veil, side, el('div', { class: 'content' }, banner, main));
}

const openInbox = async () => (await import('./elements/ask.js')).openInbox();
const showKeys = async () => (await import('./elements/keys.js')).showKeys();

/** @param {boolean} [open] */
function toggle(open = !side.classList.contains('open')) {
  side.classList.toggle('open', open);
  veil.hidden = !open;
  menu.setAttribute('aria-expanded', String(open));
  if (open) links[0].focus();
}
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !side.classList.contains('open')) return;
  toggle(false);
  menu.focus();
});

function themeButton() {
  const root = document.documentElement;
  const dark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
  const draw = () => fill(button, icon(dark() ? 'sun' : 'moon'), dark() ? 'Light theme' : 'Dark theme');
  const button = el('button', {
    type: 'button',
    onclick: () => {
      root.dataset.theme = dark() ? 'light' : 'dark';
      localStorage.setItem('gameplan.theme', root.dataset.theme);
      draw();
    },
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('gameplan.theme', draw);
  return draw();
}

let begun = false;
function begin() {
  if (begun) return;
  begun = true;
  for (const { path, name, key } of rooms) shortcut(`g ${key}`, `Go to ${name}`, () => links.find((each) => each.dataset.path === path)?.click());
  shortcut('i', 'Open the inbox', () => void openInbox());
  shortcut('/', 'Search', () => /** @type {HTMLElement | null} */ (document.querySelector('input[type=search]'))?.focus());
  shortcut('?', 'Show the keys', () => void showKeys());
  inbox.addEventListener('change', () => {
    for (const count of counts) {
      count.hidden = !inbox.count;
      fill(count, String(inbox.count), el('span', { class: 'sr' }, inbox.count === 1 ? ' thing waits for you' : ' things wait for you'));
    }
  });
  void refreshInbox();
  follow('/stream', {
    signal: new AbortController().signal,
    open: (again) => {
      lost(false);
      if (!again) return;
      refreshInboxSoon();
      house.dispatchEvent(new Event('anew'));
    },
    lost: () => lost(true),
    event: ({ type, data }) => {
      if (type !== 'changed' && type !== 'stale') return;
      refreshInboxSoon();
      // Stale: this tab was told too much at once, and some of it was left out.
      house.dispatchEvent(type === 'stale' ? new Event('anew') : new CustomEvent('changed', { detail: data }));
    },
  });
  connection.addEventListener('offline', () => lost(true));
  connection.addEventListener('online', () => lost(false));
}

let since = 0;
/** A short break is not worth a word. @param {boolean} yes */
function lost(yes) {
  clearTimeout(since);
  if (!yes) banner.hidden = true;
  else if (banner.hidden)
    since = window.setTimeout(() => {
      fill(banner, icon('retry'), 'The studio does not answer. Trying again; nothing is lost.');
      banner.hidden = false;
      void get('/session').catch(() => {});
    }, 800);
}
