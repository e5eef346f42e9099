import { readFileSync } from 'node:fs';
import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { ClientSource } from '../../../lib/observability/alarm-kind.ts';
import { alarmKinds, clientDimensions } from '../../../lib/observability/alarms.ts';
import { NOTICE_FIELDS, NOTICES, withFields } from '../../../lib/observability/notices.ts';
import { notificationText } from '../../../lib/observability/notification.ts';
import { streamOf } from '../../../local/engine/tables.ts';
import { streamRecord } from '../../../local/streams/stream-event.ts';
import { StreamReader } from '../../../local/streams/stream-reader.ts';
import { CLIENT_METRICS, METRICS_NAMESPACE } from '../../../runtime/observability/metrics.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Confirmation } from '../../../treasury/instructions/instruction.ts';
import type { Outcome } from '../../../treasury/outcomes/outcome.ts';
import { conclude } from '../../../treasury/sending/conclude.ts';
import type { SendingPorts } from '../../../treasury/sending/ports.ts';
import { belowBid } from '../market/below-bid.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { CLIENT, STAGE, streamEvent } from './deployed-functions.ts';

const { deployed, output } = deployedForEachTest();

const KINDS = alarmKinds({
  snapshotEveryMinutes: 5,
  alarms: { blockedHours: 4, budgetPercent: 90 },
});

afterEach(() => {
  vi.useRealTimers();
});

let lastTick = 0;

/** Ticks of different moments, however fast they follow. */
function tick() {
  lastTick = Math.max(Date.now(), lastTick + 1);
  return { client: CLIENT, scheduledFor: new Date(lastTick).toISOString() };
}

async function snapshot() {
  const at = tick();
  await deployed().invoke('take-snapshot', at);
  const taken = (await deployed().snapshotItems()).filter(({ sk }) => sk?.S === at.scheduledFor);
  return streamEvent(...taken);
}

const round = () => deployed().invoke('watchdog', tick());

/** The withdrawal that the rule decides on now, sent. */
async function sweep() {
  await deployed().invoke('run-sweeps', await snapshot());
  const [image] = (await deployed().ledgerItems()).filter(({ state, entity }) => {
    return entity?.S === 'instruction' && state?.S === 'approved';
  });
  if (image === undefined) throw new Error('nothing was decided');
  await deployed().invoke('send-withdrawal', streamEvent(image));
}

type Post = 'POST /v1/withdrawals' | 'POST /v1/trades';

const lost = (on: Post) =>
  deployed().sandbox.queueFault({
    on,
    fault: { kind: 'execute-then-reset-before-headers' },
  });

const failing = (status: number) =>
  deployed().sandbox.queueFault({
    on: 'GET /v1/balances',
    fault: { kind: 'status', status },
    times: 8,
  });

async function budgetOf(per24Hours: string) {
  const rule = { ...RULE, budgets: { per24Hours }, version: 2 };
  await deployed().ledger.commit(CLIENT, [{ kind: 'put-rule', rule }]);
}

/** An entry of the audit log, changed behind everybody's back. */
async function tamper() {
  const mode = { routeKey: 'POST /v1/controls/halt', groups: '[approver]', by: 'anna' };
  await deployed().call('halt', { ...mode, body: { words: 'a first entry' } });
  const { client, tableName } = deployed().ledgerTable;
  await client.send(
    new UpdateItemCommand({
      TableName: tableName,
      Key: marshall(ledgerKeys.auditEntry(CLIENT, 1)),
      UpdateExpression: 'SET #by = :by',
      ExpressionAttributeNames: { '#by': 'by' },
      ExpressionAttributeValues: marshall({ ':by': 'nobody' }),
    }),
  );
}

/** A sweep that was decided, made larger behind everybody's back before it is sent. */
async function enlarged() {
  await deployed().invoke('run-sweeps', await snapshot());
  const [image] = (await deployed().ledgerItems()).filter(({ state, entity }) => {
    return entity?.S === 'instruction' && state?.S === 'approved';
  });
  if (image === undefined) throw new Error('nothing was decided');
  const content = { M: { ...image.content?.M, amount: { S: '2.24' } } };
  const { client, tableName } = deployed().ledgerTable;
  await client.send(new PutItemCommand({ TableName: tableName, Item: { ...image, content } }));
  await deployed().invoke('send-withdrawal', streamEvent(image));
}

const LATE_CONFIRMATION: Outcome<Confirmation> = {
  state: 'confirmed',
  confirmation: { kind: 'withdrawal', withdrawals: [] },
  evidence: 'answered 200',
};

