// @ts-check
// Signing in: by the token of the printed address, or by the studio's password.
import { Problem, get, link, post } from '../api.js';
import { el, fill, style, unique } from '../dom.js';
import { icon, mark } from '../icons.js';

/** @type {Record<string, string>} */
const reasons = {
  used: 'That address has been used already, or is from an earlier start of the studio.',
  offline: 'The studio did not answer. Is it still running?',
};

/** @param {import('../types').Page} page */
export default async function signIn(page) {
  page.title('Sign in');
  await style('sign-in/sign-in.css');
  /** @type {import('../types').Session | null} */
  const session = await get('/session', { signal: page.signal }).catch(() => null);
  const next = link(page.query.get('next') ?? '/');
  const there = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null; // as the browser reads it: "/\x" is another host
  const onward = () => location.replace(there?.origin === location.origin ? there.href : link('/'));
  if (session?.signedIn) return onward();

  const id = unique('token');
  const password = session?.withPassword ?? false;
  const field = el('input', { class: 'input code', id, type: 'password', autocomplete: password ? 'current-password' : 'off', spellcheck: 'false', 'aria-describedby': `${id}-error`, required: true });
  const error = el('p', { class: 'error small', id: `${id}-error`, role: 'alert' });
  const form = el(
    'form',
    { class: 'stack' },
    el('div', { class: 'field' }, el('label', { for: id }, password ? 'Password' : 'Token, or the whole address'), field, error),
    el('button', { class: 'button primary', type: 'submit' }, 'Sign in'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const token = new URLSearchParams(field.value.split('#')[1] ?? '').get('token') ?? field.value.trim();
    try {
      await post('/session', password ? { password: field.value } : { token });
      onward();
    } catch (problem) {
      const refused = problem instanceof Problem && problem.status === 401;
      error.textContent = refused ? (password ? 'That is not the password.' : 'This one does not open. Each one works once.') : problem instanceof Error ? problem.message : String(problem);
      field.setAttribute('aria-invalid', 'true');
      field.select();
    }
  });
  fill(
    page.main,
    el(
      'div',
      { class: 'door card stack loose' },
      el('div', { class: 'stack' }, el('span', { class: 'sign' }, mark(40)), el('h1', null, 'Sign in to Gameplan'), el('p', { class: 'muted' }, reasons[page.query.get('why') ?? ''] ?? (password ? 'This studio is open to whoever knows its password.' : 'This studio is open to whoever started it, and to nobody else.'))),
      !password && el('ol', { class: 'steps stack' }, el('li', null, 'Go to the terminal where the studio runs.'), el('li', null, 'Open the address that it printed last; it ends in ', el('code', null, '#token=…'), '.'), el('li', null, 'Used up? ', el('code', null, 'gameplan studio --address'), ' prints a new one.')),
      form,
      el('p', { class: 'small faint row' }, icon('shield'), password ? 'Whoever knows it may do here what you may.' : 'The token works once and is kept in no history.'),
    ),
  );
}
