// @ts-check
// One for all tabs of the browser: holds the streams, and tells each tab what it follows.
import { Hub } from './stream-hub.js';

const path = new URL(import.meta.url).pathname;
const hub = new Hub(`${location.origin}${path.slice(0, path.lastIndexOf('/assets/'))}/api`);
/** When a tab was last heard of, where there are no locks to tell that it has gone. @type {Map<string, number>} */
const heard = new Map();

/** @type {any} */ (self).onconnect = (/** @type {MessageEvent} */ event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => {
    const { tab, key, path, after, ask } = data;
    heard.set(tab, Date.now());
    if (ask === 'follow') hub.follow(path, after, `${tab}/${key}`, (told) => port.postMessage({ key, told }));
    else if (ask === 'leave') hub.leave(`${tab}/${key}`);
    else if (ask === 'seen') hub.seen(tab);
    else if (ask === 'bye') gone(tab);
    // A tab holds a lock of its name for as long as it lives: getting it means that the tab is gone, even by a crash.
    else if (ask === 'hello') void navigator.locks?.request(`gameplan.tab.${tab}`, () => gone(tab));
  };
};

/** @param {string} tab */
function gone(tab) {
  heard.delete(tab);
  hub.leave(tab);
}

if (!navigator.locks) {
  setInterval(() => {
    for (const [tab, at] of heard) if (Date.now() - at > 150_000) gone(tab);
  }, 30_000);
}
