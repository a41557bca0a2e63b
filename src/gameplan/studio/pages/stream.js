// @ts-check
// Following: a session, or the whole house, through the worker that all tabs share.
import { asset, connection, prefix } from './api.js';

/** @typedef {import('./stream-worker.js').Told} Told */

const tab = Math.random().toString(36).slice(2);
/** @type {Map<string, {path: string, after: number, tell: (told: Told) => void}>} */
const following = new Map();
let count = 0;

/** Asks the worker, or the hub in this page where the browser has no shared workers. */
const carrier = (() => {
  /** @param {MessageEvent} event */
  const hear = ({ data }) => {
    const follower = following.get(data.key);
    if (!follower) return;
    if (data.told.id !== undefined) follower.after = data.told.id;
    if (data.told.is === 'signedOut') connection.dispatchEvent(new Event('signedOut'));
    follower.tell(data.told);
  };
  if (typeof SharedWorker === 'function') {
    const { port } = new SharedWorker(asset('stream-worker.js'), { type: 'module', name: 'gameplan' });
    port.onmessage = hear;
    /** @param {object} message */
    const send = (message) => port.postMessage({ tab, ...message });
    const hello = () => send({ ask: 'hello' });
    if (navigator.locks) void navigator.locks.request(`gameplan.tab.${tab}`, () => (hello(), new Promise(() => {})));
    else setInterval(() => send({ ask: 'seen' }), 20_000);
    return send;
  }
  const hub = import('./stream-worker.js').then(({ Hub }) => new Hub(`${location.origin}${prefix}/api`));
  return async (/** @type {any} */ { ask, key, path, after }) => {
    const it = await hub;
    if (ask === 'follow') it.follow(path, after, `${tab}/${key}`, (told) => hear(/** @type {any} */ ({ data: { key, told } })));
    else if (ask === 'leave') it.leave(`${tab}/${key}`);
    else if (ask === 'bye') it.leave(tab);
  };
})();

/**
 * Follows a stream of the API until the signal is aborted. No event is missed and none is told twice, whatever happens
 * to the connection, the tab or the server.
 * @param {string} path  below /api: "/runs/7/events", "/plans/3/events", "/sessions/9/stream" or "/stream"
 * @param {object} options
 * @param {number} [options.after]  the number of the newest event that is known already (a view's `seq` or ETag)
 * @param {(event: {type: string, data: any, id?: number}) => void} options.event  a notice has no id
 * @param {(again: boolean) => void} [options.open]  connected; again: after it was lost
 * @param {() => void} [options.lost]
 * @param {() => void} [options.gone]  there is no such session
 * @param {AbortSignal} options.signal
 */
export function follow(path, { after = 0, event, open, lost, gone, signal }) {
  if (signal.aborted) return;
  const key = String(++count);
  /** @param {Told} told */
  const tell = (told) => {
    if (told.is === 'event') event({ type: told.type ?? '', data: told.data, id: told.id });
    else if (told.is === 'open') open?.(told.again ?? false);
    else if (told.is === 'lost') lost?.();
    else if (told.is === 'gone') gone?.();
  };
  following.set(key, { path, after, tell });
  carrier({ ask: 'follow', key, path, after });
  signal.addEventListener('abort', () => {
    following.delete(key);
    carrier({ ask: 'leave', key });
  });
}

addEventListener('pagehide', () => carrier({ ask: 'bye' }));
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const [key, { path, after }] of following) carrier({ ask: 'follow', key, path, after });
});
addEventListener('visibilitychange', () => document.visibilityState === 'visible' && carrier({ ask: 'seen' }));
