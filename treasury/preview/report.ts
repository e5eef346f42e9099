import type { NoSweepReason } from '../decisions/decision.ts';
import type { LimitName } from '../facts/limit-name.ts';
import { sayOutlook } from '../facts/sentences/say/say-outlook.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { conversionOf } from '../policy/conversion.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { distinctRates } from '../policy/used-rate.ts';
import type { Instant } from '../time/instant.ts';
import { MAX_SWEEPS_LISTED } from './backtest-limits.ts';
import type { ReplayState, Sides } from './replay.ts';
import { type RatesShown, ratesAssumed } from './shown-values.ts';
import type { Lowest, PastSweepListed, RuleTotals, Totals } from './totals.ts';
import type { WorldRules } from './world.ts';

/** How often something happened, the most frequent first. */
export interface Counted<Name extends string> {
  readonly name: Name;
  readonly times: number;
}

/** The effects of one rule over the range. */
export interface RuleReport {
  readonly ruleId: string;
  readonly label: string;
  readonly currency: string;
  /** Snapshots on which it was decided. */
  readonly decisions: number;
  readonly sweeps: number;
  readonly approvals: number;
  readonly total: string;
  readonly largest: string;
  readonly value: string;
  readonly unvalued: number;
  readonly reasons: readonly Counted<NoSweepReason>[];
  readonly cuts: readonly Counted<LimitName>[];
}

/** The effects of all rules of one currency over the range. */
export interface CurrencyReport {
  readonly currency: string;
  readonly sweeps: number;
  readonly total: string;
  /** Absent if no snapshot held the currency. */
  readonly lowest?: Lowest;
}

export interface SideReport {
  readonly rules: readonly RuleReport[];
  readonly currencies: readonly CurrencyReport[];
  readonly sweeps: { readonly count: number; readonly first: readonly PastSweepListed[] };
}

/** The draft less the rules in force; amounts signed. */
export interface Difference {
  readonly currency: string;
  readonly sweeps: number;
  readonly total: string;
}

export interface BacktestReport extends RatesShown {
  readonly from: Instant;
  readonly to: Instant;
  /** How far it was replayed; `complete` once that is the whole range. */
  readonly until: Instant;
  readonly complete: boolean;
  readonly readings: number;
  readonly firstReading?: Instant;
  readonly reportingCurrency: string;
  readonly currencies: readonly string[];
  readonly draft: SideReport;
  readonly inForce: SideReport;
  readonly difference: readonly Difference[];
  /** The result in one sentence per currency. */
  readonly message: string;
  /** The assumptions behind the numbers, in sentences. */
  readonly assumptions: readonly string[];
}

interface Replayed {
  readonly from: Instant;
  readonly to: Instant;
  readonly assumeApproved: boolean;
  readonly addBackSweeps: boolean;
  readonly currencies: readonly string[];
  readonly sides: Sides;
  readonly state: ReplayState;
}

export function reportOf(replayed: Replayed): BacktestReport {
  const { from, to, currencies, sides, state } = replayed;
  const draft = sideReport(sides.draft, state.draft.totals, currencies);
  const inForce = sideReport(sides.inForce, state.inForce.totals, currencies);
  const rates = ratesIn(state);
  return {
    from,
    to,
    until: state.until,
    complete: state.until >= to,
    readings: state.readings,
    ...(state.first === undefined ? {} : { firstReading: state.first }),
    reportingCurrency: sides.draft.controls.reportingCurrency,
    currencies,
    draft,
    inForce,
    difference: differences(draft, inForce),
    message: messageOf(draft, inForce, [...sides.draft.rules, ...sides.inForce.rules]),
    ...rates,
    assumptions: assumptionsOf(replayed, rates),
  };
}

/** Of both sides. */
function ratesIn({
  draft: { totals: draft },
  inForce: { totals: inForce },
}: ReplayState): RatesShown {
  return {
    manualRates: distinctRates([...draft.manualRates, ...inForce.manualRates]),
    refusedRates: distinctRates([...draft.refusedRates, ...inForce.refusedRates]),
  };
}

