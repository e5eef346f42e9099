import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpAttempt } from '../../adapters/http-client/http-attempt.ts';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
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
    message: fc.string({ unit: 'binary' }),
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
          expect(outcome.evidence.length).toBeLessThanOrEqual(MAX_EVIDENCE_CHARACTERS);
          expect(outcome.evidence).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
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
          expect(outcome.state).toBe(exact ? 'confirmed' : 'anomaly');
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
        expect(outcome.state).toBe(off === 0n ? 'confirmed' : 'anomaly');
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
