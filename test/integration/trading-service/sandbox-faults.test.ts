import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FAULT_KINDS,
  type FaultInput,
  type RunningSandbox,
  SANDBOX_ACCOUNTS,
  startSandbox,
} from '../../../sandbox/index.ts';
import { TRADE_ANSWERS, type TradeAnswers } from '../../../sandbox/service/trade-answers.ts';
import { judgeTrade } from '../../../treasury/outcomes/judge-trade.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import type { TradeRequest, WithdrawalRequest } from '../../../treasury/outcomes/outcome.ts';
import { withdrawalIdsIn } from '../../../treasury/outcomes/reply.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';
import { clientFor, IMPATIENT, soon, tokensOf, withoutToken } from './client.ts';

const WITHDRAWAL: WithdrawalRequest = {
  withdrawalAccountId: SANDBOX_ACCOUNTS.ethWallet.id,
  amount: '0.004',
  currency: 'ETH',
};
const HOLD_MS = 5_000;
const MEGABYTES = 3 * 1024 * 1024;

type Verdict = string | { readonly withdrawal: string; readonly trade: string };
interface Row {
  readonly fault: FaultInput;
  readonly verdict: Verdict;
  /** Whether the service acted: what the client can't see and must not guess. */
  readonly executed: boolean;
}
const row = (fault: FaultInput, verdict: Verdict, executed: boolean): Row => ({
  fault,
  verdict,
  executed,
});
const anomaly = (cause: string): Verdict => ({
  withdrawal: `anomaly ${cause}`,
  trade: 'anomaly other-trade',
});

const TABLE: readonly Row[] = [
  row({ kind: 'execute-then-hang', holdMs: HOLD_MS }, 'unknown timeout', true),
  row({ kind: 'hang-without-execution', holdMs: HOLD_MS }, 'unknown timeout', false),
  row({ kind: 'drop-silently', closeAfterMs: 50 }, 'unknown connection-lost', false),
  row({ kind: 'drop-silently', closeAfterMs: HOLD_MS }, 'unknown timeout', false),
  row({ kind: 'execute-then-reset-before-headers' }, 'unknown connection-lost', true),
  row(
    { kind: 'execute-then-reset-before-headers', ending: 'close' },
    'unknown connection-lost',
    true,
  ),
  row({ kind: 'execute-then-reset-in-body' }, 'unknown truncated-answer', true),
  row({ kind: 'execute-then-reset-in-body', ending: 'close' }, 'unknown truncated-answer', true),
  row({ kind: 'reset-without-execution' }, 'unknown connection-lost', false),
  row({ kind: 'reset-without-execution', ending: 'close' }, 'unknown connection-lost', false),
  row({ kind: 'execute-late', delayMs: 30, after: 'client-gone' }, 'unknown timeout', true),
  row(
    { kind: 'execute-late', delayMs: 30, after: 'client-gone', connection: 'reset' },
    'unknown connection-lost',
    true,
  ),
  row({ kind: 'execute-late', delayMs: 30, connection: 'close' }, 'unknown connection-lost', true),
  ...[400, 401, 403, 404, 422].flatMap((status) => [
    row({ kind: 'status', status }, 'rejected', false),
    // Why a rejection keeps its lane until the balances have spoken.
    row({ kind: 'status', status, execute: true }, 'rejected', true),
  ]),
  ...[402, 405, 408, 409, 410, 413, 425, 429, 451, 500, 501, 502, 503, 504, 599].flatMap(
    (status) => [
      row({ kind: 'status', status, retryAfterSeconds: 0 }, 'unknown status', false),
      row({ kind: 'status', status, retryAfterSeconds: 0, execute: true }, 'unknown status', true),
    ],
  ),
  row({ kind: 'status', status: 422, body: 'plain words' }, 'rejected', false),
  row({ kind: 'echoed-token' }, 'rejected', false),
  row({ kind: 'empty-200' }, 'unknown empty-answer', true),
  row({ kind: 'empty-200', execute: false }, 'unknown empty-answer', false),
  row({ kind: 'truncated-200' }, 'unknown truncated-answer', true),
  row({ kind: 'truncated-200', framing: 'short' }, 'unknown truncated-answer', true),
  row({ kind: 'html-200' }, 'unknown invalid-answer', true),
  row({ kind: 'html-200', execute: false }, 'unknown invalid-answer', false),
  row({ kind: 'wrong-types-200' }, 'unknown invalid-answer', true),
  row({ kind: 'contradicting-200', what: 'amount' }, anomaly('other-amount'), true),
  row({ kind: 'contradicting-200', what: 'account' }, anomaly('other-account'), true),
  row({ kind: 'contradicting-200', what: 'currency' }, anomaly('other-currency'), true),
  row(
    { kind: 'contradicting-200', what: 'none' },
    { withdrawal: 'anomaly no-withdrawal', trade: 'unknown empty-answer' },
    true,
  ),
  row({ kind: 'slow', delayMs: 60 }, 'confirmed', true),
  row({ kind: 'slow', delayMs: HOLD_MS }, 'unknown timeout', true),
  row({ kind: 'slow-body', delayMs: 60 }, 'confirmed', true),
  row({ kind: 'slow-body', delayMs: HOLD_MS }, 'unknown timeout', true),
  row({ kind: 'oversize-body', bytes: 10_000 }, 'confirmed', true),
  row({ kind: 'oversize-body', bytes: MEGABYTES }, 'unknown oversized-answer', true),
  row(
    { kind: 'oversize-body', bytes: MEGABYTES, declared: true },
    'unknown oversized-answer',
    true,
  ),
  ...([301, 302, 303, 307, 308] as const).map((status) =>
    row({ kind: 'redirect', location: '/v1/balances', status }, 'unknown redirected', false),
  ),
  row({ kind: 'redirect', location: '/v1/withdrawals', execute: true }, 'unknown redirected', true),
  row({ kind: 'stale-keep-alive', idleMs: 50 }, 'confirmed', true),
];

