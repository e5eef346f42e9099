/**
 * The token that tests run with, and that is searched for in all that comes out of them. A bearer
 * header and a sandbox take it; it holds what URLs, JSON and base64 write in other ways, and each of
 * its halves is unlike anything else.
 */
export const CANARY_TOKEN = 'c4n4ry+Hx9/tB2k~Wq7.vR5m-Jz3/Ld8+pY6_sN1g==';

/** The token that replaces it where a test rotates. Searched for as well. */
export const NEXT_CANARY_TOKEN = 'n3xt1y/Gu5+aC8j~Eo2.xT6f-Kb9+Mw4/qZ7_hV0d==';

/** What a sandbox takes where a test names no token. Said again here: this is loaded by every test. */
export const DEFAULT_TOKEN = 'sandbox-test-client-7f3b1c9e5d';

/** Where a token was found, in words that do not hold it. */
export interface Trace {
  /** Such as "the first half of the canary, as base64 at alignment 1". */
  readonly what: string;
  /** Position in the text. */
  readonly at: number;
}

interface Needle {
  readonly what: string;
  readonly text: string;
  readonly anyCase: boolean;
}

/** Every form of every token, the whole ones first. */
const NEEDLES: readonly Needle[] = [
  ...needlesOf('the canary', CANARY_TOKEN, halvesOf(CANARY_TOKEN)),
  ...needlesOf('the next canary', NEXT_CANARY_TOKEN, halvesOf(NEXT_CANARY_TOKEN)),
  // Its first half is plain words.
  ...needlesOf("the sandbox's test token", DEFAULT_TOKEN, [
    ['the second half of ', DEFAULT_TOKEN.slice(DEFAULT_TOKEN.length / 2)],
  ]),
];

/**
 * All that tests write is searched for hundreds of forms: once for all of them, by the number that the last four
 * characters make, in whichever case. Hundreds of searches of their own took half the time of some tests.
 */
const BEGINNING = 4;
const BITS = 4;
/** An odd number without a pattern: the golden ratio, in 16 bits. */
const SPREAD = 0x9e37;
const MASK = (1 << (BEGINNING * BITS)) - 1;

/** The number that one more character makes of that of the characters before; those further back are shifted out. */
function next(before: number, code: number): number {
  const folded = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  // Spread over all bits, of which the last ones stay longest: else letters would hardly differ.
  return ((before << BITS) ^ Math.imul(folded, SPREAD)) & MASK;
}

interface Sought {
  readonly needles: readonly Needle[];
  readonly byBeginning: (readonly Needle[] | undefined)[];
  /** Forms of secrets that were made while a test ran. */
  watched: readonly Needle[];
}

// Modules may be loaded anew in the middle of a test file; what is watched for must stay.
const KEY = Symbol.for('sluice.canary.sought');
const holder = globalThis as { [KEY]?: Sought };
holder[KEY] ??= { needles: NEEDLES, byBeginning: indexOf(NEEDLES), watched: [] };
const sought: Sought = holder[KEY];

function indexOf(needles: readonly Needle[]): (readonly Needle[] | undefined)[] {
  const made = Array.from<readonly Needle[] | undefined>({ length: MASK + 1 });
  for (const needle of needles) add(made, needle);
  return made;
}

function add(index: (readonly Needle[] | undefined)[], needle: Needle): void {
  let begin = 0;
  for (let at = 0; at < BEGINNING; at++) begin = next(begin, needle.text.charCodeAt(at));
  index[begin] = [...(index[begin] ?? []), needle];
}

/** As Standard Webhooks writes a secret: this, and its bytes in base64. */
const SECRET_PREFIX = 'whsec_';

/**
 * A webhook's signing secret that was made while a test runs: from now on it is searched for like the token, as the text
 * that a person is shown and as the bytes that sign.
 */
export function watchFor(secret: string): void {
  const text = secret.slice(secret.startsWith(SECRET_PREFIX) ? SECRET_PREFIX.length : 0);
  const bytes = Buffer.from(text, 'base64');
  const name = "a webhook's signing secret";
  const forms: readonly Needle[] = [
    ...formsOf(name, text),
    // A file has dozens of secrets: every form of every half would be a hundred thousand needles.
    ...halvesOf(text).map(([half, part]) => ({
      what: `${half}${name}`,
      text: part,
      anyCase: false,
    })),
    { what: `${name}, its bytes as hex`, text: bytes.toString('hex'), anyCase: true },
    { what: `${name}, for URLs`, text: bytes.toString('base64url'), anyCase: false },
  ];
  for (const needle of forms) add(sought.byBeginning, needle);
  sought.watched = [...sought.watched, ...forms];
}

