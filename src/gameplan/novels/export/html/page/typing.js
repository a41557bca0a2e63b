'use strict';
// Text and dice as they appear.

(() => {
  const { el, word } = Novel;
  const EYES = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
  const STATS = ['nerve', 'wits', 'heart', 'hands']; // those that the page has words for

  /** The letters come one after the other, `speed` a second, and `then` when all are there; with no speed, at once.
   *  What comes back has `stop`, which brings the rest, and `drop`, after which nothing more happens. */
  function type(element, text, speed, then) {
    const letters = window.Intl && Intl.Segmenter ? Array.from(new Intl.Segmenter(Novel.language).segment(text), (each) => each.segment) : [...text];
    const shown = el('span');
    const rest = el('span', { class: 'rest' }, text); // keeps its place, so that no word jumps to another line
    let began = 0;
    let frame = 0;
    const drop = () => cancelAnimationFrame(frame);
    const stop = () => {
      drop();
      shown.textContent = text;
      rest.remove();
      then();
    };
    const tick = (now) => {
      began = began || now;
      const count = Math.floor(((now - began) / 1000) * speed);
      if (count >= letters.length) { stop(); return; }
      shown.textContent = letters.slice(0, count).join('');
      rest.textContent = letters.slice(count).join('');
      frame = requestAnimationFrame(tick);
    };
    element.replaceChildren(shown, rest);
    if (!speed || !letters.length) { stop(); return null; }
    frame = requestAnimationFrame(tick);
    return { stop, drop };
  }

  /** Draws the dice as they fell, and gives them in words. */
  function dice(element, roll) {
    const die = (value) => el('span', { class: 'die', 'aria-hidden': 'true' }, Array.from({ length: 9 }, (_, n) => el(EYES[value].includes(n) ? 'i' : 'span')));
    const stat = STATS.includes(roll.stat) ? word(roll.stat) : roll.stat.replaceAll('_', ' ');
    const extra = roll.modifier ? ` ${word(roll.modifier < 0 ? 'minus' : 'plus', Math.abs(roll.modifier))}` : '';
    const sum = `${word('roll', stat, roll.dice[0], roll.dice[1])}${extra} ${word('makes', roll.total)}`;
    element.replaceChildren(el('div', { class: 'dice' }, roll.dice.map(die), el('span', { class: 'sum' }, sum), el('span', { class: 'tier' }, word(roll.tier))), el('p', { class: 'rule' }, word('rule', stat)));
    return `${sum}. ${word(roll.tier)}. `;
  }

  Object.assign(Novel, { type, dice });
})();
