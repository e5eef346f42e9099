import type { BreakMatch, BreakState } from '../ledger/break.ts';
import type { MatchingUsage } from '../ledger/matching-usage.ts';
import { fittingRules, matchWithin } from '../matching/classify.ts';
import type { UnexplainedMovement } from '../matching/expected-movement.ts';
import { isCounted, withTaken } from '../matching/matching-debits.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { Instant } from '../time/instant.ts';

/** A difference as the record has it: beyond the tolerance, and accounted for by no instruction. */
export interface PastDifference {
  readonly breakId: string;
  readonly snapshot: Instant;
  readonly movement: UnexplainedMovement;
  readonly recorded: BreakState;
  /** A request might have been it, or a part of it: no matching rule explains that. */
  readonly isDoubtful: boolean;
  /** While it is open, no fall of its currency is matched. */
  readonly isOpenRise: boolean;
}

/** Why no rule explains a movement: none expects it, or the one that does has reached its bound. */
export type Verdict =
  | { readonly match: BreakMatch }
  | { readonly match: null; readonly boundReachedBy: string | null };

/** One set of rules over the differences of a range, in the order in which they were read. */
export class MatchingReplay {
  readonly #tenant: string;
  readonly #rules: readonly MatchingRule[];
  readonly #usage = new Map<string, MatchingUsage>();

  constructor(tenant: string, rules: readonly MatchingRule[]) {
    this.#tenant = tenant;
    this.#rules = rules;
  }

  /** By the functions that classify in the books: the most specific rule decides alone. */
  judge({ movement, isDoubtful }: PastDifference): Verdict {
    const decided = isDoubtful ? undefined : fittingRules(this.#rules, movement)[0];
    if (decided === undefined) return { match: null, boundReachedBy: null };
    const { id } = decided.rule;
    const usage = this.#usage.get(id) ?? null;
    const match = matchWithin(decided, usage, movement);
    if (match === null) return { match: null, boundReachedBy: id };
    if (isCounted(match)) {
      this.#usage.set(id, withTaken(usage, this.#tenant, movement.currency, match));
    }
    return { match };
  }
}
