import type { SharedCounts } from '../../../treasury/counters/shared-counts.ts';
import { readExpectedFlows } from '../../../treasury/forecast/expected-flows.ts';
import { type ForecastPorts, forecast } from '../../../treasury/forecast/forecast.ts';
import type { ForecastRequest } from '../../../treasury/forecast/present.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { Break } from '../../../treasury/ledger/break.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';
import { shownByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { POLICY } from '../../samples/policy.ts';
import { snapshotOf } from '../preview/samples.ts';
import { EPOCH, LANE, NOW } from '../rules/samples.ts';

export interface Given {
  readonly policy?: Policy;
  readonly lanes?: readonly Lane[];
  readonly latest?: SnapshotTaken | null;
  readonly usage?: SharedCounts | null;
  readonly breaks?: readonly Break[];
  readonly now?: string;
  readonly rates?: readonly ReportRate[];
}

export function portsOf({ policy = POLICY, lanes = [LANE], ...given }: Given): ForecastPorts {
  const { latest = snapshotOf(), usage = null, breaks = [], now = NOW, rates = [] } = given;
  const { ledger, snapshots, flows } = plantedStore({
    ...{ epoch: EPOCH, policy, lanes, breaks },
    ...(usage !== null && { counts: { 'approval-usage': usage } }),
    snapshots: latest === null ? [] : [latest],
  });
  return {
    now: () => now,
    snapshotEverySeconds: 300,
    ledger,
    snapshots,
    shownValues: shownByRates(async () => rates),
    breaksBetween: flows.breaksBetween,
  };
}

export const REQUEST: ForecastRequest = {
  tenant: 'main',
  days: 7,
  flows: 'none',
  approvals: 'given',
  timeZone: 'UTC',
};

export function lookAhead(given: Given = {}, request: Partial<ForecastRequest> = {}) {
  return forecast(portsOf(given), { ...REQUEST, ...request });
}

export async function forecastOf(...given: Parameters<typeof lookAhead>) {
  const result = await lookAhead(...given);
  if (result.result !== 'forecast') throw new Error(JSON.stringify(result));
  return result.forecast();
}

export function flowsOf(breaks: readonly Break[], timeZone = 'UTC') {
  return readExpectedFlows(portsOf({ breaks }), 'main', NOW, timeZone);
}
