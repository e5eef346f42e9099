/** Three words in a row, the last two in small letters: ids, codes, names of people and accounts have fewer. */
const SENTENCE = /[A-Za-z]+,? [a-z']{2,},? [a-z']{2,}/;

/** The paths in a stored thing at which a sentence stands, each once: `items[].label`, with the sentence. */
export function sentencesIn(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') {
    return new Map(SENTENCE.test(value) ? [[path, value]] : []);
  }
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return new Map();
  const inner = Array.isArray(value)
    ? value.map((each) => sentencesIn(each, `${path}[]`))
    : Object.entries(value).map(([key, each]) =>
        sentencesIn(each, path === '' ? key : `${path}.${key}`),
      );
  return new Map(inner.flatMap((found) => [...found]));
}
