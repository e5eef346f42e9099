import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpAttempt } from '../../adapters/http-client/http-attempt.ts';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import { saySeen } from '../../treasury/facts/sentences/say/say-answer.ts';
import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { MAX_EVIDENCE_CHARACTERS } from '../../treasury/outcomes/evidence.ts';
import { withdrawalIdsIn } from '../../treasury/outcomes/reply.ts';
import { shareOf } from '../thoroughness.ts';
import {
  ACCOUNT,
  answered,
  OTHER_ACCOUNT,
  outcomeOfTrade,
  outcomeOfWithdrawal,
  TRADE_REQUEST,
  withdrawal,
  withdrawalId,
} from '../unit/trading-service/answers.ts';

const STATES = ['confirmed', 'not-sent', 'rejected', 'unknown', 'anomaly'];

/** Units of 10^-18, so that sums are exact whatever is drawn. */
const amountText = fc
  .bigInt({ min: 0n, max: 10n ** 24n })
  .map((units) => formatDecimal(new Decimal(units.toString()).dividedBy('1e18')));

const almostWithdrawal = fc.record({
  id: fc.integer({ min: 1, max: 5 }).map(withdrawalId),
  currency: fc.constantFrom('BTC', 'BTC', 'BTC', 'ETH'),
  amount: fc.oneof(fc.constantFrom('0.5', '1', '1.0', '1.5', '-1'), amountText),
  withdrawalAccount: fc
    .constantFrom(ACCOUNT, ACCOUNT, ACCOUNT, OTHER_ACCOUNT)
    .map((id) => ({ id })),
});

const body = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .array(almostWithdrawal, { maxLength: 4 })
    .map((parts) => JSON.stringify(parts.map(withdrawal))),
  fc
    .tuple(fc.array(almostWithdrawal, { minLength: 1, maxLength: 3 }), fc.nat())
    .map(([parts, cut]) => JSON.stringify(parts.map(withdrawal)).slice(0, cut % 900)),
);

const attempt: fc.Arbitrary<HttpAttempt> = fc.oneof(
  fc.record({
    kind: fc.constant('failed' as const),
    connected: fc.boolean(),
    code: fc.oneof(fc.string(), fc.constantFrom('TIMEOUT', 'PAST_SEND_BY', '__proto__')),
    why: fc.string({ unit: 'binary' }).map((said) => ({ code: 'error' as const, said })),
  }),
  fc.record({
    kind: fc.constant('answered' as const),
    status: fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 599 })),
    contentType: fc.string(),
    body,
  }),
);

const request = fc.record({
  withdrawalAccountId: fc.constant(ACCOUNT),
  currency: fc.constant('BTC'),
  amount: fc.constantFrom('0.5', '1', '1.5', '2'),
});

const known = fc.uniqueArray(fc.integer({ min: 1, max: 5 }).map(withdrawalId), { maxLength: 2 });

