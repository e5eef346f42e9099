import type { ReadingWait, Tampering } from '../facts/halt-facts.ts';
import type { Effects } from '../ports/effects.ts';
import { SealsUnavailableError, type SealVerifier } from '../seals/ports.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import type { AskedAnswer } from './asked-reading.ts';
import { judgeReading } from './reading-seals.ts';
import type { BalancesTaken, StoredReading } from './snapshot.ts';

/** Seals verified at once: a call takes some ten milliseconds, so a day of a reading every ten seconds takes six seconds. */
const VERIFIED_AT_ONCE = 16;

/** How a function without the service's token comes by balances that it may give something back on. */
export interface ReadingPorts extends Pick<Effects, 'now' | 'nonce'> {
  readonly reader: SealVerifier & {
    /** Has take-snapshot read the balances now. Throws if it cannot be reached, or cannot seal. */
    readonly ask: (tenant: string, askedAs: string) => Promise<AskedAnswer>;
  };
}

/**
 * `trusted`: what Sluice itself has read, as far as it goes. `waits`: something cannot be proven now, so nothing is given
 * back now. `forged`: a seal that Sluice did not make.
 */
export type Trust<T> =
  | { readonly kind: 'trusted'; readonly value: T }
  | { readonly kind: 'waits'; readonly why: ReadingWait }
  | { readonly kind: 'forged'; readonly found: Tampering };

/** What is given back on: what is stored since a moment, and what was read last of all, when it was asked for. */
export interface ReadingsSince<Fresh extends BalancesTaken | null = BalancesTaken> {
  readonly stored: readonly BalancesTaken[];
  /** Null, where people may settle, if it could not be had. */
  readonly fresh: Fresh;
}

/** All of them; of the moment of the fresh one, only that. */
export function allReadings({
  stored,
  fresh,
}: ReadingsSince<BalancesTaken | null>): readonly BalancesTaken[] {
  if (fresh === null) return stored;
  return [fresh, ...stored.filter(({ takenAt }) => takenAt !== fresh.takenAt)];
}

/**
 * The readings that are stored, each proven, and one more that is read now: whatever is given back rests on all of them. One
 * that nothing proves might have shown a fall before it was written over, so nothing is given back across it.
 */
export async function trustedReadings(
  ports: ReadingPorts,
  tenant: string,
  stored: readonly StoredReading[],
): Promise<Trust<ReadingsSince>> {
  const proven = await provenReadings(ports.reader, tenant, stored);
  if (proven.kind !== 'trusted') return proven;
  const fresh = await freshReading(ports, tenant);
  if (fresh.kind !== 'trusted') return fresh;
  return { kind: 'trusted', value: { stored, fresh: fresh.value } };
}

/** Whether take-snapshot read every one of them. */
export async function provenReadings(
  verifier: SealVerifier,
  tenant: string,
  stored: readonly StoredReading[],
): Promise<Trust<readonly StoredReading[]>> {
  for await (const { some, verdicts } of verdictsOn(verifier, tenant, stored)) {
    if (verdicts === null) return waits({ code: 'key-out-of-reach' });
    const forged = some[verdicts.indexOf('invalid')];
    if (forged !== undefined) return forgedReading(forged.scheduledFor);
    const bare = some[verdicts.indexOf('unsealed')];
    if (bare !== undefined) {
      return waits({ code: 'reading-without-seal', takenAt: bare.takenAt });
    }
  }
  return { kind: 'trusted', value: stored };
}

/** What of the stored readings counts for people, who decide across what no seal proves. */
export interface SealedReadings {
  readonly proven: readonly StoredReading[];
  /** The first of those whose seal does not hold; null if there is none. */
  readonly forged: Tampering | null;
}

/** Those that take-snapshot read. Of those without a seal none counts, and none while the key is out of reach. */
export async function sealedAmong(
  verifier: SealVerifier,
  tenant: string,
  stored: readonly StoredReading[],
): Promise<SealedReadings> {
  const proven: StoredReading[] = [];
  let forged: Tampering | null = null;
  for await (const { some, verdicts } of verdictsOn(verifier, tenant, stored)) {
    if (verdicts === null) return { proven: [], forged };
    proven.push(...some.filter((_, index) => verdicts[index] === 'valid'));
    const first = some[verdicts.indexOf('invalid')];
    if (first !== undefined) forged ??= forgedReading(first.scheduledFor).found;
  }
  return { proven, forged };
}

/** Verdicts are null if the key cannot be reached. */
async function* verdictsOn(
  verifier: SealVerifier,
  tenant: string,
  stored: readonly StoredReading[],
) {
  for (let next = 0; next < stored.length; next += VERIFIED_AT_ONCE) {
    const some = stored.slice(next, next + VERIFIED_AT_ONCE);
    const verdicts = await reached(() =>
      Promise.all(some.map((reading) => judgeReading(verifier, tenant, reading))),
    );
    yield { some, verdicts };
  }
}

/** Balances of now: not of before it was asked, and in answer to this very question. */
export async function freshReading(
  { now, nonce, reader }: ReadingPorts,
  tenant: string,
): Promise<Trust<BalancesTaken>> {
  const [askedAs, askedAt] = [nonce(), now()];
  const answer = await answered(() => reader.ask(tenant, askedAs));
  if (answer.kind === 'missed') {
    return waits({ code: 'not-read', problem: answer.code });
  }
  const { reading } = answer;
  const verdict = await reached(() =>
    judgeReading(reader, tenant, { ...reading, tenant, askedAs }),
  );
  if (verdict === null) return waits({ code: 'key-out-of-reach' });
  if (verdict !== 'valid') return forgedReading(askedAt);
  const { takenAt, balances } = reading;
  if (takenAt < plusSeconds(askedAt, -MAX_CLOCK_SKEW_SECONDS)) {
    return waits({ code: 'read-before', takenAt });
  }
  return { kind: 'trusted', value: { takenAt, balances } };
}

async function answered(ask: () => Promise<AskedAnswer>): Promise<AskedAnswer> {
  try {
    return await ask();
  } catch {
    return { kind: 'missed', code: 'not-answered' };
  }
}

/** Null if the key cannot be reached. */
async function reached<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SealsUnavailableError) return null;
    throw error;
  }
}

function waits(why: ReadingWait): { readonly kind: 'waits'; readonly why: ReadingWait } {
  return { kind: 'waits', why };
}

function forgedReading(of: Instant): { readonly kind: 'forged'; readonly found: Tampering } {
  return { kind: 'forged', found: { code: 'reading-unsealed', of } };
}
