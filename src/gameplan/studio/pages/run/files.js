// @ts-check
// What a run did to files: each with what came of it, by which steps, and, when it is opened, the lines that differ.
import { el, fill, part } from '../dom.js';
import { diffLines } from '../elements/viewer.js';

/** @typedef {import('../types').FileChange} FileChange */
/** @typedef {import('../types').FileDiff} FileDiff */

const AT_ONCE = 3; // files that are opened at first
const MOST = 200;
/** @type {Record<FileChange['what'], string>} */
const TONES = { created: 'write', changed: 'live', deleted: 'destroy', moved: '' };

/**
 * @param {FileChange[]} files
 * @param {{read: (path: string) => Promise<FileDiff | undefined>, step?: (name: string) => Node}} how  `step` leads to a step
 */
export const filesView = (files, { read, step }) =>
  el('ul', { class: 'files' },
    files.slice(0, MOST).map((file, at) => el('li', null, fileView(file, read, step, at < AT_ONCE))),
    files.length > MOST && el('li', { class: 'hint' }, `and ${files.length - MOST} more`));

/** @param {FileChange} file @param {(path: string) => Promise<FileDiff | undefined>} read @param {((name: string) => Node) | undefined} step @param {boolean} open */
function fileView(file, read, step, open) {
  const { path, what, kind, movedFrom, putBack, unsure, intruded, steps } = file;
  const size = el('span', { class: 'faint tiny num push' }, sizes(file));
  const head = [
    el('span', { class: `chip ${TONES[what]}` }, what), el('code', { class: 'wrap' }, path),
    movedFrom && el('span', { class: 'small muted wrap' }, `from ${movedFrom}`),
    putBack && el('span', { class: 'chip' }, 'put back'), unsure && el('span', { class: 'chip wait' }, 'not sure'), size,
  ];
  if (kind === 'directory') return el('div', { class: 'row flow' }, head);
  const body = el('div', { class: 'stack tight' });
  const show = (/** @type {FileDiff | undefined} */ told) => {
    const counted = diffLines(told?.diff ?? '').find((line) => line.kind === 'file');
    if (counted) fill(size, el('b', { class: 'plus' }, `+${counted.added}`), ' ', el('b', { class: 'minus' }, `−${counted.taken}`));
    fill(body,
      unsure && el('p', { class: 'hint' }, 'The run was ended in the middle of this, and nobody has looked since how it stands.'),
      intruded && el('p', { class: 'hint' }, 'Somebody else changed it between two of the steps.'),
      told?.diff ? part('gp-diff', { text: told.diff, label: `What changed in ${path}` }) : el('p', { class: 'hint' }, told?.note || 'Its content is as it was.'),
      step && el('p', { class: 'small muted' }, 'By ', steps.map((name, at) => [at ? ', ' : '', step(name)])));
  };
  const details = el('details', { open, ontoggle: async () => {
    if (!details.open || body.childElementCount) return;
    fill(body, el('p', { class: 'hint' }, 'Reading what changed …'));
    await read(path).then(show, (error) => fill(body, el('p', { class: 'error' }, error.message)));
  } }, el('summary', { class: 'row flow' }, head), body);
  return details;
}

/** The effects that are not told of file by file. @param {string[]} [effects] */
export const beside = (effects = []) => effects.filter((effect) => !/^(reads|writes|overwrites|destroys) /.test(effect));

/** @param {FileChange} file */
function sizes({ what, kind, sizeBefore, size }) {
  if (kind !== 'file') return kind === 'directory' ? 'folder' : 'link';
  if (what === 'deleted') return bytes(sizeBefore);
  return what === 'changed' && sizeBefore !== size ? `${bytes(sizeBefore)} → ${bytes(size)}` : bytes(size);
}

/** @param {number} count */
const bytes = (count) => (count < 1000 ? `${count} bytes` : count < 1e6 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`);
