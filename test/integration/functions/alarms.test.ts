import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CountSource } from '../../../lib/observability/alarm-kind.ts';
import { alarmKinds } from '../../../lib/observability/alarms.ts';
import { COUNTS, dimensionsOf, METRICS_NAMESPACE } from '../../../runtime/observability/metrics.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { STAGE, TENANT } from './deployed-functions.ts';
import { provokedAlarms } from './provoked-alarms.ts';

const { deployed, output } = deployedForEachTest();

const KINDS = alarmKinds({
  snapshotEveryMinutes: 5,
  alarms: { blockedHours: 4, budgetPercent: 90 },
  tenants: [TENANT],
});

afterEach(() => {
  vi.useRealTimers();
});

const { provoked, tick, snapshot, hour, round, sweep, webhook } = provokedAlarms(deployed);

/** What AWS measures by itself: where the thing that it measures is made to happen here, or why it is not. */
const MEASURED_BY_AWS: Readonly<Record<string, { readonly test: string; readonly says: string }>> =
  {
    'failure-queue-not-empty': {
      test: 'test/integration/local/async-invocations.test.ts',
      says: 'is not retried where the template allows no retry, and waits in the queue',
    },
    // API Gateway counts its answers; here they are given, and below those of the functions behind it.
    'api-errors': {
      test: 'test/integration/local/api.test.ts',
      says: '500 for a function that fails, 503 for one that is late',
    },
    // Lambda measures how old what it delivers is; here the same failure holds a stream up, and then lets go.
    'stream-behind': {
      test: 'test/integration/local/streams.test.ts',
      says: 'tries again as often as the template says, then keeps a note in the queue and goes on',
    },
    // EventBridge counts what it could not hand over; here the bus hands over, or says what it could not.
    'rule-not-delivering': {
      test: 'test/cdk/observability-stack.test.ts',
      says: 'hears of every rule that could not hand something over',
    },
    // Lambda counts an invocation that finds no free environment; here it waits for one.
    throttles: {
      test: 'test/integration/local/functions.test.ts',
      says: 'never runs more often at once than the template reserves',
    },
    // Lambda measures each invocation; here the same bound cuts it off.
    'function-near-its-timeout': {
      test: 'test/integration/local/functions.test.ts',
      says: 'is ended when it outlasts its timeout, and works again afterwards',
    },
  };

type Line = Readonly<Record<string, unknown>> & {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
};

/** The values that CloudWatch would take from the log for this metric with these very dimensions. */
function measured({ metric }: CountSource): readonly number[] {
  const dimensions = Object.entries(dimensionsOf(metric, STAGE));
  return output()
    .split('\n')
    .filter((line) => line.includes('"_aws"'))
    .map((line): Line => JSON.parse(line))
    .flatMap((line) => {
      const isThis = line._aws?.CloudWatchMetrics.some(
        ({ Namespace, Dimensions, Metrics }) =>
          Namespace === METRICS_NAMESPACE &&
          // An alarm that names a unit hears no other.
          Metrics.some(({ Name, Unit }) => Name === metric && Unit === COUNTS[metric].unit) &&
          Dimensions.some(
            (names) =>
              [...names].sort().join() ===
              dimensions
                .map(([name]) => name)
                .sort()
                .join(),
          ),
      );
      const isAbout = dimensions.every(([name, value]) => line[name] === value);
      return isThis && isAbout ? [Number(line[metric])] : [];
    });
}

/** Whether one period with these values is bad; a period without any is what the alarm makes of missing data. */
function isBad(
  { statistic, comparison, threshold }: CountSource,
  values: readonly number[],
): boolean {
  const value =
    statistic === 'Sum' ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values);
  if (comparison === 'below') return value < threshold;
  return comparison === 'above' ? value > threshold : value >= threshold;
}

