import { fingerprintOf } from '../instructions/instruction-id.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { areUnreadable } from '../policy/controls.ts';
import { conversionOf } from '../policy/conversion.ts';
import type { Policy } from '../policy/policy.ts';
import type { PolicyProblem } from '../policy/policy-problem.ts';
import type { Effects } from '../ports/effects.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import { type Instant, justBefore, plusSeconds } from '../time/instant.ts';
import {
  BACKTEST_SECONDS,
  DECISIONS_PER_PRICED_STRETCH,
  DECISIONS_PER_STRETCH,
  MAX_DECISIONS_PER_CALL,
} from './backtest-limits.ts';
import { type BalanceSeries, type BalanceTrace, newTrace, seriesOf } from './balance-series.ts';
import { connectedCurrencies } from './converted-world.ts';
import { type Draft, draftedPolicy, rulesOnDraftedDays } from './draft.ts';
import type { History, PastReading, TickRange } from './history.ts';
import { newReplay, type ReplayState, replay, type Sides, shownBy, sidesOf } from './replay.ts';
import { type BacktestReport, reportOf } from './report.ts';
import type { PastValues, PastValuesPort } from './shown-values.ts';
import type { World, WorldRules } from './world.ts';

export interface BacktestPorts extends Pick<Effects, 'now'>, PastValuesPort {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes'>;
  readonly history: History;
}

export interface BacktestRequest {
  readonly tenant: string;
  readonly draft: Draft;
  /** Ticks from one, included, to the other, not. */
  readonly from: Instant;
  readonly to: Instant;
  readonly assumeApproved: boolean;
  /** Whether real sweeps of rules in the range are added back to the recorded balances. */
  readonly addBackSweeps: boolean;
  /** The end of an earlier call of the same backtest. */
  readonly continued?: Continued;
}

/** The input of the next call. Nothing in it is trusted: it is the caller's own arithmetic. */
export interface Continued {
  /** Identifies the backtest, the rules in force, and the manual rates in its values. */
  readonly of: string;
  readonly state: ReplayState;
}

export type BacktestResult =
  | {
      readonly result: 'replayed';
      readonly report: BacktestReport & { readonly balances: readonly BalanceSeries[] };
      /** Absent if the whole range has been replayed. */
      readonly continued?: Continued;
    }
  | { readonly result: 'draft-refused'; readonly problems: readonly PolicyProblem[] }
  | { readonly result: 'disarmed' }
  /** The controls cannot be read: by them nothing would have left, which says nothing of the rules. */
  | { readonly result: 'unreadable' }
  /** The request, the policy in force or a manual rate is not the one that the continuation began with. */
  | { readonly result: 'continuation-differs' };

/**
 * Replays a draft and the rules in force over the same stored snapshots. As far as one call goes: the report counts
 * everything replayed so far, and the rest is for the next call.
 */
export async function backtest(
  ports: BacktestPorts,
  request: BacktestRequest,
): Promise<BacktestResult> {
  const { tenant, draft, from, assumeApproved, continued } = request;
  const before = await ports.ledger.readPolicy(tenant);
  if (areUnreadable(before.controls)) return { result: 'unreadable' };
  const drafted = draftedPolicy(before, draft, from);
  if (!drafted.ok) return { result: 'draft-refused', problems: drafted.problems };
  const after = drafted.policy;
  const compared = { before, after, currencies: currenciesOf(draft, before) };
  const decided = sidesOf(compared, { tenant, from, assumeApproved });
  if (decided === null) return { result: 'disarmed' };
  const { reportingCurrency } = decided.draft.controls;
  const values = await ports.pastValues(tenant, compared.currencies, reportingCurrency);
  const sides = values === null ? decided : shownBy(decided, values);
  const of = identityOf(request, before, values);
  const fits = continued === undefined || (continued.of === of && belongs(continued.state, sides));
  if (!fits) return { result: 'continuation-differs' };
  // A copy: the caller's own object stays as it was.
  const state =
    continued === undefined
      ? newReplay(
          sides,
          compared.currencies,
          justBefore(from),
          await ports.ledger.readLanes(tenant),
        )
      : structuredClone(continued.state);
  const replayed = { ...request, to: justBefore(request.to) };
  const { currencies } = compared;
  const trace = newTrace(currencies);
  // A calendar that no rule names: there is nothing to read.
  if (currencies.length === 0) state.until = replayed.to;
  else await replayRange(ports, replayed, { currencies, sides, state, trace });
  const counted = reportOf({ ...replayed, currencies, sides, state });
  const report = { ...withItsEnd(counted, request), balances: seriesOf(trace) };
  return report.complete
    ? { result: 'replayed', report }
    : { result: 'replayed', report, continued: { of, state } };
}

