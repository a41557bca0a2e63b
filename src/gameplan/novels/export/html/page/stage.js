'use strict';
// What is seen and heard besides the text: the picture of the place, the people before it, the music. Pictures come
// through <img> alone; where one is missing, a quiet picture of the page's own stands for it.

(() => {
  const { el, hue } = Novel;
  const backdrops = document.getElementById('backdrops');
  const people = document.getElementById('people');
  const FACE = 0.58; // how much of a portrait's height is head, from the top
  const BUST = 0.86; // from here down it fades out
  const FADE = 1500; // milliseconds from one music to the next
  const calm = () => document.documentElement.classList.contains('calm');
  let place = '';
  let playing = null; // {path, audio}
  let volume = 0.6;

  /** A picture, or what `instead` makes if there is none or it cannot be shown. */
  function picture(path, alt, instead, attributes) {
    if (!path) return instead();
    const image = el('img', { ...attributes, src: path, alt, draggable: 'false' });
    image.addEventListener('error', () => image.replaceWith(instead()), { once: true });
    return image;
  }

  /** Shows a place: {id, title, path, alt}. */
  function showPlace(shown) {
    const key = JSON.stringify([shown.id, shown.path]);
    if (key === place) return;
    place = key;
    const plain = () => el('div', { class: 'backdrop plain', role: 'img', 'aria-label': shown.alt || shown.title, hue: hue(shown.id) }, el('span', { 'aria-hidden': 'true' }, shown.title));
    const before = [...backdrops.children];
    for (const each of before) { each.setAttribute('aria-hidden', 'true'); each.setAttribute('alt', ''); }
    backdrops.append(picture(shown.path, shown.alt || shown.title, plain, { class: 'backdrop' }));
    setTimeout(() => before.forEach((each) => each.remove()), calm() ? 0 : 1300);
  }

  /** Shows people: [{id, name, path, alt, side, speaks}]; who is there already stays where the eye has them. */
  function showPeople(list) {
    const here = new Map([...people.children].filter((each) => !each.classList.contains('leaves')).map((each) => [each.dataset.id, each]));
    for (const who of list) {
      let frame = here.get(who.id);
      here.delete(who.id);
      if (!frame) people.append(frame = el('div', { 'data-id': who.id, colour: who.colour }));
      frame.className = `person ${who.side}${who.speaks ? ' speaks' : ''}`;
      const key = JSON.stringify([who.path, who.alt]);
      if (frame.dataset.shown === key) continue;
      frame.dataset.shown = key;
      const figure = () => el('div', { class: 'figure', role: 'img', 'aria-label': who.alt }, el('span', { 'aria-hidden': 'true' }, [...who.name][0] || ''));
      const drawn = picture(who.path, who.alt, figure);
      const old = [...frame.children];
      frame.append(drawn);
      const gone = () => old.forEach((each) => each.remove());
      if (drawn.tagName === 'IMG') { drawn.addEventListener('load', gone); drawn.addEventListener('error', gone); } else gone();
    }
    for (const gone of here.values()) {
      gone.classList.add('leaves');
      for (const each of gone.children) each.setAttribute('aria-hidden', 'true');
      if (calm()) gone.remove();
      else setTimeout(() => gone.remove(), 500);
    }
  }

  /** Sizes people to the room between `top` and `floor`, so that no face is behind what is written. Three heads fit
   *  side by side; a bust reaches the text, or it would float. */
  function makeRoom({ top, floor, aside }) {
    const many = Math.min(3, people.querySelectorAll('.person:not(.leaves)').length) || 1;
    const tall = Math.min(innerHeight * 0.8, (floor - top) / FACE, innerWidth * [1.34, 1.2, 1][many - 1]);
    people.style.setProperty('--tall', `${tall}px`);
    people.style.setProperty('--top', `${Math.max(top, floor - tall * BUST)}px`);
    people.classList.toggle('aside', aside);
  }

  /** Fades a sound to a volume, and then does something. */
  function fade(audio, to, then) {
    const from = audio.volume;
    const began = performance.now();
    clearInterval(audio.fading);
    audio.fading = setInterval(() => {
      const part = Math.min(1, (performance.now() - began) / FADE);
      audio.volume = from + (to - from) * part;
      if (part === 1) { clearInterval(audio.fading); if (then) then(); }
    }, 50);
  }

  /** Plays a loop; the one before fades out as this one fades in. No path: silence. */
  function playMusic(path) {
    if ((playing ? playing.path : '') === (path || '')) return;
    if (playing) { const { audio } = playing; fade(audio, 0, () => { audio.pause(); audio.remove(); }); }
    playing = null;
    if (!path) return;
    const audio = el('audio', { src: path, loop: true });
    backdrops.parentElement.append(audio);
    audio.volume = 0;
    playing = { path, audio };
    const current = () => playing && playing.audio === audio;
    audio.play().then(() => current() && fade(audio, volume), () => { audio.remove(); if (current()) playing = null; }); // not allowed yet, or not there
  }

  document.addEventListener('visibilitychange', () => {
    if (playing && document.hidden) playing.audio.pause();
    else if (playing) playing.audio.play().catch(() => {});
  });

  function setVolume(to) {
    volume = to;
    if (playing) { clearInterval(playing.audio.fading); playing.audio.volume = to; }
  }

  /** Reads a text aloud with a voice of this machine; a voice that needs the network is never used. */
  function speak(text, loud) {
    const speech = window.speechSynthesis;
    if (!speech) return;
    speech.cancel();
    const voice = speech.getVoices().find((each) => each.localService && each.lang.slice(0, 2) === Novel.language.slice(0, 2));
    if (!text || !voice) return;
    const saying = new SpeechSynthesisUtterance(text);
    Object.assign(saying, { voice, lang: voice.lang, volume: loud });
    speech.speak(saying);
  }

  Novel.stage = { picture, showPlace, showPeople, makeRoom, playMusic, setVolume, speak };
})();
