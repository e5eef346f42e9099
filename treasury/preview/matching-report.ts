import type { BreakMatch, BreakState } from '../ledger/break.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { Instant } from '../time/instant.ts';
import { MAX_MOVEMENTS_LISTED } from './backtest-limits.ts';
import { type MovementSum, MovementSums } from './movement-sums.ts';
import type { PastDifference, Verdict } from './replay-matching.ts';

/** What a draft changes about one movement, compared with the rules in force. */
export const MATCHING_EFFECTS = [
  /** A break without the draft. */
  'newly-matched',
  /** Another rule explains it without the draft. */
  'taken-over',
  /** The rule explains it either way. */
  'matched-as-before',
  /** A break with the draft, and none without it. */
  'no-longer-matched',
] as const;
export type MatchingEffect = (typeof MATCHING_EFFECTS)[number];

/** The class that a rule gives a movement. */
export type MovementClass = Pick<MatchingRule, 'label' | 'kind'> & { readonly ruleId: string };

/** A movement that the draft concerns. */
export interface ComparedMovement {
  readonly breakId: string;
  readonly sinceReadAt: Instant;
  readonly readAt: Instant;
  readonly currency: string;
  /** Signed decimal text: incoming amounts are positive. */
  readonly amount: string;
  /** As it stands in the books. */
  readonly recorded: BreakState;
  readonly effect: MatchingEffect;
  /** By the rules in force, and with the draft; null: a break. */
  readonly before: MovementClass | null;
  readonly after: MovementClass | null;
}

export interface EffectTotal extends MovementSum {
  readonly effect: MatchingEffect;
}

/** Movements that leave one rule for another. */
export interface TakenOver extends MovementSum {
  readonly from: string;
  readonly to: string;
}

/** One rule of the draft over the range. */
export interface MatchingRuleReport extends MovementClass {
  readonly currencies: readonly MovementSum[];
  /** Movements that it expects and that its bounds left to people. */
  readonly boundReached: number;
}

export interface MatchingBacktestReport {
  readonly from: Instant;
  readonly to: Instant;
  /** How far it went; `complete` if that is the whole range. */
  readonly until: Instant;
  readonly complete: boolean;
  /** Movements of the range that no instruction accounts for. */
  readonly differences: number;
  /** Of those: a request might have been it, or a part of it, so no rule explains it. */
  readonly doubtful: number;
  /** Breaks of the range by the rules in force, and with the draft. */
  readonly breaks: { readonly before: number; readonly after: number };
  readonly rules: readonly MatchingRuleReport[];
  readonly totals: readonly EffectTotal[];
  readonly takenOver: readonly TakenOver[];
  readonly movements: { readonly count: number; readonly first: readonly ComparedMovement[] };
  /** The result, in one sentence for each currency. */
  readonly message: string;
  /** What the numbers rest on, in sentences. */
  readonly assumptions: readonly string[];
}

const ASSUMPTIONS = [
  'The differences are the ones that the books have now: what a late snapshot or a settled request accounts for since is none.',
  'Both sides begin with the range: the bounds of 24 hours and the occurrences are unused then, and every rule counts from then.',
  'A difference that a request of unknown outcome, or a part of a withdrawal, may account for stays with people, as in the books. One that waited a while for a confirmed request is compared as if it had not.',
  'Rules in force count as they are stored; their seals are verified when the books are updated.',
  `Of the movements the first ${MAX_MOVEMENTS_LISTED} are listed; the totals count all.`,
];

/** What both sides did, as it adds up. */
export class MatchingTotals {
  readonly #drafted: ReadonlyMap<string, MovementClass>;
  readonly #byEffect = new MovementSums();
  readonly #byRule = new MovementSums();
  /** By the ids of both rules, which hold no ">". */
  readonly #taken = new MovementSums();
  readonly #boundReached = new Map<string, number>();
  readonly #first: ComparedMovement[] = [];
  readonly #breaks = { before: 0, after: 0 };
  #differences = 0;
  #doubtful = 0;
  #movements = 0;

  constructor(drafted: readonly Pick<MatchingRule, 'id' | 'label' | 'kind'>[]) {
    const classes = drafted.map(({ id, label, kind }) => ({ ruleId: id, label, kind }));
    this.#drafted = new Map(classes.map((each) => [each.ruleId, each]));
  }