/** The replay's last tick is the one before the end of the requested range. */
function withItsEnd(report: BacktestReport, { to }: BacktestRequest): BacktestReport {
  return { ...report, to, until: report.complete ? to : report.until };
}

interface Walking {
  readonly currencies: readonly string[];
  readonly sides: Sides;
  readonly state: ReplayState;
  readonly trace?: BalanceTrace;
}

/** Window by window, until the range, the decisions or the time of one call are used up. */
export async function replayRange(
  { history, now }: Pick<BacktestPorts, 'history' | 'now'>,
  request: Pick<BacktestRequest, 'tenant' | 'to' | 'addBackSweeps'>,
  { currencies, sides, state, trace }: Walking,
  seconds: number = BACKTEST_SECONDS,
): Promise<void> {
  const { tenant, to, addBackSweeps } = request;
  const perReading = Math.max(1, sides.draft.rules.length + sides.inForce.rules.length);
  const takesPrices =
    sides.draft.shownAt !== undefined ||
    [...sides.draft.rules, ...sides.inForce.rules].some((rule) => conversionOf(rule) !== null);
  const atOnce = takesPrices ? DECISIONS_PER_PRICED_STRETCH : DECISIONS_PER_STRETCH;
  const perStretch = Math.max(1, Math.floor(atOnce / perReading));
  const deadline = plusSeconds(now(), seconds);
  const held = hasTotalFloor(sides) ? 'all' : currencies;
  let left = Math.max(1, Math.floor(MAX_DECISIONS_PER_CALL / perReading));
  while (state.until < to && left > 0 && now() < deadline) {
    const limit = Math.min(left, perStretch);
    const range = { after: state.until, to };
    const { readings, until } = await history.readings(tenant, range, held, limit, takesPrices);
    const shown = shownIn(state, readings);
    const sweeps =
      shown === null || !addBackSweeps ? [] : await history.sweeps(tenant, shown, currencies);
    replay(state, sides, readings, sweeps, trace);
    state.until = until;
    left -= readings.length;
  }
}

/** Every currency counts towards it, whether or not its rules are compared. */
function hasTotalFloor({ draft, inForce }: Sides): boolean {
  return [draft, inForce].some(({ controls }) => controls.liquidityFloor?.total !== undefined);
}

/** The moments from which the record first shows what these readings show. */
function shownIn(
  { shownUntil, until }: ReplayState,
  readings: readonly PastReading[],
): TickRange | null {
  const after = shownUntil ?? until;
  const to = [after, ...readings.map(({ takenAt }) => takenAt)].sort().at(-1) ?? after;
  return to > after ? { after, to } : null;
}

/** For the draft, for the rules that it replaces, and for those whose days it changes. */
function currenciesOf(draft: Draft, before: Policy): readonly string[] {
  const { rules } = draft;
  const ids = new Set(rules.map(({ id }) => id));
  const replaced = before.rules.filter(({ id }) => ids.has(id));
  const moved = rulesOnDraftedDays(before.rules, draft);
  const own = [...rules, ...replaced, ...moved].map(({ currency }) => currency);
  return connectedCurrencies(own, [...rules, ...before.rules]);
}

/** Whether a state has everything that these sides need in it: a forged one might not. */
function belongs({ draft, inForce }: ReplayState, sides: Sides): boolean {
  const hasAll = ({ lanes, waiting, totals }: World, { rules }: WorldRules): boolean =>
    rules.every(({ id, currency }) => id in totals.rules && currency in lanes) &&
    waiting.every(({ currency }) => currency in lanes);
  return hasAll(draft, sides.draft) && hasAll(inForce, sides.inForce);
}

function identityOf(
  { continued: _, ...request }: BacktestRequest,
  policy: Policy,
  values: PastValues | null,
): string {
  return fingerprintOf([canonicalText(request), canonicalText(policy), values?.by ?? '']);
}
