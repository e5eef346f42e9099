import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { RunsRead } from '../../treasury/spans/ports.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { InOrder } from './in-order.ts';

/** Digits of a part in its key, so that parts sort by their number: more than a run has. */
const PART_DIGITS = 6;

/** Sorts behind every part of a run. */
const AFTER_ANY = '~';

/**
 * The records of runs. They lie beside the snapshots, in another table than the ledger: a ledger that is restored finds
 * those that its backup did not know.
 */
export class RunRecords {
  readonly #parts = new InOrder<DecisionRun>();

  /** The condition of the write. */
  isNew(run: DecisionRun): boolean {
    return !this.#parts.has(keyOf(run));
  }

  put(run: DecisionRun): void {
    this.#parts.set(keyOf(run), run);
  }

  /** The parts of a run, in order. */
  of(tick: Instant): readonly DecisionRun[] {
    return this.#parts.between(tick, `${tick}#${AFTER_ANY}`);
  }

  all(): readonly DecisionRun[] {
    return this.#parts.values();
  }

  /** The first runs after one tick and up to another, every part of each: so many parts at most, but one run in any case. */
  between(
    { after, through }: { readonly after: Instant; readonly through: Instant },
    most: number,
  ): RunsRead {
    const parts = this.#parts.between(`${after}#${AFTER_ANY}`, `${through}#${AFTER_ANY}`);
    const runs: DecisionRun[] = [];
    for (const run of Map.groupBy(parts, ({ snapshot }) => snapshot).values()) {
      if (runs.length > 0 && runs.length + run.length > most) return { runs, complete: false };
      runs.push(...run);
    }
    return { runs, complete: true };
  }
}

function keyOf({ snapshot, part }: DecisionRun): string {
  return `${snapshot}#${String(part).padStart(PART_DIGITS, '0')}`;
}