describe('the classifier', () => {
  it('has an outcome with bounded, printable evidence for whatever was seen', () => {
    fc.assert(
      fc.property(request, attempt, known, (asked, seen, before) => {
        for (const outcome of [
          outcomeOfWithdrawal(asked, seen, new Set(before)),
          outcomeOfTrade(TRADE_REQUEST, seen, new Set()),
        ]) {
          expect(STATES).toContain(outcome.state);
          const { found, evidence = '' } = outcome;
          expect(evidence.length).toBeLessThanOrEqual(MAX_EVIDENCE_CHARACTERS);
          expect(JSON.stringify(found ?? {}).length).toBeLessThanOrEqual(MAX_EVIDENCE_CHARACTERS);
          expect(saySeen(outcome)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }),
      { numRuns: shareOf(1_000) },
    );
  });

  it('says not-sent exactly where no byte left, and nothing else ever', () => {
    fc.assert(
      fc.property(request, attempt, (asked, seen) => {
        const proven = seen.kind === 'failed' && !seen.connected;
        expect(outcomeOfWithdrawal(asked, seen, new Set()).state === 'not-sent').toBe(proven);
        expect(outcomeOfTrade(TRADE_REQUEST, seen, new Set()).state === 'not-sent').toBe(proven);
      }),
    );
  });

  it('says rejected for five statuses only, whatever the body is', () => {
    fc.assert(
      fc.property(request, attempt, (asked, seen) => {
        const refused = seen.kind === 'answered' && [400, 401, 403, 404, 422].includes(seen.status);
        expect(outcomeOfWithdrawal(asked, seen, new Set()).state === 'rejected').toBe(refused);
      }),
    );
  });

  it('confirms only what is exactly the request, and always that', () => {
    fc.assert(
      fc.property(
        request,
        fc.array(almostWithdrawal, { maxLength: 4 }),
        known,
        (asked, parts, before) => {
          const seen = answered(200, parts.map(withdrawal));
          const ids = parts.map(({ id }) => id);
          const total = parts.reduce(
            (sum, { amount }) => sum.plus(decimalOf(amount)),
            new Decimal(0),
          );
          const exact =
            parts.length > 0 &&
            new Set(ids).size === ids.length &&
            !ids.some((id) => before.includes(id)) &&
            parts.every(({ currency }) => currency === asked.currency) &&
            parts.every(({ withdrawalAccount }) => withdrawalAccount.id === ACCOUNT) &&
            parts.every(({ amount }) => decimalOf(amount).greaterThan(0)) &&
            total.equals(decimalOf(asked.amount));
          const outcome = outcomeOfWithdrawal(asked, seen, new Set(before));
          // A smaller amount that a cut to fewer digits explains blocks the lane; nothing else does without a halt.
          const isOther = outcome.state === 'unknown' && outcome.cause.startsWith('amount');
          if (exact || !isOther) expect(outcome.state).toBe(exact ? 'confirmed' : 'anomaly');
          expect(withdrawalIdsIn(classifyWithdrawal(seen))).toEqual([...new Set(ids)]);
        },
      ),
      { numRuns: shareOf(1_000) },
    );
  });

  it('confirms any split of any amount, and none that is off by the smallest unit', () => {
    const units = fc.array(fc.bigInt({ min: 2n, max: 10n ** 30n }), { minLength: 1, maxLength: 5 });
    const text = (n: bigint) => formatDecimal(new Decimal(n.toString()).dividedBy('1e18'));
    fc.assert(
      fc.property(units, fc.constantFrom(-1n, 0n, 1n), (parts, off) => {
        const sum = parts.reduce((a, b) => a + b, 0n);
        const seen = answered(
          200,
          parts.map((part, n) => withdrawal({ id: withdrawalId(n), amount: text(part) })),
        );
        const asked = { withdrawalAccountId: ACCOUNT, currency: 'BTC', amount: text(sum + off) };
        const outcome = outcomeOfWithdrawal(asked, seen, new Set());
        if (off === 0n) expect(outcome.state).toBe('confirmed');
        else expect(['anomaly', 'unknown']).toContain(outcome.state);
      }),
    );
  });

  it('never confirms an answer that lost its end', () => {
    fc.assert(
      fc.property(fc.nat(), (cut) => {
        const whole = JSON.stringify([withdrawal()]);
        const asked = { withdrawalAccountId: ACCOUNT, currency: 'BTC', amount: '1.5' };
        const seen = answered(200, whole.slice(0, cut % whole.length));
        expect(outcomeOfWithdrawal(asked, seen, new Set()).state).toBe('unknown');
      }),
    );
  });
});

/** Fields of a trade's record, each present or not, right or not; what services add; and failures. */
const drawnRecord = fc
  .record(
    {
      id: fc.constantFrom('insufficient_funds', ACCOUNT, ACCOUNT, 'ord-123456789', 17),
      orderId: fc.constantFrom('x', ACCOUNT, 'ord-123456789'),
      instrument: fc.constantFrom(
        'BTC/USD',
        'BTC/USD',
        'BTC/USD',
        'btc/usd',
        'BTCUSD.SPOT',
        'ETH/USD',
        null,
      ),
      side: fc.constantFrom('Sell', 'Sell', 'sell', 'ask', 'Buy', null),
      amount: fc.constantFrom('0.25', '0.25', '0.250', '0.2', 'all', null),
      price: fc.constantFrom('60000', '60500', '0'),
      state: fc.constantFrom(
        'filled',
        'filled',
        'filled',
        'ok',
        'success',
        'open',
        'failed',
        'odd',
        null,
      ),
      filledAmount: fc.constantFrom('0.25', '0.25', '0.1', '-1', 0.25, null, null),
      fills: fc.array(
        fc.record(
          {
            amount: fc.constantFrom('0.25', '0.125', '0', '-0.25', 0.25),
            price: fc.constantFrom('60000', '30000', '-60000', '0'),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 2 },
      ),
      code: fc.constantFrom(0, 0, '0', '0', 200, 40012, '51008'),
      message: fc.constantFrom('', '', 'OK', 'OK', 'insufficient balance'),
      warning: fc.constantFrom('', '', '', 'not executed'),
      success: fc.constantFrom(true, true, true, false),
      accepted: fc.constantFrom(true, true, true, false),
      orderedAt: fc.constant('2026-01-31T09:00:00.000Z'),
    },
    { requiredKeys: [] },
  )
  .chain((record) => fc.constantFrom<unknown>(record, [record], { data: record }));

const innermost = (body: unknown): Record<string, unknown> => {
  const single = Array.isArray(body) ? body[0] : body;
  const { data = single } = single as { readonly data?: Record<string, unknown> };
  return data as Record<string, unknown>;
};

describe('a trade', () => {
  it('is confirmed by nothing but (a), (b) or (c), whatever else is said', () => {
    let confirmed = 0;
    fc.assert(
      fc.property(drawnRecord, fc.boolean(), (body, isNamed) => {
        const settings = {
          tradeFields: isNamed ? { idAt: 'orderId' } : {},
          harmlessTexts: [],
        };
        const trusted = { idForms: ['ord-<9-digits>'], currencies: new Set(['BTC', 'ETH', 'USD']) };
        const seen = outcomeOfTrade(TRADE_REQUEST, answered(200, body), new Set(), {
          settings,
          trusted,
        });
        if (seen.state !== 'confirmed') return;
        confirmed += 1;
        const said = innermost(body);
        const fills = said.fills as readonly Record<string, unknown>[] | undefined;
        const named = isNamed
          ? (Array.isArray(body) ? said : (body as typeof said)).orderId
          : said.id;
        const isId = named !== undefined && /\d/.test(String(named));
        const repeats = String(said.instrument).toUpperCase() === 'BTC/USD';
        const total = (fills ?? []).reduce((sum, { amount }) => sum + Number(amount), 0);
        const isDone = said.state === 'filled' || said.filledAmount === '0.25' || total === 0.25;
        const a = isDone && (repeats || (said.instrument == null && isId));
        const b =
          repeats && /^sell$/i.test(String(said.side)) && Number(said.amount) === 0.25 && isId;
        const c = isNamed && named === 'ord-123456789';
        expect([a, b, c]).toContain(true);
        // Nothing states a failure, and no fill is none or worse than the limit.
        expect([undefined, 0, '0', 200]).toContain(said.code);
        expect([undefined, '', 'OK']).toContain(said.message);
        expect(said.warning ?? '').toBe('');
        expect([said.success, said.accepted]).not.toContain(false);
        for (const { amount, price } of fills ?? []) {
          expect(typeof amount === 'string' && Number(amount) > 0).toBe(true);
          expect(price === undefined || Number(price) > 0).toBe(true);
        }
        const quote = (fills ?? []).map(({ amount, price }) => Number(amount) * Number(price));
        const exchanged = quote.reduce((sum, each) => sum + each, 0);
        if (quote.length > 0 && !Number.isNaN(exchanged)) {
          expect(exchanged).toBeGreaterThanOrEqual(60_000 * total);
        }
      }),
      { numRuns: shareOf(4_000) },
    );
    expect(confirmed).toBeGreaterThan(0);
  });
});
