// @ts-check
export { keepFocus } from '../dom.js';