let sandbox: RunningSandbox;
beforeAll(async () => {
  const clock = () => Date.parse('2026-01-31T09:00:00.000Z');
  sandbox = await startSandbox({ port: 0, token: CANARY_TOKEN, clock, splitWithdrawals: 'never' });
});
afterAll(() => sandbox.close());

function summary(outcome: { readonly state: string; readonly cause?: string }): string {
  return [outcome.state, outcome.cause].filter(Boolean).join(' ');
}

/** Posts once and judges it, with a token at hand that a client which repeats itself would take. */
async function withdraw(
  request = WITHDRAWAL,
  known: ReadonlySet<string> = new Set(),
  limits: object = {},
) {
  const token = tokensOf(CANARY_TOKEN, CANARY_TOKEN);
  const { service, waits } = clientFor(sandbox.url, { token, limits });
  const reply = await service.sendWithdrawal(request, soon());
  const outcome = judgeWithdrawal(askedOf(request), reply, known);
  withoutToken([reply, outcome]);
  expect([token.refreshes, waits]).toEqual([0, []]);
  return { reply, outcome };
}

async function trade(changes: Partial<TradeRequest> = {}, limits: object = {}) {
  const price = sandbox.prices()['ETH/USD']?.bid ?? '0';
  const request = {
    instrument: 'ETH/USD',
    side: 'sell',
    price,
    amount: '0.004',
    ...changes,
  } as const;
  const { service } = clientFor(sandbox.url, { token: tokensOf(CANARY_TOKEN), limits });
  const reply = await service.sendTrade(request, soon());
  const currencies = new Set(Object.keys(sandbox.prices()).flatMap((each) => each.split('/')));
  const outcome = judgeTrade(request, reply, new Set(), { idForms: [], currencies });
  withoutToken([reply, outcome]);
  return { reply, outcome };
}

function lastSeq(): number {
  return sandbox.journal().at(-1)?.seq ?? 0;
}

/** What the sandbox received since, once everything late has happened. */
async function receivedSince(seq: number, executed: boolean) {
  await expect
    .poll(() => sandbox.journal(seq).map((entry) => entry.executed), { interval: 10 })
    .toEqual([executed]);
  return sandbox.journal(seq);
}

