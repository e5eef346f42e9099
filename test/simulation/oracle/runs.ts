import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import type { Violation } from '../violation.ts';

/**
 * What the oracle remembers of runs, whichever ledger they were recorded with: the parts of each, and the rules that were
 * decided on each snapshot.
 */
export class RunBooks {
  readonly #parts = new Map<string, number>();
  readonly #decided = new Set<string>();

  /** A commit was done. Its decisions and its instructions must say the same. */
  violationOf(changes: readonly LedgerWrite[]): Violation | null {
    const runs = changes.flatMap((change) =>
      change.kind === 'create-decision-run' ? [change.run] : [],
    );
    const violations = runs.map((run) => this.#noted(run));
    return violations.find((each) => each !== null) ?? namingViolation(changes, runs);
  }

  #noted({ snapshot, part, decisions }: DecisionRun): Violation | null {
    const known = this.#parts.get(snapshot) ?? 0;
    this.#parts.set(snapshot, Math.max(known, part + 1));
    const twice = decisions.find(({ decision }) => this.#decided.has(key(snapshot, decision)));
    for (const { decision } of decisions) this.#decided.add(key(snapshot, decision));
    if (twice !== undefined) {
      const message = `${twice.decision.ruleId} is decided twice on the snapshot of ${snapshot}`;
      return { code: 'decided-twice', message };
    }
    if (part === known) return null;
    const message = `part ${part} of the run on ${snapshot} is written after ${known} parts`;
    return { code: 'part-out-of-order', message };
  }
}

function key(snapshot: string, { ruleId }: { readonly ruleId: string }): string {
  return `${snapshot}#${ruleId}`;
}

/** Each sweep that was decided has its instruction in the same commit, and each instruction of a rule its one decision; of a split, each part. */
function namingViolation(
  changes: readonly LedgerWrite[],
  runs: readonly DecisionRun[],
): Violation | null {
  const named = runs.flatMap(({ snapshot, decisions }) =>
    decisions.flatMap(({ decision, instructionId }) => {
      const parts = decision.outcome === 'sweep' ? (decision.parts ?? []) : [];
      // Each part of an amount that is divided is an instruction; the decision is known by the first of them.
      const others = parts.map((part) => part.instructionId).filter((id) => id !== instructionId);
      return decision.outcome === 'sweep' || instructionId !== undefined
        ? [instructionId, ...others].map((id) => `${id} by ${decision.ruleId} on ${snapshot}`)
        : [];
    }),
  );
  const made = changes.flatMap((change) => {
    if (change.kind !== 'create-instruction') return [];
    const { id, origin } = change.instruction;
    return origin.kind === 'sweep' ? [`${id} by ${origin.ruleId} on ${origin.snapshot}`] : [];
  });
  const alone = [
    ...named.filter((each) => !made.includes(each)),
    ...made.filter((each) => named.filter((other) => other === each).length !== 1),
  ];
  const [first] = alone;
  if (first === undefined) return null;
  return {
    code: 'decision-disagrees',
    message: `an instruction or its decision is alone: ${first}`,
  };
}
