import type { NoSweepReason } from '../decisions/decision.ts';
import { sayNotTaken } from '../facts/sentences/say/say-not-read.ts';
import { type LaneReader, type LaneView, showLane } from '../lanes/lane-view.ts';
import { type DecisionRun, decisionsOf, type StoredDecision } from '../ledger/stored-decision.ts';
import type { WebhookInTrouble } from '../ledger/webhook-in-trouble.ts';
import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type CalendarEnding, calendarsEnding } from '../policy/calendars-ending.ts';
import {
  areUnreadable,
  type Controls,
  MODES,
  type Mode,
  modeFor,
  overallMode,
} from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import { type UnreadablePiece, unreadablePieces } from '../policy/unreadable-pieces.ts';
import { distinctRates, type RefusedRate, type UsedRate } from '../policy/used-rate.ts';
import type { UnvaluedReason } from '../report-values/unvalued-reason.ts';
import {
  type AskedIn,
  type CurrencyValueIn,
  type ValuationIn,
  valuationIn,
} from '../report-values/valuation-in.ts';
import { type FailingRule, failingRules, showFailingRule } from '../rules/failing-rules.ts';
import { type LowBalance, lowBalances } from '../rules/low-balances.ts';
import type { NotTaken } from '../snapshots/not-taken.ts';
import type { Snapshot, SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { type Absent, notStatedIn, statedIn } from '../valuation/balance.ts';
import { type ShownTotal, shownTotal, totalValue } from '../valuation/total-value.ts';
import { type FailingWebhook, failingWebhooks } from './failing-webhooks.ts';

/** Digits behind the point of a share or a change in percent: a screen shows no more. */
const PERCENT_DIGITS = 2;

/**
 * Intervals after which a missing snapshot is late: the next tick may be under way, and one miss is named as a miss.
 */
const LATE_AFTER_INTERVALS = 2;

/** Between the value of now and that of an earlier snapshot; null members where one of them is not complete. */
export interface ValueChange {
  /** When the balances of the earlier snapshot had been read. */
  readonly since: Instant;
  readonly before: string | null;
  /** Signed decimal text in the reporting currency. */
  readonly amount: string | null;
  /** Signed, of the value before; null where that was zero. */
  readonly percent: string | null;
}

/** Of all, or of a currency: its own, none before the first policy, or not known. */
export const SHOWN_MODES = [...MODES, 'disarmed', 'unreadable'] as const;
type ShownMode = (typeof SHOWN_MODES)[number];

export interface CurrencyOverview {
  readonly currency: string;
  /** Decimal text in the currency. */
  readonly balance: string;
  readonly value: string | null;
  /** Percent of the total; null without a complete total. */
  readonly share: string | null;
  readonly mode: ShownMode;
  /** How the value came about, or why there is none. */
  readonly valuedBy?: Pick<CurrencyValueIn, 'price' | 'path' | 'instruments' | 'manualRate'>;
  readonly unvaluedBecause?: UnvaluedReason;
}

/** What one run decided, over all rules. */
export interface RunOverview {
  readonly snapshot: Instant;
  readonly rules: number;
  readonly swept: readonly {
    readonly ruleId: string;
    readonly currency: string;
    readonly amount: string;
    readonly instructionId: string | null;
  }[];
  /** Rules that did not sweep, by reason. */
  readonly notSwept: Readonly<Partial<Record<NoSweepReason, number>>>;
}

/** `none`: there is no snapshot yet. `late`: the last is older than two intervals. `missed`: the last tick had none. */
export const HEALTH_STATES = ['ok', 'late', 'missed', 'none'] as const;

export interface Health {
  readonly state: (typeof HEALTH_STATES)[number];
  readonly everySeconds: number;
  readonly lastSnapshot: { readonly scheduledFor: Instant; readonly takenAt: Instant } | null;
  readonly ageSeconds: number | null;
  readonly lastMiss: {
    readonly scheduledFor: Instant;
    readonly code: string;
    readonly why: NotTaken;
  } | null;
}

export interface Overview {
  readonly at: Instant;
  readonly mode: ShownMode;
  readonly reportingCurrency: string | null;
  readonly value: ShownTotal;
  readonly change: {
    readonly day: ValueChange | null;
    readonly week: ValueChange | null;
  };
  readonly currencies: readonly CurrencyOverview[];
  /** On record, and not stated by the answer of the last snapshot: in no total, and never taken for zero. */
  readonly notStated?: Readonly<Record<string, Absent>>;
  /** The values of their last balances. */
  readonly apart?: Readonly<Record<string, CurrencyValueIn>>;
  readonly blocked: readonly LaneView[];
  /** Balances below the low of a rule, by rule. */
  readonly low: readonly LowBalance[];
  /** Rules of which nothing leaves, with what the service said. */
  readonly failing: readonly FailingRule[];
  /** Webhooks of which no event arrives. */
  readonly failingWebhooks: readonly FailingWebhook[];
  /** Absent: everything can be read. */
  readonly unreadable?: readonly UnreadablePiece[];
  readonly lastRuns: readonly RunOverview[];
  readonly health: Health;
  /** Calendars that rules name, and that end within two months or have ended. */
  readonly calendarsEnding: readonly CalendarEnding[];
  /** The manual rates in its values. */
  readonly manualRates: readonly UsedRate[];
  /** The rates that are not what Sluice wrote, and value nothing. */
  readonly refusedRates: readonly RefusedRate[];
}

export interface OverviewMaterial {
  readonly at: Instant;
  readonly snapshotEverySeconds: number;
  readonly policy: Policy;
  readonly lanes: readonly LaneView[];
  /** The last tick's, and the last one that was taken. */
  readonly newest: Snapshot | null;
  readonly latest: SnapshotTaken | null;
  readonly dayBefore: SnapshotTaken | null;
  readonly weekBefore: SnapshotTaken | null;
  /** Newest first, parts of one run one after the other. */
  readonly runs: readonly DecisionRun[];
  readonly webhooks: readonly WebhookInTrouble[];
  /** Ids of webhooks that cannot be read, and names of counts over several currencies. Absent: none. */
  readonly unreadable?: Readonly<Record<'counts' | 'webhook', readonly string[]>>;
  readonly asked: AskedIn;
}

/** A front page as its reader gets it: its facts in words. */
export function showOverview(overview: Overview, to: LaneReader) {
  const { blocked, failing, health } = overview;
  return {
    ...overview,
    blocked: blocked.map((each) => showLane(each, to)),
    failing: failing.map((each) => showFailingRule(each, to.reader)),
    health: showHealth(health, to),
  };
}

function showHealth({ lastMiss, ...health }: Health, { reader }: LaneReader) {
  if (lastMiss === null) return { ...health, lastMiss };
  const { why, ...miss } = lastMiss;
  return { ...health, lastMiss: { ...miss, reason: sayNotTaken(why, reader) } };
}

/** A snapshot with the values that are shown of it. */
type Shown = Pick<SnapshotTaken, 'takenAt' | 'balances'> & { readonly valuation: ValuationIn };

/** A front page of one tenant. Pure. */
export function overviewOf(material: OverviewMaterial): Overview {
  const { at, policy, lanes, asked } = material;
  const lane = lanes.flatMap(({ state, currency }) => (state === 'unreadable' ? [currency] : []));
  const unreadable = unreadablePieces(policy, { lane, ...material.unreadable });
  const { controls, halt } = policy;
  const latest = shownIn(material.latest, asked);
  const dayBefore = shownIn(material.dayBefore, asked);
  const weekBefore = shownIn(material.weekBefore, asked);
  return {
    at,
    mode: shownMode(controls, (known) => overallMode(known, halt)),
    reportingCurrency: latest?.valuation.reportingCurrency ?? null,
    value: latest === null ? { total: null } : shownTotal(valueAt(latest)),
    change: { day: changeSince(latest, dayBefore), week: changeSince(latest, weekBefore) },
    currencies: latest === null ? [] : currenciesOf(latest, policy),
    ...(latest === null ? {} : apartIn(latest)),
    blocked: lanes.filter(({ state }) => state !== 'idle' && state !== 'sending'),
    low: latest === null ? [] : lowBalances(latest, policy),
    failing: failingRules(policy, lanes),
    failingWebhooks: failingWebhooks(material.webhooks),
    ...(unreadable.length > 0 && { unreadable }),
    lastRuns: runsOf(material.runs),
    health: healthOf(material),
    calendarsEnding: calendarsEnding(policy, at),
    ...ratesIn([latest, dayBefore, weekBefore]),
  };
}

function shownMode(controls: Controls | null, modeOf: (known: Controls) => Mode): ShownMode {
  if (controls === null) return 'disarmed';
  return areUnreadable(controls) ? 'unreadable' : modeOf(controls);
}

function shownIn(snapshot: SnapshotTaken | null, asked: AskedIn): Shown | null {
  return snapshot === null ? null : { ...snapshot, valuation: valuationIn(snapshot, asked) };
}

function ratesIn(shown: readonly (Shown | null)[]): Pick<Overview, 'manualRates' | 'refusedRates'> {
  const valuations = shown.flatMap((each) => each?.valuation ?? []);
  return {
    manualRates: distinctRates(valuations.flatMap(({ manualRates }) => manualRates)),
    refusedRates: distinctRates(valuations.flatMap(({ refusedRates }) => refusedRates)),
  };
}

function valueAt({ valuation, balances }: Shown) {
  return totalValue(valuation, balances);
}

/** Values in two reporting currencies, or of a part, are not compared. */
function changeSince(latest: Shown | null, before: Shown | null): ValueChange | null {
  if (latest === null || before === null || before.takenAt === latest.takenAt) return null;
  const since = before.takenAt;
  const [now, then] = [valueAt(latest), valueAt(before)];
  const isSame = latest.valuation.reportingCurrency === before.valuation.reportingCurrency;
  if (!then.complete || !isSame) return { since, before: null, amount: null, percent: null };
  if (!now.complete) return { since, before: then.total, amount: null, percent: null };
  const amount = decimalOf(now.total).minus(decimalOf(then.total));
  return {
    since,
    before: then.total,
    amount: formatDecimal(amount),
    percent: percentOf(amount, decimalOf(then.total)),
  };
}

function percentOf(part: Decimal, whole: Decimal): string | null {
  if (whole.isZero()) return null;
  const percent = part.times(100).dividedBy(whole);
  return formatDecimal(percent.toDecimalPlaces(PERCENT_DIGITS, ROUNDING.halfEven));
}

function apartIn({ balances, valuation }: Shown): Pick<Overview, 'notStated' | 'apart'> {
  const { apart } = valuation;
  return { ...notStatedIn(balances), ...(apart === undefined ? {} : { apart }) };
}

/** The most valuable first; then those without a price, by name. */
function currenciesOf(latest: Shown, policy: Policy): readonly CurrencyOverview[] {
  const { balances, valuation } = latest;
  const total = valueAt(latest);
  const { controls, halt } = policy;
  const found = statedIn(balances).map(([currency, balance]): CurrencyOverview => {
    const valued = Object.hasOwn(valuation.values, currency)
      ? valuation.values[currency]
      : undefined;
    const value = decimalOf(balance.total).isZero() ? '0' : (valued?.value ?? null);
    return {
      currency,
      balance: balance.total,
      value,
      share:
        value === null || !total.complete
          ? null
          : percentOf(decimalOf(value), decimalOf(total.total)),
      mode: shownMode(controls, (known) => modeFor(known, halt, currency)),
      ...marksOf(valuation, currency),
    };
  });
  return found.toSorted((one, other) => {
    const least = new Decimal(-1);
    const [a, b] = [one, other].map(({ value }) => (value === null ? least : decimalOf(value)));
    return (b ?? least).comparedTo(a ?? least) || (one.currency < other.currency ? -1 : 1);
  });
}

function marksOf(
  { values, unvaluedBecause }: ValuationIn,
  currency: string,
): Pick<CurrencyOverview, 'valuedBy' | 'unvaluedBecause'> {
  const valued = Object.hasOwn(values, currency) ? values[currency] : undefined;
  if (valued !== undefined) {
    const { value: _, ...valuedBy } = valued;
    return { valuedBy };
  }
  const why = Object.hasOwn(unvaluedBecause, currency) ? unvaluedBecause[currency] : undefined;
  return why === undefined ? {} : { unvaluedBecause: why };
}

function runsOf(parts: readonly DecisionRun[]): readonly RunOverview[] {
  const bySnapshot = new Map<Instant, StoredDecision[]>();
  for (const part of parts) {
    const known = bySnapshot.get(part.snapshot) ?? [];
    bySnapshot.set(part.snapshot, [...known, ...decisionsOf(part)]);
  }
  return [...bySnapshot].map(([snapshot, decisions]) => runOf(snapshot, decisions));
}

function runOf(snapshot: Instant, decisions: readonly StoredDecision[]): RunOverview {
  const notSwept: Partial<Record<NoSweepReason, number>> = {};
  for (const { decision } of decisions) {
    if (decision.outcome === 'sweep') continue;
    notSwept[decision.reason] = (notSwept[decision.reason] ?? 0) + 1;
  }
  return {
    snapshot,
    rules: decisions.length,
    swept: decisions.flatMap(({ decision, instructionId = null }) => {
      if (decision.outcome !== 'sweep') return [];
      const { ruleId, currency, amount } = decision;
      return [{ ruleId, currency, amount, instructionId }];
    }),
    notSwept,
  };
}

function healthOf({ at, snapshotEverySeconds, newest, latest }: OverviewMaterial): Health {
  const ageSeconds =
    latest === null ? null : Math.max(0, Math.floor(secondsBetween(latest.takenAt, at)));
  const missed = newest?.kind === 'missed' ? newest : null;
  const isLate = ageSeconds !== null && ageSeconds > LATE_AFTER_INTERVALS * snapshotEverySeconds;
  return {
    state: latest === null ? 'none' : isLate ? 'late' : missed === null ? 'ok' : 'missed',
    everySeconds: snapshotEverySeconds,
    lastSnapshot:
      latest === null ? null : { scheduledFor: latest.scheduledFor, takenAt: latest.takenAt },
    ageSeconds,
    lastMiss:
      missed === null
        ? null
        : { scheduledFor: missed.scheduledFor, code: missed.code, why: missed.why },
  };
}
