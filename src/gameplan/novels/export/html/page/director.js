'use strict';
// The Director: what can happen, what does, and what can be chosen then. It follows the rules of a lowered story word for
// word (story.py), with no clock and no chance but the seed's: the same seed and choices give the same play.

(() => {
  const FACTOR = 48271, MODULUS = 2147483647, FREE_MOVES = 3, PATIENT = 2;
  const INTERRUPTS = ['opening', 'event', 'escalation', 'climax', 'ending'];
  const { story, hash } = window.NOVEL;
  const scenes = new Map(story.scenes.map((each) => [each.id, each]));
  const places = new Map(story.places.map((each) => [each.id, each]));
  const people = new Map(story.people.map((each) => [each.id, each]));
  const acts = new Map(story.acts.map((each) => [each.id, each]));
  const bounds = new Map(story.variables.map((each) => [each.name, each]));

  // -- conditions

  function amount(of, values) {
    if (typeof of === 'number') return of;
    if (typeof of === 'string') return values.get(of);
    const one = amount(of[1], values), other = amount(of[2], values);
    return of[0] === '+' ? one + other : of[0] === '-' ? one - other : one * other;
  }

  function holds(condition, values) {
    const [operator, ...parts] = condition;
    if (operator === 'and') return parts.every((each) => holds(each, values));
    if (operator === 'or') return parts.some((each) => holds(each, values));
    if (operator === 'not') return !holds(parts[0], values);
    const left = amount(parts[0], values), right = amount(parts[1], values);
    switch (operator) {
      case '==': return left === right;
      case '!=': return left !== right;
      case '<': return left < right;
      case '<=': return left <= right;
      case '>': return left > right;
      default: return left >= right;
    }
  }

  /** One beat being made: `v` is how it stands, `lines` what is told of it. */
  class Beat {
    constructor(values) {
      this.v = new Map(values);
      this.lines = [];
      this.last = null; // the scene that was told last
      this.cast = [];
    }

    get(name) { return this.v.get(name); }
    set(name, value) { this.v.set(name, value); }

    /** Adds to a variable, within its bounds. */
    add(name, by = 1) {
      const { lowest, highest } = bounds.get(name);
      this.set(name, Math.min(highest, Math.max(lowest, this.get(name) + by)));
    }

    get act() { return story.acts[this.get('act')]; }
    get place() { return story.places[this.get('place')]; }
    get progressFull() { return this.get('needed') > 0 && this.get('progress') >= this.get('needed'); }
    get doomFull() { return this.get('doom_needed') > 0 && this.get('doom') >= this.get('doom_needed'); }
    holds(condition) { return holds(condition, this.v); }

    draw() {
      this.set('random', (this.get('random') * FACTOR) % MODULUS);
      return this.get('random');
    }

    apply(effects) {
      for (const { variable, operation, value, condition } of effects) {
        if (!this.holds(condition)) continue;
        if (operation === 'set') this.set(variable, value);
        else this.add(variable, value);
      }
    }

    tell(passages, roll = null) {
      const told = passages.filter((each) => this.holds(each.condition));
      const rolled = roll && (told.find((each) => each.kind === 'roll') || told[0]);
      for (const each of told) this.lines.push({ passage: each, cast: this.cast, place: this.place, roll: each === rolled ? roll : null });
    }

    tick(by) {
      if (by < 0 && !this.act.reversible) return;
      this.set('doom', Math.min(Math.max(0, this.get('doom') + by), this.get('doom_needed')));
      if (this.progressFull && this.doomFull) this.set('doom', this.get('doom') - 1);
      this.set('peak', Math.max(this.get('peak'), this.get('doom')));
    }

    pace() {
      this.add('paced');
      if (this.act.every > 0 && this.get('paced') % this.act.every === 0) this.tick(1);
    }

    enter(act) {
      this.set('act', story.acts.indexOf(act));
      this.apply(act.effects);
      this.play(scenes.get(act.opening));
    }

    /** Plays a scene; one that is no interrupt, opening or ending counts for progress and clock. */
    play(scene) {
      this.add(scene.times);
      this.set(scene.last, this.get('turn'));
      const passages = scene.texts.length ? scene.texts[(this.get(scene.times) - 1) % scene.texts.length] : [];
      let roll = null;
      this.set('tier', 0);
      if (scene.roll) {
        const dice = [1 + (this.draw() % 6), 1 + (this.draw() % 6)];
        const total = dice[0] + dice[1] + scene.roll.modifier;
        this.set('tier', total >= 10 ? 3 : total >= 7 ? 2 : 1);
        roll = { stat: scene.roll.stat, modifier: scene.roll.modifier, dice, total, tier: ['', 'miss', 'weak', 'strong'][this.get('tier')] };
      }
      this.set('branch', scene.branches.findIndex((each) => this.holds(each)) + 1);
      this.last = scene;
      this.cast = scene.cast;
      this.tell(passages, roll);
      this.apply(scene.effects);
      if (INTERRUPTS.includes(scene.kind)) return;
      const tier = this.get('tier');
      this.set('idle', 0);
      this.set('moves', 0);
      this.set('focus', scene.focus);
      if (this.get('needed') > 0) this.add('progress', tier === 1 ? Math.floor(scene.gives / 2) : scene.gives);
      this.tick(scene.doom + (tier === 1 ? this.act.miss : tier === 2 ? this.act.weak : 0));
    }

    possible() { return this.place.scenes.map((id) => scenes.get(id)).filter((each) => this.holds(each.condition)); }

    best(found) {
      const urgent = found.filter((each) => this.holds(each.urgent));
      const score = (scene) => scene.bonuses.reduce((sum, each) => sum + (this.holds(each.condition) ? each.points : 0), scene.weight);
      let best = null;
      for (const scene of urgent.length ? urgent : found) {
        const rank = [score(scene), -this.get(scene.last)];
        if (!best || rank[0] > best.rank[0] || (rank[0] === best.rank[0] && rank[1] > best.rank[1])) best = { scene, rank };
      }
      return best.scene;
    }

    giveUp() {
      this.set('climax', 1);
      if (this.get('needed') > 0 && !this.progressFull && !this.doomFull) this.set('stalled', 1);
    }

    endAct() {
      const next = this.act.next.find((each) => this.holds(each.condition));
      if (next) return this.enter(acts.get(next.to));
      const { to } = story.ends.find((each) => this.holds(each.condition));
      const ended = story.endings.findIndex((each) => each.id === to);
      this.set('ended', ended + 1);
      return this.play(scenes.get(story.endings[ended].scene));
    }

    /** What comes of `stay`, `wait` or a way. */
    run(way, waits) {
      this.add('turn');
      this.add('act_turn');
      if (way) {
        const place = places.get(way.to);
        this.set('place', story.places.indexOf(place));
        this.apply(place.effects);
        this.tick(this.act.travel);
        this.count(place.counter, place.arrivals);
      }
      if (this.get('turn') > story.longest || this.get('act_turn') > this.act.longest) this.giveUp();
      if (this.get('climax') === 1) return this.endAct();
      const interrupt = this.act.interrupts.map((id) => scenes.get(id)).find((each) => this.holds(each.condition));
      if (interrupt) return this.play(interrupt);
      if (this.progressFull) return this.endAct();
      const found = waits ? [] : this.possible();
      if (!found.length) return this.nothing(way);
      this.play(this.best(found));
      this.pace();
      const aside = this.act.asides.find((each) => this.holds(each.condition));
      if (aside) { this.tell(aside.passages); this.apply(aside.effects); }
      return undefined;
    }

    nothing(way) {
      if (way) {
        this.add('moves');
        if (this.get('moves') <= FREE_MOVES) return this.pace();
      }
      this.add('idle');
      if (this.get('doom_needed') > 0) this.tick(this.act.idle || (this.get('idle') > PATIENT ? 1 : 0));
      else if (this.get('idle') > this.act.patience) this.giveUp();
      this.pace();
      return this.count(this.place.quiet_counter, this.place.quiet);
    }

    /** Tells the text whose turn it is by a counter, which goes up. */
    count(counter, texts) {
      this.tell(texts[this.get(counter)] || []);
      this.add(counter);
    }

    openWays(place) { return place.ways.filter((each) => this.holds(each.condition)); }

    isNew(place) { return place.scenes.some((id) => !this.get(scenes.get(id).times) && this.holds(scenes.get(id).condition)); }

    /** How many ways it is from a place to something new, without coming through here. */
    far(place) {
      const seen = new Set([this.place, place]);
      let edge = [place];
      for (let steps = 0; edge.length; steps++) {
        if (edge.some((each) => this.isNew(each))) return steps;
        edge = [...new Set(edge.flatMap((each) => this.openWays(each)).map((way) => places.get(way.to)))].filter((each) => !seen.has(each));
        for (const each of edge) seen.add(each);
      }
      return Infinity;
    }

    /** The ways that lead to something new: right there, or else the first of the shortest. */
    leading() {
      const ways = this.openWays(this.place).map((way) => ({ way, steps: this.far(places.get(way.to)) }));
      const nearest = Math.min(...ways.map((each) => each.steps));
      const found = ways.filter((each) => each.steps === nearest && nearest < Infinity).map((each) => each.way);
      return nearest ? found.slice(0, 1) : found;
    }

    /** What can be chosen now. `scene`: the one whose own choices are still open. */
    options(scene) {
      if (this.get('ended')) return [];
      const own = scene ? scene.choices.filter((each) => this.holds(each.condition)) : [];
      if (own.length) return own.map((each) => ({ id: `say:${each.id}`, text: each.text, hint: each.hint }));
      if (this.get('climax') === 1 || this.progressFull || this.doomFull) return [{ id: 'stay', text: story.words.onward }];
      const ahead = new Beat(this.v);
      ahead.add('turn');
      ahead.add('act_turn');
      const stays = ahead.possible().length > 0;
      const leading = ahead.leading();
      return [
        ...(stays ? [{ id: 'stay', text: story.words.stay }] : []),
        ...this.openWays(this.place).map((each) => ({ id: `go:${each.to}`, text: each.text, go: true, hint: leading.includes(each) ? places.get(each.to).mood : '' })),
        ...(stays ? [] : [{ id: 'wait', text: story.words.wait }]),
      ];
    }
  }

  // -- what the page is given

  /** Who can be seen in a line: the cast, and who speaks; three at most. The protagonist is seen when nobody else is. */
  function seen({ passage, cast }) {
    const list = cast.filter((each) => people.has(each.person)).slice(0, 3).map((each) => ({ ...each }));
    const speaker = people.get(passage.speaker);
    const there = speaker && list.find((each) => each.person === speaker.id);
    if (there) there.expression = passage.expression;
    else if (speaker && !(speaker.protagonist && list.length)) list.splice(0, list.length > 2 ? 1 : 0, { person: speaker.id, expression: passage.expression });
    const sides = [['center'], ['left', 'right'], ['left', 'center', 'right']][list.length - 1];
    return list.map(({ person, expression }, n) => {
      const { id, name, colour, portraits } = people.get(person);
      const portrait = portraits.find((each) => each.expression === expression) || portraits.find((each) => each.expression === 'neutral') || portraits[0];
      return { id, name, colour, side: sides[n], path: portrait ? portrait.path : '', alt: (portrait && portrait.alt) || name, speaks: !speaker || id === speaker.id };
    });
  }

  const pictured = (place) => ({ id: place.id, title: place.title, path: place.backdrop, alt: place.backdrop_alt || place.title });

  function shown(line) {
    const { text, kind, speaker, name } = line.passage;
    return { text, kind, name, who: speaker, colour: people.has(speaker) ? people.get(speaker).colour : '', roll: line.roll, place: pictured(line.place), music: line.place.music, people: seen(line), told: true };
  }

  function trackers(beat) {
    const { progress_label: progress, doom_label: doom, doom_shown: how } = beat.act;
    const counted = (kind, label, value, of) => ({ kind, label, value: Math.min(value, of), of, exact: true });
    const list = [];
    if (progress && beat.get('needed') > 0) list.push(counted('progress', progress, beat.get('progress'), beat.get('needed')));
    if (doom && beat.get('doom_needed') > 0 && how !== 'hidden') list.push({ ...counted('doom', doom, beat.get('doom'), beat.get('doom_needed')), exact: how === 'full' });
    return list;
  }

  function finished(beat, scene) {
    const { place, act } = beat;
    const lines = beat.lines.map(shown);
    if (!lines.length) lines.push({ ...shown({ passage: { text: story.words.where_to, kind: 'narration', speaker: '', name: '' }, cast: beat.cast, place, roll: null }), told: false });
    const ended = beat.get('ended');
    return { values: beat.v, scene, cast: beat.cast, lines, options: beat.options(scene), ending: ended ? story.endings[ended - 1] : null, act: act.title, place: pictured(place), trackers: trackers(beat) };
  }

  /** The first moment of a play. */
  function start(seed) {
    const beat = new Beat(story.variables.map((each) => [each.name, each.initial]));
    beat.set('random', 1 + (seed % (MODULUS - 1)));
    for (let n = 0; n < 3; n++) beat.draw();
    beat.enter(story.acts[0]);
    return finished(beat, beat.last);
  }

  /** The moment that comes of a choice. */
  function choose(moment, id) {
    const beat = new Beat(moment.values);
    const [how, what] = id.split(':', 2);
    if (how === 'say') {
      const option = moment.scene.choices.find((each) => each.id === what);
      beat.cast = moment.cast;
      beat.apply(option.effects);
      beat.tell(option.passages);
      return finished(beat, null);
    }
    beat.run(how === 'go' ? beat.place.ways.find((each) => each.to === what) : null, how === 'wait');
    return finished(beat, beat.last);
  }

  /** What the player knows, of all the moments there were. */
  function journal(moments) {
    const now = moments[moments.length - 1];
    const noted = (notes) => notes.filter((each) => now.values.get(each.variable)).map((each) => each.text);
    const met = new Map(moments.flatMap((each) => each.lines.flatMap((line) => line.people)).map((each) => [each.id, each]));
    return { place: now.place.title, act: now.act, trackers: now.trackers, findings: noted(story.findings), items: noted(story.items), people: [...met.values()], ways: now.options.filter((each) => each.go).map((each) => each.text) };
  }

  Novel.story = story;
  Novel.id = story.id || hash;
  Novel.hash = hash;
  Novel.language = story.language;
  /** What stands on the first page: the place where it begins and, where there is a portrait, who one is. */
  function cover() {
    const people = seen({ passage: {}, cast: story.people.filter((each) => each.protagonist && each.portraits.length).slice(0, 1).map((each) => ({ person: each.id, expression: 'neutral' })) });
    return { place: pictured(places.get(story.acts[0].start) || story.places[0]), people: people.map((each) => ({ ...each, side: 'right' })) };
  }

  Novel.director = { start, choose, journal, cover, place: (id) => (places.has(id) ? pictured(places.get(id)) : null) };
})();
