import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { RuleSplit } from '../../../treasury/policy/split-schema.ts';
import type { ServiceRequest } from '../service/service.ts';
import type { SimulatedTable } from '../table.ts';
import { textOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';

const WHOLE_PERCENT = 100n * 10n ** 8n;

/** What of a run has been executed: the amounts, and what the books lost by them, fees included. */
export interface ExecutedOfRun {
  readonly amount: bigint;
  readonly taken: bigint;
}

interface Run {
  readonly name: string;
  readonly total: bigint;
  /** What the rule decided for each account. */
  readonly due: ReadonlyMap<string, bigint>;
  readonly executed: Map<string, ExecutedOfRun>;
}

const NOTHING: ExecutedOfRun = { amount: 0n, taken: 0n };

/**
 * The oracle's books of rules that split: what each run owes to each account, worked out when it is decided, from the rule that
 * people agreed to; and what the service has paid of it.
 */
export class PartBooks {
  readonly #runs = new Map<string, Run>();
  readonly #byInstruction = new Map<string, Run>();

  /** A commit was done: notes the runs that it decides, and the instructions of their parts. */
  committed(table: SimulatedTable, changes: readonly LedgerWrite[]): void {
    const decided = changes.flatMap((change) =>
      change.kind === 'create-decision-run' ? change.run.decisions : [],
    );
    for (const { decision } of decided) {
      const rule = table.agreedRule(decision.ruleId);
      if (decision.outcome !== 'sweep' || rule?.split === undefined) continue;
      const name = nameOf(decision);
      const total = unitsOf(decision.amount);
      const due = dividedOf(rule.split, total, unitsOf(rule.step));
      const paid = this.#runs.get(name)?.executed ?? new Map<string, ExecutedOfRun>();
      this.#runs.set(name, { name, total, due, executed: paid });
    }
    for (const change of changes) {
      if (change.kind !== 'create-instruction') continue;
      const { id, origin } = change.instruction;
      const run = origin.kind === 'sweep' ? this.#runs.get(nameOf(origin)) : undefined;
      if (run !== undefined) this.#byInstruction.set(id, run);
    }
  }

  /** What was executed of the run of an instruction before it; nothing if its rule does not split. */
  executedBefore(instructionId: string): ExecutedOfRun {
    const paid = [...(this.#byInstruction.get(instructionId)?.executed.values() ?? [])];
    return paid.reduce(
      (sum, { amount, taken }) => ({ amount: sum.amount + amount, taken: sum.taken + taken }),
      NOTHING,
    );
  }

  /** The service has executed a request, which took so much of its books. */
  executed(instructionId: string, request: ServiceRequest, taken: bigint): Violation | null {
    const run = this.#byInstruction.get(instructionId);
    if (run === undefined || request.kind !== 'withdrawal') return null;
    const { withdrawalAccountId: account } = request;
    const amount = unitsOf(request.amount);
    const paid = run.executed.get(account);
    const before = this.executedBefore(instructionId).amount;
    run.executed.set(account, { amount, taken });
    const due = run.due.get(account) ?? 0n;
    const what = `${instructionId} of ${textOf(amount)} to ${account}, of ${run.name}`;
    if (paid !== undefined) {
      return { code: 'part-twice', message: `${what}: it had its part of ${textOf(paid.amount)}` };
    }
    if (amount > due) {
      return { code: 'part-too-large', message: `${what}: its part is ${textOf(due)}` };
    }
    if (before + amount <= run.total) return null;
    const message = `${what}: ${textOf(before)} of ${textOf(run.total)} had left before`;
    return { code: 'run-too-large', message };
  }
}

interface RunOfRule {
  readonly ruleId: string;
  readonly occurrence: string;
}

function nameOf({ ruleId, occurrence }: RunOfRule): string {
  return `the run of ${ruleId} for ${occurrence}`;
}

/** The parts in units, by whole steps: no sum of another program's decimals. */
function dividedOf(split: RuleSplit, total: bigint, step: bigint): ReadonlyMap<string, bigint> {
  if (split.kind === 'amounts') {
    let rest = total;
    return new Map(
      split.parts.map(({ withdrawalAccountId, amount }) => {
        const own = amount === undefined || unitsOf(amount) > rest ? rest : unitsOf(amount);
        rest -= own;
        return [withdrawalAccountId, own];
      }),
    );
  }
  const steps = total / step;
  const shares = split.parts.map(({ withdrawalAccountId, percent }, place) => {
    const exact = steps * unitsOf(percent);
    return {
      withdrawalAccountId,
      place,
      whole: exact / WHOLE_PERCENT,
      lost: exact % WHOLE_PERCENT,
    };
  });
  const over = steps - shares.reduce((sum, { whole }) => sum + whole, 0n);
  const byLoss = shares.toSorted((a, b) =>
    a.lost === b.lost ? a.place - b.place : a.lost > b.lost ? -1 : 1,
  );
  const favoured = new Set(byLoss.slice(0, Number(over)).map(({ place }) => place));
  return new Map(
    shares.map(({ withdrawalAccountId, place, whole }) => {
      const units = (whole + (favoured.has(place) ? 1n : 0n)) * step;
      return [withdrawalAccountId, units];
    }),
  );
}