function sideReport(
  { rules }: WorldRules,
  { rules: totalsByRule, lowest, listed }: Totals,
  currencies: readonly string[],
): SideReport {
  const reports = rules.flatMap(({ id, label }) => {
    const totals = totalsByRule[id];
    return totals === undefined ? [] : [ruleReport(id, label, totals)];
  });
  return {
    rules: reports,
    currencies: currencies.map((currency) => {
      const own = reports.filter((report) => report.currency === currency);
      const low = lowest[currency];
      return {
        currency,
        sweeps: own.reduce((sum, { sweeps }) => sum + sweeps, 0),
        total: formatDecimal(own.reduce((sum, { total }) => sum.plus(decimalOf(total)), ZERO)),
        ...(low === undefined ? {} : { lowest: low }),
      };
    }),
    sweeps: { count: reports.reduce((sum, { sweeps }) => sum + sweeps, 0), first: listed },
  };
}

function ruleReport(
  ruleId: string,
  label: string,
  { reasons, cuts, ...totals }: RuleTotals,
): RuleReport {
  return { ruleId, label, ...totals, reasons: counted(reasons), cuts: counted(cuts) };
}

function counted<Name extends string>(
  counts: Partial<Record<Name, number>>,
): readonly Counted<Name>[] {
  return (Object.entries(counts) as [Name, number][])
    .map(([name, times]) => ({ name, times }))
    .sort((left, right) => right.times - left.times || (left.name < right.name ? -1 : 1));
}

function differences(draft: SideReport, inForce: SideReport): readonly Difference[] {
  return pairs(draft, inForce).map(([after, before]) => ({
    currency: after.currency,
    sweeps: after.sweeps - before.sweeps,
    total: formatDecimal(decimalOf(after.total).minus(decimalOf(before.total))),
  }));
}

function messageOf(draft: SideReport, inForce: SideReport, rules: readonly SweepRule[]): string {
  if (draft.currencies.length === 0)
    return 'No rule names a calendar of the draft: nothing changes.';
  return pairs(draft, inForce)
    .map(
      ([after, before]) =>
        `${after.currency}: the draft would have ${movedBy(rules, after.currency)} ${timesAnd(after)}; the rules in force, ${timesAnd(before)}.`,
    )
    .join(' ');
}

/** What the rules of a currency do with it. */
export function movedBy(rules: readonly SweepRule[], currency: string): string {
  const own = rules.filter((rule) => rule.currency === currency);
  const converting = own.filter((rule) => conversionOf(rule) !== null);
  if (converting.length === 0) return 'swept';
  return converting.length === own.length ? 'converted' : 'swept and converted';
}

/** "12 times, 3.4 BTC"; "nothing of BTC". */
export function timesAnd({ sweeps, total, currency }: CurrencyReport): string {
  if (sweeps === 0) return `nothing of ${currency}`;
  return `${sweeps === 1 ? 'once' : `${sweeps} times`}, ${total} ${currency}`;
}

function pairs(
  { currencies }: SideReport,
  inForce: SideReport,
): readonly (readonly [CurrencyReport, CurrencyReport])[] {
  return currencies.flatMap((after) => {
    const before = inForce.currencies.find(({ currency }) => currency === after.currency);
    return before === undefined ? [] : [[after, before] as const];
  });
}

function assumptionsOf(
  { assumeApproved, addBackSweeps, from }: Replayed,
  { manualRates }: RatesShown,
): readonly string[] {
  return [
    'Each snapshot is decided at the moment it was taken, and what is swept leaves at once and is missing from every later balance.',
    `Everything is live. Accounts, limits and approvals are those of today, the rest of new accounts is over; all rules, also those in force, count from ${from}, with nothing used of their budgets.`,
    assumeApproved
      ? 'What needs an approval is approved at once.'
      : 'A sweep that needs an approval never gets it: it waits, holds its rule, and expires.',
    addBackSweeps
      ? 'What rules really swept in the range is given back to the recorded balances, on both sides, from the first snapshot after its confirmation. A sweep whose outcome is not known is not.'
      : 'What rules really swept in the range is missing from the recorded balances and is not given back: where there were such sweeps, both sides sweep too little.',
    'Floors and limits over several currencies count what these rules would have sent, at the prices of each snapshot; what others sent shows in the balances alone.',
    ...ratesAssumed(manualRates).map((each) => sayOutlook(each)),
    'Deposits, trades and withdrawals by hand are as recorded, although people might have acted otherwise.',
    `Of the sweeps the first ${MAX_SWEEPS_LISTED} of each side are listed; the totals count all.`,
  ];
}
