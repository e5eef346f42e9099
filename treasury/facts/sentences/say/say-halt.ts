import type { HaltFact, ReadingWait, Tampering } from '../../halt-facts.ts';
import {
  HALTS as GERMAN_HALTS,
  TAMPERINGS as GERMAN_TAMPERINGS,
  READING_WAITS as GERMAN_WAITS,
} from '../de/halts.ts';
import { HALTS, READING_WAITS, TAMPERINGS } from '../en/halts.ts';
import type { BesideHalts } from '../halt-texts.ts';
import type { Language, Reader } from '../language.ts';
import { seenSentence } from './say-answer.ts';
import { refusalSentence } from './say-check.ts';
import { sayer, sayerBeside } from './sayer.ts';

const besideIn = (language: Language): BesideHalts => ({
  seen: (seen) => seenSentence(seen, language),
  refused: (why) => refusalSentence(why, language),
});

const sayHalt = sayerBeside<HaltFact, BesideHalts>({ en: HALTS, de: GERMAN_HALTS }, besideIn);

/** The comment of a halt by Sluice itself: what it found. Of a fact that only a later version knows, its code. */
export function sayHaltFact(found: { readonly code: string }, reader?: Language | Reader): string {
  return sayHalt(found as HaltFact, reader);
}

/** What shows that something other than Sluice has written. */
export const sayTampering = sayerBeside<Tampering, BesideHalts>(
  { en: TAMPERINGS, de: GERMAN_TAMPERINGS },
  besideIn,
);

/** Why balances prove nothing now. */
export const sayReadingWait = sayer<ReadingWait>({ en: READING_WAITS, de: GERMAN_WAITS });

/** Why balances could not be read, or not be believed. */
export const sayNotReadAnew = sayerBeside<ReadingWait | Tampering, BesideHalts>(
  {
    en: { ...READING_WAITS, ...TAMPERINGS },
    de: { ...GERMAN_WAITS, ...GERMAN_TAMPERINGS },
  },
  besideIn,
);
