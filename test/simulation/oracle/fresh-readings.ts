import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { BalancesTaken, Snapshot } from '../../../treasury/snapshots/snapshot.ts';
import { type Instant, later } from '../../../treasury/time/instant.ts';
import { balanceOf } from '../../../treasury/valuation/balance.ts';
import type { Committed } from '../table.ts';
import { wholeUnitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';

/** States in which two people, or balances alone, settle what became of a request. */
const SETTLED_FROM: ReadonlySet<string> = new Set(['unknown', 'anomaly', 'rejected']);

type Blocked = Lane & { readonly status: Exclude<Lane['status'], { readonly state: 'idle' }> };

/**
 * What take-snapshot read when it was asked, by who asked: whatever frees a currency or settles an outcome rests on that, not
 * on the last snapshot alone. Two people may settle where it could not be read; the watchdog never does without.
 */
export class FreshBooks {
  readonly #heard = new Map<string, readonly BalancesTaken[]>();

  /** When the last snapshot was taken, by its own clock. */
  #latestSnapshot: Instant = '';

  heard(by: string, reading: BalancesTaken): void {
    this.#heard.set(by, [...(this.#heard.get(by) ?? []), reading]);
  }

  snapshotTaken(snapshot: Snapshot): void {
    if (snapshot.kind === 'taken')
      this.#latestSnapshot = later(this.#latestSnapshot, snapshot.takenAt);
  }

  violationOf(committed: Pick<Committed, 'changes' | 'before' | 'by'>): Violation | null {
    const readings = this.#heard.get(committed.by ?? '') ?? [];
    // A round looks at several instructions, and asks for each of them.
    const basis = readings.length === 0 ? [undefined] : readings;
    const wrong = basis.map((reading) => wrongOn(reading, committed, this.#latestSnapshot));
    const message = wrong.includes(null) ? null : (wrong.at(-1) ?? null);
    return message === null ? null : { code: 'rests-on-old-balances', message };
  }
}

/** What of a write does not rest on a reading; undefined: on none at all. */
function wrongOn(
  reading: BalancesTaken | undefined,
  { changes, before, by }: Pick<Committed, 'changes' | 'before' | 'by'>,
  latestSnapshot: Instant,
): string | null {
  // Of clocks that differ, a snapshot may be dated later than what was read after it.
  const isLast = reading !== undefined && latestSnapshot < reading.takenAt;
  for (const [index, change] of changes.entries()) {
    const previous = before[index] ?? null;
    const wrong =
      change.kind === 'replace-lane'
        ? freedWrongly(previous as Lane | null, change.lane, by, reading)
        : change.kind === 'replace-instruction' && isLast && !isUnproven(changes)
          ? settledWrongly(previous as Instruction | null, change.instruction, reading)
          : null;
    if (wrong !== null) return wrong;
  }
  return null;
}

/** The watchdog frees a lane whose balance as it is read then is stated, and is not lower than before the claim if nothing left. */
function freedWrongly(
  before: Lane | null,
  after: Lane,
  by: string | null,
  reading: BalancesTaken | undefined,
): string | null {
  if (before === null || !isBlocked(before) || after.status.state !== 'idle') return null;
  if (by?.startsWith('watchdog') !== true) return null;
  const { currency, status } = before;
  const { balanceBefore, instructionId } = status.claim;
  const freed = `${currency} is freed of ${instructionId}`;
  const total = reading === undefined ? null : totalOf(reading, currency);
  if (total === null) {
    // Nothing was held, and nothing is listed: what a purchase that was not executed leaves.
    return reading !== undefined && wholeUnitsOf(balanceBefore) === 0n
      ? null
      : `${freed} without a balance that was read for it`;
  }
  if (status.state !== 'rejected' || wholeUnitsOf(total) >= wholeUnitsOf(balanceBefore))
    return null;
  return `${freed} while its balance has fallen from ${balanceBefore} to ${total}`;
}

/** The balances that were weighed last are those that were read for it, where they could be. */
function settledWrongly(
  before: Instruction | null,
  { id, status, evidence }: Instruction,
  reading: BalancesTaken,
): string | null {
  if (before === null || before.status.state === status.state) return null;
  if (!SETTLED_FROM.has(before.status.state)) return null;
  if (status.state !== 'confirmed' && status.state !== 'released') return null;
  const last = evidence?.points.at(-1);
  if (last === undefined || last.takenAt > reading.takenAt) return null;
  const totals = Object.entries(last.balances).map(([currency, shown]) => {
    return { currency, shown, read: totalOf(reading, currency) };
  });
  // A reading that does not state each of them is no evidence, and contradicts none.
  if (totals.some(({ read }) => read === null)) return null;
  const other = totals.find(({ shown, read }) => wholeUnitsOf(shown) !== wholeUnitsOf(read ?? '0'));
  if (other === undefined) return null;
  const { currency, shown, read } = other;
  return `${id} becomes ${status.state} on ${shown} ${currency}, while the balance is ${read}`;
}

/** Two people settle on the stored snapshots where the seal of what was read could not be verified, and the record says so. */
function isUnproven(changes: readonly LedgerWrite[]): boolean {
  return changes.some(
    (each) =>
      each.kind === 'append-audit' && JSON.stringify(each.entry.after).includes('"failed":'),
  );
}

function isBlocked(lane: Lane): lane is Blocked {
  return lane.status.state !== 'idle' && lane.status.state !== 'sending';
}

function totalOf({ balances }: BalancesTaken, currency: string): string | null {
  const reading = balanceOf(balances, currency);
  return reading.kind === 'stated' ? reading.balance.total : null;
}
