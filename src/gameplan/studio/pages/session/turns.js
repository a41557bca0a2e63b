// @ts-check
// What agents were told, what they said and called, and what each step cost.
import { el } from '../dom.js';
import { counted, money } from '../elements/lists.js';
import { badge, emptyState } from '../elements/status.js';
import { viewer } from '../elements/viewer.js';
import { icon } from '../icons.js';

/** @param {import('../types').Turn[]} turns */
export function turnsView(turns) {
  if (!turns.length) return emptyState({ icon: 'agent', title: 'No agent has acted here', text: 'Steps that call a tool need none. Where a model drafts, extracts or acts, every word it was told and every call it made stands here.' });
  const tokens = turns.reduce((sum, turn) => sum + (turn.tokens ?? 0), 0);
  const cost = turns.reduce((sum, turn) => sum + (turn.cost ?? 0), 0);
  return el('div', { class: 'stack loose' }, el('p', { class: 'muted num' }, [counted(turns.length, 'turn'), counted(tokens, 'token'), money(cost)].filter(Boolean).join(' · ')), turns.map(turnView));
}

/** @param {import('../types').Turn} turn */
function turnView(turn) {
  return el(
    'section',
    { class: 'card stack' },
    el('div', { class: 'row flow wide' }, el('h2', { class: 'row' }, icon('agent'), turn.agent || 'Agent'), el('span', { class: 'row flow' }, el('code', { class: 'small' }, turn.model), turn.endedBy ? badge(turn.endedBy === 'finished' ? 'completed' : 'ready', { text: turn.endedBy.replace(/_/g, ' ') }) : badge('running'))),
    el('p', { class: 'small muted num' }, [counted(turn.steps.length, 'step'), counted(turn.tokens ?? 0, 'token'), money(turn.cost), turn.continues && 'goes on from an earlier turn'].filter(Boolean).join(' · ')),
    turn.detail && el('p', { class: 'small keep' }, turn.detail),
    fold('What it was told at first', turn.prompt),
    turn.request && fold('The request', turn.request),
    turn.tools?.length > 0 && el('div', { class: 'row flow' }, turn.tools.map((name) => el('span', { class: 'chip' }, name))),
    turn.failures?.map((text) => el('p', { class: 'note bad keep' }, text)),
    el('ol', { class: 'turn-steps' }, turn.steps.map(stepView)),
  );
}

/** @param {import('../types').TurnStep} step */
function stepView(step) {
  const used = Object.entries(step.usage ?? {}).filter(([, amount]) => amount > 0);
  return el(
    'li',
    { class: 'stack' },
    el('div', { class: 'row flow wide' }, el('strong', null, `Step ${step.step}`), el('span', { class: 'row flow small muted num' }, used.map(([name, amount]) => el('span', null, `${name.replace(/_?tokens/i, '').replace(/(?=[A-Z])|_/g, ' ').toLowerCase()} ${amount.toLocaleString('en')}`)), step.cost ? el('span', null, money(step.cost)) : null)),
    step.told?.length > 0 && fold(`Told (${counted(step.told.length, 'message')}${step.condensed ? `, ${step.condensed} shortened` : ''})`, step.told.join('\n\n')),
    step.text && el('p', { class: 'keep said' }, step.text),
    step.calls.map((call) => el('div', { class: 'call stack' }, el('div', { class: 'row flow' }, icon('tool', 14), el('code', null, call.tool), call.status && badge(call.status === 'ok' ? 'completed' : call.status === 'refused' ? 'blocked' : 'failed', { text: call.status })), call.arguments !== null && Object.keys(/** @type {any} */ (call.arguments) ?? {}).length > 0 && viewer(call.arguments, `Arguments of ${call.tool}`), call.text && fold('What came of it', call.text))),
  );
}

/** @param {string} title @param {string} text */
function fold(title, text) {
  if (!text) return null;
  const inside = el('div');
  const details = el('details', null, el('summary', { class: 'small' }, title), inside);
  details.addEventListener('toggle', () => details.open && !inside.childElementCount && inside.append(Object.assign(document.createElement('gp-text'), { text, wraps: true, numbered: false, label: title })));
  return details;
}