describe('each alarm', () => {
  it('is provoked, or named as measured by AWS', () => {
    const known = [...Object.keys(provoked), ...Object.keys(MEASURED_BY_AWS)];
    expect(known.sort()).toEqual(KINDS.map(({ name }) => name).sort());
    for (const { test, says } of Object.values(MEASURED_BY_AWS)) {
      expect(readFileSync(test, 'utf8')).toContain(says);
    }
  });

  const ofCounts = KINDS.flatMap(({ name, sources, missing }) =>
    sources.flatMap((source) => (source.kind === 'count' ? [{ name, source, missing }] : [])),
  );

  it.each(ofCounts)(
    '$name hears its metric beyond the threshold',
    async ({ name, source, missing }) => {
      await provoked[name]?.();
      const values = measured(source);
      if (values.length === 0) expect(missing.as).toBe('breaching');
      else expect(isBad(source, values)).toBe(true);
    },
  );

  it('api-errors hears three reads of a ledger that is not there', async () => {
    await deployed().loseLedger();
    const read = { routeKey: 'GET /v1/lanes', groups: '[viewer]', by: 'vera' };
    const statuses: number[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      const { status } = await deployed().call('query-ledger', read);
      statuses.push(Number(status));
    }
    const counted = statuses.filter((status) => status >= 500).length;
    const [source] = KINDS.find(({ name }) => name === 'api-errors')?.sources ?? [];
    expect(source).toMatchObject({ kind: 'api', metric: '5xx', comparison: 'at-or-above' });
    expect(counted).toBeGreaterThanOrEqual(Number(source?.threshold));
  });

  it('is quiet on a day like any other', async () => {
    const tampering = { routeKey: 'POST /v1/controls/halt', groups: '[approver]', by: 'anna' };
    await deployed().invoke('update-books', await snapshot());
    await sweep();
    await deployed().invoke('update-books', await snapshot());
    await round();
    await deployed().call('halt', { ...tampering, body: { comment: 'an entry' } });
    await deployed().invoke('verify-audit', tick());
    await deployed().invoke('deliver-webhooks', await webhook());
    await deployed().invoke('update-books', await hour());
    for (const { source } of ofCounts) {
      const values = measured(source);
      // What is zero is not heard, unless its silence is what an alarm is about.
      const isSilent = COUNTS[source.metric].heard !== 'always';
      if (isSilent) expect(values, source.metric).toEqual([]);
      else expect(isBad(source, values), source.metric).toBe(false);
    }
  });
});

describe('a count', () => {
  it('is a field of a line that names its tenant, also at zero and where no alarm compares it', async () => {
    await snapshot();
    await round();
    const counted = output()
      .split('\n')
      .flatMap((line) => (line.includes('"message":"counted"') ? [JSON.parse(line)] : []));
    expect(counted.map(({ tenant }) => tenant)).toEqual([TENANT, TENANT]);
    expect(counted.find(({ service }) => service === 'take-snapshot')).toMatchObject({
      SnapshotTaken: 1,
      TokenRefused: 0,
      PricesDropped: 0,
      UnvaluedCurrencies: expect.any(Number),
    });
    expect(counted.find(({ service }) => service === 'watchdog')).toMatchObject({
      WatchdogRounds: 1,
      OpenUnknowns: 0,
      BlockedCurrencies: 0,
    });
  });

  it('has no dimension that multiplies it', async () => {
    await snapshot();
    for (const line of output().split('\n')) {
      if (!line.includes('"_aws"')) continue;
      const { _aws } = JSON.parse(line) as Line;
      for (const { Dimensions } of _aws?.CloudWatchMetrics ?? []) {
        expect(Dimensions).toEqual([['stage', 'service']]);
      }
    }
  });
});

describe('the lines of the log', () => {
  it('have the tick and the instruction from the schedule to the withdrawal', async () => {
    await sweep();
    const lines = output()
      .split('\n')
      .flatMap((line) => (line.includes('"message"') ? [JSON.parse(line)] : []));
    const told = (message: string) => lines.find((line) => line.message === message);
    const { tick: at } = told('snapshot recorded');
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const decided = told('rule decided');
    expect(decided).toMatchObject({ tenant: TENANT, tick: at, ruleId: RULE.id });
    expect(told('withdrawal concluded')).toMatchObject({
      tenant: TENANT,
      tick: at,
      instructionId: decided.instructionId,
    });
  });
});
