// @ts-check

/** The time of an event as ISO 8601: the record has microseconds since 1970. @param {any} at @returns {string} */
export const when = (at) => (typeof at === 'number' ? new Date(at > 1e14 ? at / 1000 : at > 1e11 ? at : at * 1000).toISOString() : at);
