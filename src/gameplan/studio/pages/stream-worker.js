// @ts-check
// Follows sessions for any number of tabs over few connections. Lives in a SharedWorker, one for all tabs of the browser,
// or in the page where there is none. A browser opens six connections to a host, and requests need some: at most `STREAMS`
// are streams. What is beyond is read from the record whenever the house's stream says that a session has grown; nothing
// is lost but notices.

const STREAMS = 4;
const KEPT = 500; // events of a channel that are kept for a tab that joins late
const SILENCE = 45_000; // milliseconds without even a heartbeat: the connection is dead

/**
 * @typedef {object} Told     what a follower is told
 * @property {'event' | 'open' | 'lost' | 'gone' | 'signedOut'} is
 * @property {string} [type]  the event's name
 * @property {any} [data]
 * @property {number} [id]    its number; a notice has none
 * @property {boolean} [again]  open: after a connection was lost
 * @typedef {object} Follower
 * @property {string} key
 * @property {number} at      the number of the newest event that it has been told
 * @property {boolean} catching
 * @property {Told[]} queue
 * @property {(told: Told) => void} tell
 */

export class Hub {
  /** @param {string} root  the address of the API, such as http://127.0.0.1:7007/api */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, Channel>} */
    this.channels = new Map();
  }

  /**
   * @param {string} path @param {number} after @param {string} key @param {(told: Told) => void} tell
   */
  follow(path, after, key, tell) {
    const channel = this.channels.get(path) ?? new Channel(this, path, after);
    this.channels.set(path, channel);
    channel.join({ key, at: after, catching: false, queue: [], tell });
    this.deal();
  }

  /** @param {string} key  a follower's, or the beginning of those of a tab */
  leave(key) {
    for (const channel of [...this.channels.values()]) {
      channel.followers = channel.followers.filter((each) => each.key !== key && !each.key.startsWith(`${key}/`));
      if (channel.followers.length) continue;
      channel.close();
      this.channels.delete(channel.path);
    }
    this.deal();
  }

  /** A tab came to the front: what it follows has the first right to a connection. @param {string} tab */
  seen(tab) {
    for (const channel of this.channels.values()) {
      if (channel.followers.some((each) => each.key.startsWith(`${tab}/`))) channel.seen = performance.now();
    }
    this.deal();
  }

  /** Deals the connections out: the house first, then what was looked at last. */
  deal() {
    const channels = [...this.channels.values()].sort((a, b) => Number(b.house) - Number(a.house) || b.seen - a.seen);
    const room = channels[0]?.house ? STREAMS : Infinity; // without the house's stream nobody would say what has grown
    channels.forEach((channel, place) => (place < room ? channel.connect() : channel.disconnect()));
  }

  /** @param {any} changed  what the house's stream said */
  changed(changed) {
    for (const channel of this.channels.values()) if (channel.session === changed.session) channel.grown();
  }

  /** The house's stream is open again: what was missed is read. */
  reopened() {
    for (const channel of this.channels.values()) channel.grown();
  }
}

class Channel {
  /** @param {Hub} hub @param {string} path @param {number} after */
  constructor(hub, path, after) {
    this.hub = hub;
    this.path = path;
    this.house = path === '/stream';
    const [way, query] = path.split('?');
    this.way = way;
    this.asks = query ? `&${query}` : '';
    this.session = this.house ? '' : decodeURIComponent(way.split('/')[2] ?? '');
    this.at = after;
    this.seen = performance.now();
    /** @type {Follower[]} */
    this.followers = [];
    /** @type {{id: number, told: Told}[]} */
    this.kept = [];
    this.since = after; // `kept` holds every event after this one
    /** @type {AbortController | null} */
    this.connection = null;
    this.open = false;
    this.opened = false;
    this.ended = false;
    this.reading = false;
    this.readAgain = false;
  }

  /** @param {Follower} follower */
  join(follower) {
    this.followers.push(follower);
    this.seen = performance.now();
    if (this.open || (this.opened && !this.connection)) follower.tell({ is: 'open', again: false });
    if (this.house || follower.at >= this.at) return;
    if (follower.at >= this.since) {
      for (const { id, told } of this.kept) if (id > follower.at) this.give(follower, told);
    } else void this.catchUp(follower);
  }

  /** @param {Told} told */
  publish(told) {
    if (told.id !== undefined) {
      if (told.id <= this.at) return;
      this.at = told.id;
      this.kept.push({ id: told.id, told });
      if (this.kept.length > KEPT) this.since = this.kept.shift()?.id ?? this.since;
    }
    if (this.house && told.type === 'changed') this.hub.changed(told.data);
    if (this.house && told.type === 'stale') this.hub.reopened();
    for (const follower of this.followers) this.give(follower, told);
  }

  /** @param {Follower} follower @param {Told} told */
  give(follower, told) {
    if (follower.catching) {
      follower.queue.push(told);
      return;
    }
    if (told.id !== undefined) {
      if (told.id <= follower.at) return;
      follower.at = told.id;
    }
    follower.tell(told);
  }