  count(difference: PastDifference, before: Verdict, after: Verdict): void {
    this.#differences += 1;
    if (difference.isDoubtful) this.#doubtful += 1;
    if (before.match === null) this.#breaks.before += 1;
    if (after.match === null) this.#breaks.after += 1;
    const bound = after.match === null ? after.boundReachedBy : null;
    if (bound !== null) this.#boundReached.set(bound, (this.#boundReached.get(bound) ?? 0) + 1);
    const compared = comparedMovement(difference, before, after);
    if (compared === null || !this.#concerns(compared)) return;
    this.#movements += 1;
    this.#add(compared);
    if (this.#first.length < MAX_MOVEMENTS_LISTED) this.#first.push(compared);
  }

  report(range: Pick<MatchingBacktestReport, 'from' | 'to' | 'until'>): MatchingBacktestReport {
    const totals = MATCHING_EFFECTS.flatMap((effect) =>
      this.#byEffect.of(effect).map((sum) => ({ effect, ...sum })),
    );
    return {
      ...range,
      complete: range.until >= range.to,
      differences: this.#differences,
      doubtful: this.#doubtful,
      breaks: { ...this.#breaks },
      rules: [...this.#drafted.values()].map((rule) => ({
        ...rule,
        currencies: this.#byRule.of(rule.ruleId),
        boundReached: this.#boundReached.get(rule.ruleId) ?? 0,
      })),
      totals,
      takenOver: this.#takenOver(),
      movements: { count: this.#movements, first: [...this.#first] },
      message: messageOf(this.#differences, totals),
      assumptions: ASSUMPTIONS,
    };
  }

  /** A movement that the draft leaves as it is does not concern it. */
  #concerns({ effect, after }: ComparedMovement): boolean {
    return effect !== 'matched-as-before' || (after !== null && this.#drafted.has(after.ruleId));
  }

  #add({ effect, before, after, currency, amount }: ComparedMovement): void {
    this.#byEffect.add(effect, currency, amount);
    if (after !== null) this.#byRule.add(after.ruleId, currency, amount);
    if (before !== null && after !== null && effect === 'taken-over') {
      this.#taken.add(`${before.ruleId}>${after.ruleId}`, currency, amount);
    }
  }

  #takenOver(): readonly TakenOver[] {
    return this.#taken.names().flatMap((name) => {
      const [from = '', to = ''] = name.split('>');
      return this.#taken.of(name).map((sum) => ({ from, to, ...sum }));
    });
  }
}

/** Null: a break on both sides. */
function comparedMovement(
  { breakId, movement, recorded }: PastDifference,
  { match: before }: Verdict,
  { match: after }: Verdict,
): ComparedMovement | null {
  if (before === null && after === null) return null;
  const { sinceReadAt, readAt, currency, unexplained } = movement;
  return {
    breakId,
    sinceReadAt,
    readAt,
    currency,
    amount: unexplained,
    recorded,
    effect: effectOf(before, after),
    before: classOf(before),
    after: classOf(after),
  };
}

function effectOf(before: BreakMatch | null, after: BreakMatch | null): MatchingEffect {
  if (before === null) return 'newly-matched';
  if (after === null) return 'no-longer-matched';
  return before.ruleId === after.ruleId ? 'matched-as-before' : 'taken-over';
}

function classOf(match: BreakMatch | null): MovementClass | null {
  return match && { ruleId: match.ruleId, label: match.label, kind: match.kind };
}

const CLAUSES: Readonly<Record<MatchingEffect, string>> = {
  'newly-matched': 'explained that are breaks now',
  'taken-over': 'taken over from another rule',
  'matched-as-before': 'explained as before',
  'no-longer-matched': 'left to people that a rule explains now',
};

function messageOf(differences: number, totals: readonly EffectTotal[]): string {
  if (totals.length === 0) return `None of ${differences} differences would be another.`;
  const currencies = [...new Set(totals.map(({ currency }) => currency))].sort();
  return currencies
    .map((currency) => {
      const clauses = totals
        .filter((each) => each.currency === currency)
        .map(({ effect, count, inflow, outflow }) => {
          const amounts = [
            ...(inflow === '0' ? [] : [`${inflow} in`]),
            ...(outflow === '0' ? [] : [`${outflow} out`]),
          ];
          return `${count} ${CLAUSES[effect]} (${amounts.join(', ')})`;
        });
      return `${currency}: ${clauses.join('; ')}.`;
    })
    .join(' ');
}
