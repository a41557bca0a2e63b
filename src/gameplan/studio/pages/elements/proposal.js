// @ts-check
// What is proposed after a step failed: what went wrong, what would be done instead, and what would change in the plan.
import { el } from '../dom.js';
import { planDiff } from './plan-diff.js';
import { note } from './status.js';

/** @typedef {import('../types').InboxItem} InboxItem */

/** @type {Record<string, string>} */
const WORDS = {
  change: 'Try it again with other arguments',
  insert: 'Do something else first, then try it again',
  retry: 'Try it again as it is',
  skip: 'Do without it',
  abort: 'End the run',
};

/** What the engine says of a proposal by a model that has seen what tools returned. */
const READ = 'whoever proposes it has read what tools gave';

/** The proposal, to be read before it is approved or denied. @param {InboxItem} item */
export function proposal(item) {
  const { action = '', why = '', failure = '' } = /** @type {Record<string, string>} */ (item.args ?? {});
  const changes = item.preview && item.preview !== action ? item.preview.split('\n') : [];
  const fact = (/** @type {string} */ title, /** @type {any[]} */ ...body) => el('section', { class: 'section' }, el('h4', null, title), ...body);
  return el('div', { class: 'stack proposal' },
    fact('What failed', note('bad', el('code', null, item.step), ': ', failure || 'it did not say why.')),
    fact('What is proposed', el('p', { class: 'keep' }, el('strong', null, WORDS[action] ?? action), why ? `: ${why}` : '')),
    changes.length ? fact('What would change in the plan', planDiff(changes, 'What would change in the plan')) : null,
    item.why ? el('p', { class: 'small muted keep' }, sentence(item.why)) : null);
}

/** Why a person is asked, as they would say it. @param {string} why */
function sentence(why) {
  const reasons = why.replace(/^a recovery goes beyond what was approved: /, '').split('; ');
  const read = reasons.indexOf(READ);
  if (read >= 0) reasons.splice(read, 1);
  const told = [reasons.length ? `It goes beyond what you approved: ${reasons.join('; ')}.` : '', read >= 0 ? 'The model that proposes it has read what a tool gave, so text from outside may have steered it.' : ''];
  return told.filter(Boolean).join(' ');
}
