import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';

/**
 * The records of runs. They lie beside the snapshots, in another table than the ledger: a ledger that is restored finds
 * those that its backup did not know.
 */
export class RunRecords {
  readonly #parts = new Map<string, DecisionRun>();

  /** The condition of the write. */
  isNew(run: DecisionRun): boolean {
    return !this.#parts.has(keyOf(run));
  }

  put(run: DecisionRun): void {
    this.#parts.set(keyOf(run), run);
  }

  /** The parts of a run, in order. */
  of(tick: string): readonly DecisionRun[] {
    return [...this.#parts.values()]
      .filter(({ snapshot }) => snapshot === tick)
      .sort((left, right) => left.part - right.part);
  }
}

function keyOf({ snapshot, part }: DecisionRun): string {
  return `${snapshot}#${part}`;
}
