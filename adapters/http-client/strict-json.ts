import type { AnswerFact } from '../../treasury/outcomes/answer-fact.ts';
import { cleanText } from '../../treasury/outcomes/evidence.ts';

/** Characters of one answer that are read: as many as an answer may have bytes. */
export const MAX_JSON_CHARACTERS = 2 * 1024 * 1024;

/**
 * Nesting an answer may have; a withdrawal has three levels. JSON is read without recursion but written with it: an
 * answer nested a hundred thousand times would be read here and then break the code that stores it, when the money has
 * already moved.
 */
export const MAX_NESTING_LEVELS = 32;

/** Characters of a repeated name that are shown. */
const MAX_NAME_CHARACTERS = 40;

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: 'empty' | 'cut' | 'not-json' }
  | {
      readonly ok: false;
      readonly fault: 'too-long' | 'too-deep' | 'name-twice';
      readonly found: AnswerFact;
    };

/**
 * Reads an answer as JSON of which every reader makes the same: RFC 8259 leaves open what an object means in which one
 * name stands twice, and `JSON.parse` takes the last one. What a service meant by two amounts is for people to say.
 */
export function parseStrictJson(body: string): StrictJson {
  const text = body.trim();
  if (text === '') return { ok: false, fault: 'empty' };
  if (text.length > MAX_JSON_CHARACTERS) {
    return unread({ code: 'too-long', most: MAX_JSON_CHARACTERS });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: isCut(text) ? 'cut' : 'not-json' };
  }
  const { levels, names } = measured(text);
  if (levels > MAX_NESTING_LEVELS + 1) {
    return unread({ code: 'too-deep', most: MAX_NESTING_LEVELS });
  }
  if (names === namesWithin(value)) return { ok: true, value };
  const name = cleanText(repeatedName(text), MAX_NAME_CHARACTERS);
  return unread({ code: 'name-twice', name });
}

type Unread = Extract<AnswerFact, { readonly code: 'too-long' | 'too-deep' | 'name-twice' }>;

function unread(found: Unread): StrictJson {
  return { ok: false, fault: found.code, found };
}

function isCut(text: string): boolean {
  return (
    (text.startsWith('[') && !text.endsWith(']')) || (text.startsWith('{') && !text.endsWith('}'))
  );
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_LIST = 0x5d;

/** One pass over text that is known to be JSON: outside of texts a bracket opens a level and a colon follows a name. */
function measured(text: string): { readonly levels: number; readonly names: number } {
  let names = 0;
  let level = 0;
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at) - 1;
    else if (code === COLON) names += 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) levels = Math.max(levels, ++level);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) level -= 1;
  }
  return { levels, names };
}

/** Names as they are read: of a name that is written twice, in whatever escapes, one is left. */
function namesWithin(value: unknown): number {
  let names = 0;
  const left: unknown[] = [value];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const inside: readonly unknown[] = Array.isArray(each) ? each : Object.values(each);
    if (inside !== each) names += inside.length;
    for (const inner of inside) if (typeof inner === 'object') left.push(inner);
  }
  return names;
}

/** The first name that is there twice, in text of which it is known that one is. */
function repeatedName(text: string): string {
  // Of each object that is open its names so far; of a list null.
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT) open.push(new Set());
    else if (code === OPEN_LIST) open.push(null);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop();
    if (code !== QUOTE) continue;
    const end = endOfText(text, at);
    const known = open.at(-1);
    if (known && isBeforeColon(text, end)) {
      const name = JSON.parse(text.slice(at, end)) as string;
      if (known.has(name)) return name;
      known.add(name);
    }
    at = end - 1;
  }
  return '';
}

/** The place after the closing quote of the text that opens at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  // Within JSON, everything up to the space is white space.
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === COLON;
}