  /** What a follower has not seen and the channel no longer keeps is read from the record. @param {Follower} follower */
  async catchUp(follower) {
    follower.catching = true;
    try {
      while (follower.at < this.at && this.followers.includes(follower)) {
        const events = await this.read(follower.at);
        if (!events.length) break;
        for (const each of events) {
          follower.at = each.seq;
          follower.tell({ is: 'event', type: each.type, data: each, id: each.seq });
        }
      }
    } catch {
      // The connection is lost; the stream's own loop says so and comes back.
    }
    follower.catching = false;
    for (const told of follower.queue.splice(0)) this.give(follower, told);
  }

  /** @param {number} after @returns {Promise<any[]>} */
  async read(after) {
    const answer = await fetch(`${this.hub.root}/sessions/${encodeURIComponent(this.session)}/events?after=${after}&limit=500${this.asks}`, {
      credentials: 'same-origin',
      cache: 'no-store',
    });
    if (answer.status === 404) this.end('gone');
    if (!answer.ok) return [];
    return answer.json();
  }

  /** The session has grown; without a connection of our own we read what is new. */
  async grown() {
    if (this.connection || this.house || this.ended) return;
    this.readAgain = true;
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.readAgain && !this.connection) {
        this.readAgain = false;
        for (const each of await this.read(this.at)) this.publish({ is: 'event', type: each.type, data: each, id: each.seq });
      }
    } catch {
      // As above: `reopened` reads again.
    }
    this.reading = false;
  }

  connect() {
    if (this.connection || this.ended) return;
    this.connection = new AbortController();
    void this.run(this.connection.signal);
  }

  disconnect() {
    if (this.ended) return;
    this.connection?.abort();
    this.connection = null;
    this.open = false;
    if (!this.opened) {
      this.opened = true;
      for (const follower of this.followers) follower.tell({ is: 'open', again: false });
    }
    void this.grown();
  }

  close() {
    this.ended = true;
    this.connection?.abort();
  }

  /** @param {'gone' | 'signedOut'} is */
  end(is) {
    this.publish({ is });
    this.close();
    this.hub.channels.delete(this.path);
  }

  /** Reads the stream, and comes back when it is lost, a little later each time. @param {AbortSignal} signal */
  async run(signal) {
    let wait = 250;
    while (!signal.aborted) {
      const began = performance.now();
      try {
        await this.listen(signal);
      } catch {
        // Lost: said below.
      }
      if (signal.aborted || this.ended) return;
      if (this.open || !this.opened) this.publish({ is: 'lost' });
      this.open = false;
      this.opened = true;
      if (performance.now() - began > 5_000) wait = 250;
      await new Promise((done) => setTimeout(done, wait * (0.75 + Math.random() / 2)));
      wait = Math.min(wait * 2, 8_000);
    }
  }

  /** @param {AbortSignal} signal */
  async listen(signal) {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'text/event-stream' };
    if (this.opened && this.at) headers['Last-Event-ID'] = String(this.at);
    const dead = new AbortController();
    signal.addEventListener('abort', () => dead.abort(), { once: true });
    let timer = setTimeout(() => dead.abort(), SILENCE);
    try {
      const answer = await fetch(`${this.hub.root}${this.way}${this.house ? '' : `?after=${this.at}${this.asks}`}`, {
        headers,
        signal: dead.signal,
        credentials: 'same-origin',
        cache: 'no-store',
      });
      if (answer.status === 401) return this.end('signedOut');
      if (answer.status === 404) return this.end('gone');
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      const again = this.opened;
      this.open = this.opened = true;
      this.publish({ is: 'open', again });
      if (this.house && again) this.hub.reopened();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const parse = parser((told) => this.publish(told));
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => dead.abort(), SILENCE);
        parse(value);
      }
    } finally {
      clearTimeout(timer);
      dead.abort();
    }
  }
}

/**
 * Reads the text of an event stream as it comes, in pieces of any size.
 * @param {(told: Told) => void} found
 */
export function parser(found) {
  let rest = '';
  let type = 'message';
  let id = '';
  /** @type {string[]} */
  let data = [];
  /** @param {string} piece */
  return (piece) => {
    rest += piece;
    // A lone CR at the end may be half of a CRLF: it waits for the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length) found({ is: 'event', type, data: json(data.join('\n')), ...(id === '' ? {} : { id: Number(id) }) });
        type = 'message';
        id = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'data') data.push(value);
      else if (field === 'event') type = value;
      else if (field === 'id' && /^\d+$/.test(value)) id = value;
    }
  };
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tells each tab what it follows. In a worker that all tabs share. */
function serve() {
  const path = new URL(import.meta.url).pathname;
  const hub = new Hub(`${location.origin}${path.slice(0, path.lastIndexOf('/assets/'))}/api`);
  /** When a tab was last heard of, where there are no locks to tell that it has gone. @type {Map<string, number>} */
  const heard = new Map();
  const gone = (/** @type {string} */ tab) => {
    heard.delete(tab);
    hub.leave(tab);
  };
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
  if (navigator.locks) return;
  setInterval(() => {
    for (const [tab, at] of heard) if (Date.now() - at > 150_000) gone(tab);
  }, 30_000);
}

if (!('document' in globalThis)) serve();
