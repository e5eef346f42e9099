import { findTraces } from './canary.ts';

/**
 * Characters kept of one place before they are searched and let go: a long test writes some hundred
 * kilobytes, and memory is not what it is about.
 */
const MAX_KEPT_CHARACTERS = 1024 * 1024;
/** Kept for the next search, so that a token across two searches is found: more than its longest form. */
const OVERLAP_CHARACTERS = 2_048;

/** All that came out of one test file, by place, and what was found in it. */
interface Recorded {
  readonly kept: Map<string, string>;
  readonly found: Set<string>;
}

// Modules may be loaded anew in the middle of a test file; what was recorded must stay.
const KEY = Symbol.for('sluice.canary.recorded');
const holder = globalThis as { [KEY]?: Recorded };
holder[KEY] ??= { kept: new Map(), found: new Set() };
const recorded: Recorded = holder[KEY];

/** Puts a text on record. At the end of the file it is searched for the tokens of tests. */
export function record(place: string, text: string): void {
  const kept = `${recorded.kept.get(place) ?? ''}${text}`;
  if (kept.length < MAX_KEPT_CHARACTERS) {
    recorded.kept.set(place, kept);
    return;
  }
  search(place, kept);
  recorded.kept.set(place, kept.slice(-OVERLAP_CHARACTERS));
}

/** Puts something found elsewhere on record: the file will fail by it. */
export function recordFinding(place: string, what: string): void {
  recorded.found.add(`${place} holds ${what}`);
}

/** Everything found since the last time, in words without a token. Forgets what was recorded. */
export function findings(): readonly string[] {
  for (const [place, text] of recorded.kept) search(place, text);
  const all = [...recorded.found];
  recorded.kept.clear();
  recorded.found.clear();
  return all;
}

function search(place: string, text: string): void {
  for (const { what } of findTraces(text)) recordFinding(place, what);
}
