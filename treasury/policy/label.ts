/**
 * Invisible characters, or characters that change how others are shown: controls, formats such as changes of
 * direction, characters without width, private characters, fillers, every line end, and blanks other than the plain
 * one.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]| {2}/u;

/** True for a label that looks like what it is, and like nothing else that is spelt otherwise. */
export function isPlainLabel(label: string): boolean {
  return !UNSEEN.test(label) && label === label.trim() && label === label.normalize('NFC');
}

/** The same for labels that readers mistake for one another: whatever their case, their width and their ligatures. */
export function labelKey(label: string): string {
  return label.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Scripts whose letters look like those of others, and scripts that are written together by custom. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
] as const;
/** Made with the first letter that is looked at: reading a policy looks at none. */
const matchers = new Map<string, RegExp>();
/** Signs such as the long vowel mark of Japanese, which belong to no script alone. */
const OF_ALL = /\p{Script=Common}|\p{Script=Inherited}/u;
const OTHER = 'another script';

/** Japanese, Korean and Chinese are written in several scripts, which readers do not mistake for one another. */
const TOGETHER: readonly (readonly string[])[] = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
];

/** The scripts that are mixed in a label, unless they are written together by custom; empty: none. */
export function mixedScripts(label: string): readonly string[] {
  const letters = [...label].filter((each) => /\p{L}/u.test(each) && !OF_ALL.test(each));
  const found = new Set(letters.map(scriptOf));
  const scripts = [...SCRIPTS, OTHER].filter((script) => found.has(script));
  const isCustom = TOGETHER.some((group) => scripts.every((script) => group.includes(script)));
  return scripts.length < 2 || isCustom ? [] : scripts;
}

function scriptOf(letter: string): string {
  return SCRIPTS.find((script) => matcherOf(script).test(letter)) ?? OTHER;
}

function matcherOf(script: string): RegExp {
  const matcher = matchers.get(script) ?? new RegExp(`\\p{Script=${script}}`, 'u');
  matchers.set(script, matcher);
  return matcher;
}
