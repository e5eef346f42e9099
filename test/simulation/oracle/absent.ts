import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import type { Snapshot, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { statedIn } from '../../../treasury/valuation/balance.ts';
import { totalValue } from '../../../treasury/valuation/total-value.ts';
import type { SimulatedService } from '../service/service.ts';
import type { Violation } from '../violation.ts';

/** A snapshot as the oracle reads it: by the answer itself, which the service knows. */
interface Answered {
  readonly takenAt: Instant;
  readonly listed: ReadonlySet<string>;
  /** Listed by an earlier answer with more than nothing, and not by this one. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * What no answer states: an oracle of what is made of it. No snapshot states it, no total is of it, no evidence and no
 * decision rests on it.
 */
export class AbsentBooks {
  readonly #byTick = new Map<Instant, Answered>();
  readonly #byTime = new Map<Instant, Answered>();
  /** Listed by an answer on record with more than nothing, and not with nothing or counted as zero since. */
  readonly #held = new Set<string>();
  /** Truly empty in one of the answers that have not listed it since: what came in later and is left out cannot be known. */
  readonly #empty = new Set<string>();
  #latest: Instant = '';

  snapshotTaken(snapshot: Snapshot, service: SimulatedService): Violation | null {
    if (snapshot.kind === 'missed') return null;
    // Carried out late: it knows what was on record when it was begun, and nothing rests on it as the latest.
    if (snapshot.scheduledFor < this.#latest) return null;
    this.#latest = snapshot.scheduledFor;
    const listed = service.listedIn(snapshot.rawBalances);
    if (listed === null) {
      // Told in other words, such as codes in small letters: what it says to be empty is held no longer.
      for (const [currency, { total }] of statedIn(snapshot.balances)) {
        if (decimalOf(total).isZero()) this.#held.delete(currency);
      }
      return null;
    }
    const counted = new Set(snapshot.countedAsZero ?? []);
    for (const currency of counted) this.#held.delete(currency);
    const leftOut = new Set([...this.#held].filter((each) => !listed.has(each)));
    const answered = { takenAt: snapshot.takenAt, listed, leftOut };
    this.#byTick.set(snapshot.scheduledFor, answered);
    this.#byTime.set(snapshot.takenAt, answered);
    for (const [currency, { total }] of statedIn(snapshot.balances)) {
      if (!listed.has(currency)) continue;
      if (decimalOf(total).isZero()) this.#held.delete(currency);
      else this.#held.add(currency);
    }
    const left = service.leftOutOf(snapshot.rawBalances);
    for (const currency of listed) this.#empty.delete(currency);
    const omitted = Object.keys(snapshot.balances).filter((each) => !listed.has(each));
    for (const currency of omitted) if (!left.has(currency)) this.#empty.add(currency);
    const { zeros } = service.listing;
    const mayBeZero = new Set(
      [...counted].filter((each) => zeros === 'omitted' && this.#empty.has(each)),
    );
    return snapshotViolation(snapshot, answered, mayBeZero);
  }

  /** The evidence of an instruction rests on readings that list its currencies. */
  evidenceViolation({ id, evidence }: Instruction): Violation | null {
    for (const { takenAt, balances } of evidence?.points ?? []) {
      const { leftOut } = this.#byTime.get(takenAt) ?? { leftOut: new Set<string>() };
      const absent = Object.keys(balances).find((currency) => leftOut.has(currency));
      if (absent === undefined) continue;
      const message = `the evidence of ${id} rests on the answer of ${takenAt}, which does not list ${absent}`;
      return { code: 'absent-as-evidence', message };
    }
    return null;
  }

  /** No occurrence is used up by an answer that does not list the currency of the rule. */
  runViolation({ snapshot, decisions }: DecisionRun): Violation | null {
    const answered = this.#byTick.get(snapshot);
    const lost = decisions
      .map(({ decision }) => decision)
      .find((each) => each.consumesOccurrence && answered?.leftOut.has(each.currency) === true);
    if (lost === undefined) return null;
    const message = `${lost.ruleId} uses up ${lost.occurrence} on the snapshot of ${snapshot}, which does not list ${lost.currency}`;
    return { code: 'absent-uses-up', message };
  }
}

function snapshotViolation(
  { scheduledFor: tick, balances, valuation }: SnapshotTaken,
  { listed, leftOut }: Answered,
  mayBeZero: ReadonlySet<string>,
): Violation | null {
  const [stated] =
    statedIn(balances).find(([each]) => !listed.has(each) && !mayBeZero.has(each)) ?? [];
  if (stated !== undefined) {
    const message = `the snapshot of ${tick} states ${stated}, which the answer does not list`;
    return { code: 'absent-is-zero', message };
  }
  const missing = [...leftOut][0];
  if (missing === undefined || !totalValue(valuation, balances).complete) return null;
  const message = `the total of ${tick} is whole, without ${missing}, which the answer does not list`;
  return { code: 'absent-from-total', message };
}