/** What each shape of the answer to a trade is taken for, by a client that knows nothing of the service. */
const SHAPES: Readonly<Record<TradeAnswers, string>> = {
  whole: 'confirmed',
  repeated: 'confirmed',
  renamed: 'unknown not-stated',
  'id-only': 'unknown not-stated',
  acknowledgement: 'unknown not-stated',
  'status-ok': 'unknown not-stated',
  nothing: 'unknown empty-answer',
  'code-and-message': 'unknown state-failed',
  'code-and-data': 'unknown state-failed',
  errno: 'unknown state-failed',
  detail: 'unknown state-failed',
  warning: 'unknown state-failed',
  'id-of-a-failure': 'unknown state-failed',
  'other-spelling': 'unknown other-spelling',
  'worse-fills': 'anomaly worse-price',
  'zero-fills': 'unknown fills-unreadable',
  'negative-fills': 'unknown fills-unreadable',
  'unreadable-fills': 'unknown fills-unreadable',
};

describe.each(TRADE_ANSWERS)('a trade that is answered in the shape %s', (shape) => {
  it.each([true, false])(`is ${SHAPES[shape]}, executed: %s`, async (execute) => {
    const before = lastSeq();
    const fault = { kind: 'reshaped-trade-200', shape, execute } as const;
    sandbox.queueFault({ on: 'POST /v1/trades', fault });
    expect(summary((await trade()).outcome)).toBe(SHAPES[shape]);
    expect(await receivedSince(before, execute)).toHaveLength(1);
  });
});

it('can answer every trade in a shape of its own, and stays right for anything else', async () => {
  const other = await startSandbox({ port: 0, token: CANARY_TOKEN, tradeAnswers: 'id-only' });
  try {
    const { service } = clientFor(other.url, { token: tokensOf(CANARY_TOKEN), limits: {} });
    const price = other.prices()['ETH/USD']?.bid ?? '0';
    const request = { instrument: 'ETH/USD', side: 'sell', price, amount: '0.004' } as const;
    const reply = await service.sendTrade(request, soon());
    expect(summary(judgeTrade(request, reply, new Set()))).toBe('unknown not-stated');
    const trusted = { idForms: ['uuid'], currencies: new Set<string>() };
    expect(summary(judgeTrade(request, reply, new Set(), trusted))).toBe('unknown not-stated');
    const named = clientFor(other.url, {
      token: tokensOf(CANARY_TOKEN),
      limits: {},
      tradeFields: { idAt: 'id' },
    });
    const second = await named.service.sendTrade(request, soon());
    expect(summary(judgeTrade(request, second, new Set(), trusted))).toBe('confirmed');
  } finally {
    await other.close();
  }
});

describe.each(TABLE)('$fault', ({ fault, verdict, executed }) => {
  const expected = typeof verdict === 'string' ? { withdrawal: verdict, trade: verdict } : verdict;
  const limits = verdict === 'unknown timeout' ? IMPATIENT : {};

  it(`is ${expected.withdrawal} for a withdrawal that was posted once`, async () => {
    const before = lastSeq();
    sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    const { outcome } = await withdraw(WITHDRAWAL, new Set(), limits);
    expect(summary(outcome)).toBe(expected.withdrawal);
    const [entry] = await receivedSince(before, executed);
    expect(entry).toMatchObject({ method: 'POST', path: '/v1/withdrawals', fault: fault.kind });
  });

  it(`is ${expected.trade} for a trade that was posted once`, async () => {
    const before = lastSeq();
    sandbox.queueFault({ on: 'POST /v1/trades', fault });
    const { outcome } = await trade({}, limits);
    expect(summary(outcome)).toBe(expected.trade);
    const [entry] = await receivedSince(before, executed);
    expect(entry).toMatchObject({ method: 'POST', path: '/v1/trades', fault: fault.kind });
  });
});

