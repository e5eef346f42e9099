import { SHARED_WRITES } from '../counters/shared-counts.ts';
import type { CommitResult, Ledger, LedgerWrite } from '../ledger/ledger.ts';
import {
  type CountWrite,
  changesCount,
  epochOfCounts,
  isCountWrite,
  judgeCount,
  nameOfCount,
  sealedCount,
} from '../sealing/count-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { CountSeals } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

/*
 * Commits that count: a claim debits, an outcome gives back. Each verifies what it was computed from, and seals what it
 * writes. Nothing else changes a count.
 */

export type CountedLedger = Pick<Ledger, 'readLanes' | 'readCounts' | 'commit'>;

export interface CountPorts {
  readonly ledger: CountedLedger;
  readonly counts: CountSeals;
}

export type SealedClaim =
  | { readonly ok: true; readonly writes: readonly LedgerWrite[] }
  /** Another program than Sluice counted. */
  | { readonly ok: false; readonly message: string };

/** The writes of a claim with seals over what they count. Whatever it rests on has to be counted by Sluice. */
export async function sealedClaim(
  counts: CountSeals,
  tenant: string,
  writes: readonly LedgerWrite[],
): Promise<SealedClaim> {
  const epoch = epochOfCounts(writes);
  if (epoch === null) return { ok: true, writes };
  const sealed: LedgerWrite[] = [];
  for (const write of writes) {
    if (!isCountWrite(write)) {
      sealed.push(write);
      continue;
    }
    const verdict = await judgeCount(counts, tenant, epoch, write);
    if (verdict === 'invalid') return { ok: false, message: forged(write) };
    sealed.push(
      ...(changesCount(write) ? await sealedCount(counts, tenant, epoch, write) : [write]),
    );
  }
  return { ok: true, writes: sealed };
}

function forged(write: CountWrite): string {
  return `the seal over ${nameOfCount(write)} does not hold. Something other than Sluice has written to the ledger.`;
}

/**
 * Commits an outcome with what it gives back. The outcome is recorded in any case: a count that Sluice did not write gets
 * no new seal, so the next claim that rests on it halts everything, and nothing sealed is given back on its word.
 */
export async function commitGivingBack(
  { ledger, counts }: CountPorts,
  tenant: string,
  writes: readonly LedgerWrite[],
  { subject, at }: { readonly subject: string; readonly at: Instant },
): Promise<CommitResult> {
  const trusted = await sealedGivingBack(counts, tenant, writes);
  const result = await ledger.commit(tenant, trusted);
  const message = await putBackIn(ledger, tenant, trusted, result);
  if (message === null) return result;
  const untrusted = withoutGivingBack(writes);
  return await ledger.commit(tenant, [...untrusted, tamperingHalt(subject, message, at)]);
}

async function sealedGivingBack(
  counts: CountSeals,
  tenant: string,
  writes: readonly LedgerWrite[],
): Promise<readonly LedgerWrite[]> {
  const epoch = epochOfCounts(writes);
  if (epoch === null) return writes;
  const judged = await Promise.all(
    writes.map(async (write) => {
      const counted = isCountWrite(write) && changesCount(write);
      return { write, verdict: counted ? await judgeCount(counts, tenant, epoch, write) : null };
    }),
  );
  const lanesHold = judged.every(
    ({ write, verdict }) =>
      write.kind !== 'replace-lane' || verdict === null || verdict === 'valid',
  );
  const sealed = judged.map(async ({ write, verdict }): Promise<readonly LedgerWrite[]> => {
    if (verdict === null || !isCountWrite(write)) return [write];
    // Sealed for this table when others were re-armed, before this outcome: it counts on until it rolls off.
    if (write.kind !== 'replace-lane' && verdict === 'foreign') return [];
    // The lane says what goes back. If that is not Sluice's word, a sealed count stays as it is.
    if (write.kind !== 'replace-lane' && !lanesHold) return verdict === 'unsealed' ? [write] : [];
    return verdict === 'valid' ? await sealedCount(counts, tenant, epoch, write) : [write];
  });
  return (await Promise.all(sealed)).flat();
}

/** The outcome alone: lanes with the seal that they had, and nothing given back beside them. */
function withoutGivingBack(writes: readonly LedgerWrite[]): readonly LedgerWrite[] {
  return writes.filter((write) => write.kind === 'replace-lane' || !isCountWrite(write));
}

/**
 * Says which count was put back, if that is why a commit failed: its number is taken, and yet the very version that the
 * commit was computed from still stands. Otherwise another commit came first.
 */
export async function putBackIn(
  ledger: CountedLedger,
  tenant: string,
  writes: readonly LedgerWrite[],
  result: CommitResult,
): Promise<string | null> {
  if (result.ok || !result.conflicts.includes('mark-count')) return null;
  const numbered = writes.filter(isCountWrite).filter(changesCount);
  const unmoved = await Promise.all(
    numbered.map(async (write) => (await versionNow(ledger, tenant, write)) === versionRead(write)),
  );
  if (!unmoved.every(Boolean)) return null;
  const named = numbered.map(nameOfCount).join(', ');
  return `an earlier state stands than was sealed last, of ${named}. Something other than Sluice has written to the ledger.`;
}

function versionRead({ read }: CountWrite): number {
  return read?.version ?? 0;
}

async function versionNow(
  ledger: CountedLedger,
  tenant: string,
  write: CountWrite,
): Promise<number> {
  if (write.kind !== 'replace-lane') {
    return (await ledger.readCounts(tenant, SHARED_WRITES[write.kind]))?.version ?? 0;
  }
  const lanes = await ledger.readLanes(tenant);
  return lanes.find(({ currency }) => currency === write.lane.currency)?.version ?? 0;
}
