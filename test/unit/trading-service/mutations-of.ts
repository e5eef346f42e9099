/** In place of a value: the field is not there at all. */
export const ABSENT = Symbol('absent');

/** At least as many ways as a field is changed in. */
export const MUTATIONS = 200;

const LETTERS = 'aZ09-.:/ \u0000\u200b\u0430\uff11é';

const OTHER_TYPES: readonly unknown[] = [
  ABSENT,
  null,
  true,
  false,
  0,
  -0,
  1,
  1.5,
  7,
  -1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'null',
  'undefined',
  '0',
  'NaN',
  'x'.repeat(5_000),
  '😀'.repeat(300),
  '\ud800',
  [],
  [[]],
  [null],
  {},
  { value: null },
  { id: 1 },
  { __proto__: null, constructor: 1 },
];

/**
 * A value in at least 200 other ways, the same for the same value: without it, of other types, within a list or an object,
 * and, of a text, with each character gone, changed, doubled or of the other case. Some still mean the same.
 */
export function mutationsOf(value: unknown): readonly unknown[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const mutations = [
    ...OTHER_TYPES,
    [value],
    { value },
    [value, value],
    text.toLowerCase(),
    text.toUpperCase(),
    ` ${text}`,
    `${text} `,
    `${text}\n`,
    `${text}\u200b`,
    `${text}0`,
    `${text}.0`,
    `0${text}`,
    `+${text}`,
    `-${text}`,
    `${text}e0`,
    `${text}${text}`,
    [...text].reverse().join(''),
    text.replaceAll('.', ','),
    text.replaceAll('-', ''),
    text.slice(0, -1),
    text.slice(1),
    ...[...text].flatMap((_, at) => atPlace(text, at)),
  ].filter((each) => each !== value);
  return padded(text, mutations);
}

function atPlace(text: string, at: number): readonly string[] {
  const [before, character, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  const next = String.fromCharCode(character.charCodeAt(0) + 1);
  const otherCase =
    character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
  return [
    before + after,
    before + next + after,
    before + character + character + after,
    before + otherCase + after,
  ];
}

/** Short texts have few places: more is put into each of them. */
function padded(text: string, mutations: readonly unknown[]): readonly unknown[] {
  const more = Array.from({ length: MUTATIONS }, (_, n) => {
    const at = n % (text.length + 1);
    const letter = LETTERS.charAt(n % LETTERS.length);
    return `${text.slice(0, at)}${letter.repeat(1 + Math.floor(n / LETTERS.length))}${text.slice(at)}`;
  });
  return [...mutations, ...more.slice(0, Math.max(0, MUTATIONS - mutations.length))];
}

/** The record with another value at a path. */
export function changedAt(
  record: Readonly<Record<string, unknown>>,
  path: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const [name = '', ...below] = path;
  if (below.length > 0) {
    const inner = record[name] as Readonly<Record<string, unknown>>;
    return { ...record, [name]: changedAt(inner, below, value) };
  }
  if (value !== ABSENT) return { ...record, [name]: value };
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}

export function valueAt(
  record: Readonly<Record<string, unknown>>,
  path: readonly string[],
): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>>)[name],
    record,
  );
}