/** How each alarm of a client's metrics comes about. */
const PROVOKED: Readonly<Record<string, () => Promise<unknown>>> = {
  'no-snapshot': async () => {
    failing(500);
    await snapshot();
  },
  'unknown-outcome': async () => {
    lost('POST /v1/withdrawals');
    await sweep();
    await round();
  },
  anomaly: async () => {
    const fault = { kind: 'contradicting-200', what: 'amount' } as const;
    deployed().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    await sweep();
    await round();
  },
  'invalid-seal': async () => {
    // Whoever writes to the table alone has no key: the seal is over another amount.
    deployed().kms.become('failing');
    await expect(sweep()).rejects.toThrow('nothing was decided');
    deployed().kms.become('well');
    await enlarged();
    await round();
  },
  'contradicted-settlement': async () => {
    lost('POST /v1/withdrawals');
    await sweep();
    const [image] = (await deployed().ledgerItems()).filter(
      ({ entity, state }) => entity?.S === 'instruction' && state?.S === 'unknown',
    );
    const { ledger } = deployed();
    const unknown = await ledger.readInstruction(CLIENT, image?.id?.S ?? '');
    if (unknown?.status.state !== 'unknown') throw new Error('its outcome is known');
    const { nonce } = unknown.status.claim;
    const at = new Date().toISOString();
    const settled = {
      kind: 'settle',
      at,
      by: ['ada', 'bob'],
      executed: false,
      words: 'x',
    } as const;
    const released = advance(unknown, settled);
    await ledger.commit(CLIENT, [{ kind: 'replace-instruction', instruction: released }]);
    // The sender, which everybody thought gone, has the answer.
    const ports = { now: () => at, nonce: () => 'late', ledger } as unknown as SendingPorts;
    await conclude(ports, CLIENT, { instructionId: unknown.id, nonce }, LATE_CONFIRMATION);
    await round();
  },
  break: async () => {
    await deployed().invoke('update-books', await snapshot());
    deployed().sandbox.debit({ currency: 'ETH', amount: '1.5' });
    await deployed().invoke('update-books', await snapshot());
    await round();
  },
  unbooked: async () => {
    const lane = (await deployed().ledger.readLanes(CLIENT))[0];
    if (lane === undefined) throw new Error('no lane');
    const at = new Date(Date.now() - 4 * 86_400_000).toISOString();
    const entries = [{ instructionId: 'sweep-1', amount: '1', at }];
    const booking = { entries, credits: [], doubts: [] };
    const unbooked = { ...lane, booking, version: lane.version + 1 };
    await deployed().ledger.commit(CLIENT, [
      { kind: 'replace-lane', lane: unbooked, from: 'idle' },
    ]);
    await round();
  },
  'missed-occurrence': async () => {
    // Fell two hours ago, and the rule may start an hour late.
    const fell = new Date(Date.now() - 2 * 3_600_000);
    const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
    const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
    const rule = { ...RULE, schedule, version: 2 };
    await deployed().ledger.commit(CLIENT, [{ kind: 'put-rule', rule }]);
    await deployed().invoke('run-sweeps', await snapshot());
  },
  'blocked-currency': async () => {
    lost('POST /v1/withdrawals');
    await sweep();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4.1 * 3_600_000 });
    await round();
  },
  'trade-held': async () => {
    const fault = { kind: 'trade-left-open', filledPercent: 40 } as const;
    deployed().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    await deployed().call('place-trade', {
      routeKey: 'POST /v1/trades',
      headers: { 'idempotency-key': 'key-of-the-alarm' },
      body: {
        instrument: 'BTC/USD',
        side: 'sell',
        price: belowBid(deployed().sandbox),
        amount: '1',
      },
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15.1 * 60_000 });
    await round();
  },
  'budget-near-its-end': async () => {
    await budgetOf('2.4');
    await sweep();
    await round();
  },
  'service-errors': async () => {
    failing(503);
    await snapshot();
  },
  'token-refused': async () => {
    failing(401);
    await snapshot();
  },
  'watchdog-silent': async () => {
    await deployed().loseLedger();
    await expect(round()).rejects.toThrow();
  },
  'audit-chain-broken': async () => {
    await tamper();
    await deployed().invoke('verify-audit', tick());
  },
};

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
function measured({ metric }: ClientSource): readonly number[] {
  const dimensions = Object.entries(clientDimensions(metric, { stage: STAGE, client: CLIENT }));
  return output()
    .split('\n')
    .filter((line) => line.includes('"_aws"'))
    .map((line): Line => JSON.parse(line))
    .flatMap((line) => {
      const isThis = line._aws?.CloudWatchMetrics.some(
        ({ Namespace, Dimensions, Metrics }) =>
          Namespace === METRICS_NAMESPACE &&
          // An alarm that names a unit hears no other.
          Metrics.some(
            ({ Name, Unit }) => Name === metric && Unit === CLIENT_METRICS[metric].unit,
          ) &&
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
  { statistic, comparison, threshold }: ClientSource,
  values: readonly number[],
): boolean {
  const value =
    statistic === 'Sum' ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values);
  if (comparison === 'below') return value < threshold;
  return comparison === 'above' ? value > threshold : value >= threshold;
}

describe('each alarm', () => {
  it('is provoked, or named as measured by AWS', () => {
    const known = [...Object.keys(PROVOKED), ...Object.keys(MEASURED_BY_AWS)];
    expect(known.sort()).toEqual(KINDS.map(({ name }) => name).sort());
    for (const { test, says } of Object.values(MEASURED_BY_AWS)) {
      expect(readFileSync(test, 'utf8')).toContain(says);
    }
  });

  const ofClients = KINDS.flatMap(({ name, sources, missing }) =>
    sources.flatMap((source) => (source.kind === 'client' ? [{ name, source, missing }] : [])),
  );

  it.each(ofClients)(
    '$name hears its metric beyond the threshold',
    async ({ name, source, missing }) => {
      await PROVOKED[name]?.();
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
    await deployed().call('halt', { ...tampering, body: { words: 'an entry' } });
    await deployed().invoke('verify-audit', tick());
    for (const { source } of ofClients) {
      const values = measured(source);
      expect(values.length, source.metric).toBeGreaterThan(0);
      expect(isBad(source, values), source.metric).toBe(false);
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
    expect(decided).toMatchObject({ client: CLIENT, tick: at, ruleId: RULE.id });
    expect(told('withdrawal concluded')).toMatchObject({
      client: CLIENT,
      tick: at,
      instructionId: decided.instructionId,
    });
  });
});

/** Everything in the ledger's stream so far, told on the bus. */
async function publishAll() {
  const { client, tableName } = deployed().ledgerTable;
  const streams = new DynamoDBStreamsClient({
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '',
  });
  try {
    const reader = new StreamReader(streams, await streamOf(client, tableName), null);
    const Records: object[] = [];
    for (let read = await reader.read(); read !== null; read = await reader.read()) {
      if (read.records.length === 0) break;
      Records.push(...read.records.map((each) => streamRecord(each, reader.streamArn).event));
    }
    await deployed().invoke('publish-events', { Records });
  } finally {
    streams.destroy();
  }
}

describe('a notice', () => {
  /** The texts that EventBridge would make of what is on the bus. */
  function texts(): readonly string[] {
    return deployed()
      .events.published()
      .flatMap((event) =>
        NOTICES.filter(({ types }) => types.some((type) => type === event.type)).map((notice) =>
          withFields(notificationText(notice), (field) => {
            const found = NOTICE_FIELDS[field]
              .split('.')
              .slice(2)
              .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], event);
            if (found === undefined)
              throw new Error(`${notice.name}: no ${field} in ${event.type}`);
            return String(found);
          }),
        ),
      );
  }

  it('says of an unknown outcome whose it is, how much, and what to do next', async () => {
    lost('POST /v1/withdrawals');
    await sweep();
    await publishAll();
    const [text] = texts();
    expect(text).toContain(
      'main: nobody knows what became of the withdrawal of 2.25 BTC. BTC is held.',
    );
    expect(text).toContain('two people settle it: POST /v1/withdrawals/sweep-btc-cold-');
    expect(text).toContain('docs/operations.md#unknown-outcome');
  });

  it('says of an anomaly that everything is halted', async () => {
    await PROVOKED.anomaly?.();
    await publishAll();
    expect(texts().join('\n')).toContain('main: the service answered the withdrawal of 2.25 BTC');
    expect(texts().join('\n')).toContain('main: sending is halted');
  });

  it('says of a difference how much of what went out', async () => {
    await PROVOKED.break?.();
    await publishAll();
    expect(texts()[0]).toContain(
      'main: -1.5 ETH went out and nothing in the books accounts for it.',
    );
  });
});