/** At the end of a test file: its secrets are gone with its world. */
export function forgetWatched(): void {
  if (sought.watched.length === 0) return;
  const gone = new Set(sought.watched);
  for (const [begin, needles] of sought.byBeginning.entries()) {
    if (needles?.some((each) => gone.has(each)) === true) {
      sought.byBeginning[begin] = needles.filter((each) => !gone.has(each));
    }
  }
  sought.watched = [];
}

/**
 * Where a token of a test stands in the text: plain, URL-encoded, JSON-escaped, hex, or base64 and
 * base64url at every alignment (so that "user:token" encoded is found), and combinations of an escape
 * with an encoding; also where it is cut, or broken by a page or a line end, so that only a half is
 * whole. One trace per form.
 */
export function findTraces(text: string): readonly Trace[] {
  const found = new Map<Needle, number>();
  let begin = 0;
  for (let end = 0; end < text.length; end++) {
    begin = next(begin, text.charCodeAt(end));
    const candidates = sought.byBeginning[begin];
    if (candidates === undefined) continue;
    const at = end - BEGINNING + 1;
    for (const needle of candidates) {
      if (!found.has(needle) && stands(needle, text, at)) found.set(needle, at);
    }
  }
  return [...sought.needles, ...sought.watched].flatMap((needle) => {
    const at = found.get(needle);
    return at === undefined ? [] : [{ what: needle.what, at }];
  });
}

function stands({ text: needle, anyCase }: Needle, text: string, at: number): boolean {
  return anyCase
    ? text.slice(at, at + needle.length).toLowerCase() === needle
    : text.startsWith(needle, at);
}

/** As `findTraces`, in words. */
export function tracesOfToken(text: string): string[] {
  return findTraces(text).map(({ what, at }) => `${what}, at ${at}`);
}

function halvesOf(token: string): readonly (readonly [string, string])[] {
  const middle = Math.floor(token.length / 2);
  const quarter = Math.floor(token.length / 4);
  return [
    ['the first half of ', token.slice(0, middle)],
    ['the middle of ', token.slice(quarter, quarter + middle)],
    ['the second half of ', token.slice(middle)],
  ];
}

function needlesOf(
  name: string,
  token: string,
  parts: readonly (readonly [string, string])[],
): readonly Needle[] {
  const whole: readonly [string, string] = ['', token];
  return [whole, ...parts].flatMap(([part, text]) => formsOf(`${part}${name}`, text));
}

function formsOf(name: string, text: string): readonly Needle[] {
  const forms = new Map<string, Needle>();
  const add = (form: string, how: string, anyCase = false) => {
    const needle = anyCase ? form.toLowerCase() : form;
    if (!forms.has(needle)) forms.set(needle, { what: `${name}, ${how}`, text: needle, anyCase });
  };
  for (const [written, escaped] of escapesOf(text)) {
    add(escaped, written);
    add(Buffer.from(escaped).toString('hex'), `${written}, as hex`, true);
    for (const alignment of [0, 1, 2]) {
      const core = base64Core(escaped, alignment);
      const how = `${written}, as base64 at alignment ${alignment}`;
      add(core, how);
      for (const [outer, form] of escapesOf(core)) add(form, `${how}, ${outer}`);
      add(core.replaceAll('+', '-').replaceAll('/', '_'), `${how} for URLs`);
    }
  }
  return [...forms.values()];
}

/** The ways in which a text is written within URLs and within JSON. */
function escapesOf(text: string): readonly (readonly [string, string])[] {
  const encoded = encodeURIComponent(text);
  const unicode = (pad: (hex: string) => string) =>
    text.replaceAll(/[^A-Za-z0-9_.~-]/g, (character) =>
      pad(character.charCodeAt(0).toString(16).padStart(4, '0')),
    );
  return [
    ['plain', text],
    ['URL-encoded', encoded],
    ['URL-encoded in lower case', encoded.replaceAll(/%../g, (octet) => octet.toLowerCase())],
    ['URL-encoded twice', encodeURIComponent(encoded)],
    ['with escaped slashes', text.replaceAll('/', '\\/')],
    ['with escaped slashes within JSON', text.replaceAll('/', '\\\\/')],
    ['with slashes escaped twice', text.replaceAll('/', '\\\\\\/')],
    ['with JSON escapes', unicode((hex) => `\\u${hex}`)],
    ['with JSON escapes in upper case', unicode((hex) => `\\u${hex.toUpperCase()}`)],
  ];
}

/**
 * What base64 of any text makes of a text within it. Three bytes become four characters, so there are
 * three alignments; characters at both ends that also depend on the neighbours are left out.
 */
function base64Core(text: string, alignment: number): string {
  const bytes = Buffer.concat([Buffer.alloc(alignment), Buffer.from(text)]);
  const wholeCharacters = Math.floor((bytes.length * 8) / 6);
  return bytes.toString('base64').slice(Math.ceil((alignment * 8) / 6), wholeCharacters);
}
