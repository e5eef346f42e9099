import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { SimulatedTable } from '../table.ts';

/** What one claim debited from its rule's budgets, until it is known that nothing left. */
export interface Debit {
  readonly instructionId: string;
  readonly atMs: number;
  readonly units: bigint;
}

/** What a claim rested on; the rule as it stood then, of a sweep. */
export interface Claimed {
  readonly sendBy: string;
  readonly rule: SweepRule | null;
  /** What leaves by it; null of a trade. */
  readonly withdrawal: { readonly currency: string; readonly amount: string } | null;
}

/** What the oracle remembers of a table beside the table, worked out in another way. */
export class ReferenceModel {
  readonly claims: Map<string, Claimed>;
  readonly debits: Map<string, readonly Debit[]>;
  /** When a rule was debited last, given back or not: older buckets may be gone from the lane. */
  readonly latestMs: Map<string, number>;
  /** Rejected instructions whose lanes were freed: from then on they count as not executed. */
  readonly freed: Set<string>;
  /** Accounts whose place an answer has named that is on record. */
  readonly named: Set<string>;

  constructor(from?: ReferenceModel) {
    this.claims = new Map(from?.claims);
    this.debits = new Map(from?.debits);
    this.latestMs = new Map(from?.latestMs);
    this.freed = new Set(from?.freed);
    this.named = new Set(from?.named);
  }

  copy(): ReferenceModel {
    return new ReferenceModel(this);
  }

  debitsOf(ruleId: string): readonly Debit[] {
    return this.debits.get(ruleId) ?? [];
  }

  /** Of what an instruction debited only a part has left. */
  countLess(instructionId: string, taken: bigint, asked: bigint): void {
    for (const [whose, debits] of this.debits) {
      if (!debits.some((debit) => debit.instructionId === instructionId)) continue;
      const counted = debits.map((debit) =>
        debit.instructionId === instructionId
          ? { ...debit, units: (debit.units * taken) / asked }
          : debit,
      );
      this.debits.set(whose, counted);
    }
  }

  giveBack(instructionId: string): void {
    for (const [ruleId, debits] of this.debits) {
      const left = debits.filter((debit) => debit.instructionId !== instructionId);
      if (left.length < debits.length) this.debits.set(ruleId, left);
    }
  }
}

export type ReferenceModels = Map<SimulatedTable, ReferenceModel>;