describe('the table of faults', () => {
  it('leaves out no fault that the sandbox has', () => {
    // Of reads, and those whose verdict depends on the word that the answer says.
    const elsewhere = [
      'split-withdrawals',
      'bad-price-200',
      'jumped-200',
      'other-path-200',
      'stated-200',
      'trade-left-open',
      'reshaped-trade-200',
      // In `sandbox-retold.test.ts`.
      'failure-200',
      'first-page-200',
      'left-out-200',
      'name-twice-200',
      'null-200',
      'moment-200',
      'case-200',
      'contradicting-figures-200',
      'beside-200',
      'elsewhere-200',
      'amount-200',
    ];
    const covered = new Set([...TABLE.map(({ fault }) => fault.kind as string), ...elsewhere]);
    expect(FAULT_KINDS.filter((kind) => !covered.has(kind))).toEqual([]);
  });
});

describe('without a fault', () => {
  it.each(Object.values(SANDBOX_ACCOUNTS).filter(({ status }) => status === 'active'))(
    'a withdrawal to $label is confirmed, whatever its network adds',
    async ({ id, currency }) => {
      const request = { withdrawalAccountId: id, currency, amount: '0.01' };
      const { outcome } = await withdraw(request);
      expect(outcome).toMatchObject({
        state: 'confirmed',
        confirmation: { withdrawals: [{ currency, withdrawalAccountId: id }] },
      });
    },
  );

  it('several withdrawals that add up are confirmed together', async () => {
    sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'split-withdrawals', parts: 3 },
    });
    const { reply, outcome } = await withdraw({ ...WITHDRAWAL, amount: '0.01' });
    expect(outcome.state).toBe('confirmed');
    expect(withdrawalIdsIn(reply)).toHaveLength(3);
  });

  it('a withdrawal that the service gave before is an anomaly', async () => {
    const { reply } = await withdraw();
    const known = new Set(withdrawalIdsIn(reply));
    sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'contradicting-200', what: 'duplicate-id' },
    });
    const { outcome } = await withdraw(WITHDRAWAL, known);
    expect(summary(outcome)).toBe('anomaly known-withdrawal');
  });

  it.each([
    [
      'an unknown account',
      { withdrawalAccountId: '00000000-0000-4000-8000-000000000000' },
      'rejected',
    ],
    ['more than there is', { amount: '99999999' }, 'rejected'],
    ['a finer amount than there is', { amount: '0.0000000000000000001' }, 'rejected'],
    ['an account under review', { withdrawalAccountId: underReview() }, 'unknown status'],
  ])('a withdrawal of %s is %s', async (_name, changes, expected) => {
    expect(summary((await withdraw({ ...WITHDRAWAL, ...changes })).outcome)).toBe(expected);
  });

  it('a trade is confirmed with id, state and fills', async () => {
    const { outcome } = await trade();
    expect(outcome).toMatchObject({
      state: 'confirmed',
      confirmation: {
        trade: { id: expect.any(String), state: 'filled', fills: expect.any(Array) },
      },
    });
  });

  it('a trade that the market does not take is rejected', async () => {
    expect(summary((await trade({ price: '9999999' })).outcome)).toBe('rejected');
  });

  it('a token that was replaced is a rejection, and the newer one is not tried', async () => {
    const token = tokensOf('an-older-token', CANARY_TOKEN);
    const { service } = clientFor(sandbox.url, { token });
    const before = lastSeq();
    const reply = await service.sendWithdrawal(WITHDRAWAL, soon());
    expect(summary(judgeWithdrawal(askedOf(WITHDRAWAL), reply, new Set()))).toBe('rejected');
    expect(sandbox.journal(before).map(({ answered }) => answered)).toEqual([401]);
    expect(token.refreshes).toBe(0);
  });

  it('every request comes on a connection of its own', () => {
    const connections = sandbox.journal().map(({ connection }) => connection);
    expect(new Set(connections).size).toBe(connections.length);
  });

  it('the token is in no journal and no state', () => {
    withoutToken([sandbox.journal(), sandbox.state()]);
  });
});

function underReview(): string {
  const account = Object.values(SANDBOX_ACCOUNTS).find(({ status }) => status === 'under-review');
  return account?.id ?? 'none is under review';
}
