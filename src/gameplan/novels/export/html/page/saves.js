'use strict';
// What is kept between two evenings: settings, saves, what was read. A save is a seed and the choices since; the story
// is played again to get there, so a save holds nothing that could be wrong in it but the way.

(() => {
  const FORMAT = 1;
  const held = new Map(); // where the browser keeps nothing
  let allowed = true;
  const key = (name) => `novel/${Novel.id}/${name}`;

  function get(name) {
    if (held.has(key(name))) return held.get(key(name));
    try { return localStorage.getItem(key(name)); } catch { allowed = false; return null; }
  }

  function put(name, text) {
    try {
      localStorage.setItem(key(name), text);
      held.delete(key(name));
    } catch {
      allowed = false;
      held.set(key(name), text);
    }
  }

  function drop(name) {
    held.delete(key(name));
    try { localStorage.removeItem(key(name)); } catch { allowed = false; }
  }

  /** Something kept as JSON, if it can be read and `good` says so. */
  function read(name, good, otherwise) {
    try {
      const value = JSON.parse(get(name));
      return value !== null && good(value) ? value : otherwise;
    } catch { return otherwise; }
  }

  const whole = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
  const short = (value, most = 400) => typeof value === 'string' && value.length <= most;

  /** A save out of a text. Throws the name of a word that says what is wrong. */
  function parse(text) {
    let save;
    try { save = JSON.parse(text); } catch { throw new Error('brokenSave'); }
    const good = save && save.format === FORMAT && short(save.story) && short(save.hash) && whole(save.seed, 0xffffffff)
      && Array.isArray(save.choices) && save.choices.length <= 5000 && save.choices.every((each) => short(each))
      && whole(save.frame, 10000) && whole(save.beat, save.choices.length) && short(save.label) && short(save.place) && whole(save.when, 8.64e15);
    if (!good) throw new Error('brokenSave');
    if (save.story !== Novel.id) throw new Error('otherStory');
    return save;
  }

  /** The save of a name, null if there is none; throws as `parse` does. */
  function load(name) {
    const text = get(`save/${name}`);
    return text === null ? null : parse(text);
  }

  Novel.saves = {
    FORMAT, get, put, read, parse, load,
    keep: (name, save) => put(`save/${name}`, JSON.stringify(save)),
    remove: (name) => drop(`save/${name}`),
    allowed: () => { get('settings'); return allowed; },
  };
})();
