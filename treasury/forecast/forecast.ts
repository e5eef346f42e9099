import type { Reader } from '../facts/sentences/language.ts';
import { withReading } from '../instructions/lane-reading.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readSharedCounts } from '../ledger/read-shared-counts.ts';
import { areUnreadable } from '../policy/controls.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { Effects } from '../ports/effects.ts';
import type { ShownValuesPort } from '../preview/shown-values.ts';
import { newWorld, type World, type WorldRules } from '../preview/world.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { plusSeconds } from '../time/instant.ts';
import type { Ended } from './ended.ts';
import { type FlowPorts, readExpectedFlows } from './expected-flows.ts';
import { FORECAST_SECONDS } from './forecast-limits.ts';
import { type Forecast, forecastOf } from './forecast-report.ts';
import { leaveWhatIsDecided } from './open-instructions.ts';
import type { ForecastRequest, Present } from './present.ts';
import { walkAhead } from './walk-ahead.ts';

export interface ForecastPorts extends Pick<Effects, 'now'>, FlowPorts, ShownValuesPort {
  readonly ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'readCounts'>;
  readonly snapshots: Pick<Snapshots, 'latest'>;
  readonly snapshotEverySeconds: number;
}

export type ForecastResult =
  | { readonly result: 'forecast'; readonly forecast: (reader?: Reader) => Forecast }
  | { readonly result: 'no-snapshot' }
  /** There are no controls: nothing is ever sent. */
  | { readonly result: 'disarmed' }
  /** There are, and they cannot be read. */
  | { readonly result: 'unreadable' };

const DAY_SECONDS = 86_400;

/**
 * What the rules in force would do from now on, if snapshots go on with the balances of the latest one. The very
 * `evaluate` of a run decides every tick, and the reducers of the lanes carry it out. Writes nothing.
 */
export async function forecast(
  ports: ForecastPorts,
  request: ForecastRequest,
): Promise<ForecastResult> {
  const { tenant, timeZone } = request;
  const { ledger, snapshots, snapshotEverySeconds } = ports;
  const [policy, lanes, epoch, snapshot, valuesOn] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.epoch(),
    snapshots.latest(tenant),
    ports.shownValues(tenant),
  ]);
  const { controls } = policy;
  if (snapshot === null) return { result: 'no-snapshot' };
  if (controls === null) return { result: 'disarmed' };
  if (areUnreadable(controls)) return { result: 'unreadable' };
  const now = ports.now();
  const [counts, flows] = await Promise.all([
    readSharedCounts(ledger, tenant, policy),
    request.flows === 'mean' ? readExpectedFlows(ports, tenant, now, timeZone) : null,
  ]);
  const ticks = { anchor: snapshot.scheduledFor, everySeconds: snapshotEverySeconds };
  const present = {
    ...{ policy: { ...policy, controls }, epoch, snapshot, ticks, flows, now },
    ...counts,
    lanes: lanes.map((lane) => withReading(lane, snapshot.balances, snapshot.takenAt, controls)),
  };
  const deadline = plusSeconds(now, FORECAST_SECONDS);
  const isTimeLeft = () => ports.now() < deadline;
  const ended = endOf(present, request, isTimeLeft);
  const shown = valuesOn(snapshot, controls.reportingCurrency);
  return { result: 'forecast', forecast: (reader) => forecastOf(present, ended, shown, reader) };
}

/** What a present comes to, as far as the time for it reaches: no value that is shown has a part in it. */
function endOf(present: Present, request: ForecastRequest, isTimeLeft: () => boolean): Ended {
  const { now } = present;
  const to = plusSeconds(now, request.days * DAY_SECONDS);
  const { world, given } = worldOf(present, request);
  const already = leaveWhatIsDecided(world, given, present);
  const walked = walkAhead(world, given, present, { ...request, to, isTimeLeft });
  return { ...request, to, already, walked };
}

/** As if live: what a halt or a dry-run stops is told beside what it stops. Everything else is as it stands. */
function worldOf(
  { policy, lanes, epoch, usage, tradeUsage = null, outflows, snapshot }: Present,
  { tenant, approvals }: ForecastRequest,
): { readonly world: World; readonly given: WorldRules } {
  const { controls, accounts, calendars = [], rules } = policy;
  const given = {
    tenant,
    rules,
    epoch,
    calendars,
    accounts: new Map(accounts.map((account) => [accountKey(account.id), account])),
    controls: { ...controls, mode: 'live', currencyModes: {} },
    assumeApproved: approvals === 'given',
  } as const;
  const world = newWorld(given, [
    ...new Set([...rules.map(({ currency }) => currency), ...Object.keys(snapshot.balances)]),
  ]);
  // A lane of a replay's own is armed nowhere: its currency is decided as disarmed.
  for (const lane of lanes) world.lanes[lane.currency] = lane;
  if (usage !== null) world.approvalUsage = usage;
  if (tradeUsage !== null) world.tradeUsage = tradeUsage;
  if (outflows !== undefined && outflows.usage !== null) world.outflowUsage = outflows.usage;
  return { world, given };
}
