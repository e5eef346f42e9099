import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/accounts/sandbox-accounts.ts';
import { CURRENCIES, decimalsOf } from '../../../sandbox/market/currencies.ts';
import { INSTRUMENTS } from '../../../sandbox/market/instruments.ts';
import { balancesNow } from '../../../sandbox/service/balances.ts';
import { quotesNow } from '../../../sandbox/service/service.ts';
import { answerTrade } from '../../../sandbox/service/trades.ts';
import { answerWithdrawal, splitAmount } from '../../../sandbox/service/withdrawals.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { type InMemoryService, inMemoryService } from './in-memory-service.ts';

const amount = fc.oneof(
  fc.constantFrom('0', '0.01', '1', '2.5', '100', '99999', '1e3', '-5'),
  fc
    .tuple(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 1, max: 999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`),
);
const currency = fc.constantFrom(...CURRENCIES.map(({ code }) => code));
const action = fc.oneof(
  fc.record({ does: fc.constantFrom('deposit' as const, 'debit' as const), currency, amount }),
  fc.record({
    does: fc.constant('withdraw' as const),
    account: fc.constantFrom(...Object.values(SANDBOX_ACCOUNTS)),
    amount,
  }),
  fc.record({
    does: fc.constant('trade' as const),
    instrument: fc.constantFrom(...INSTRUMENTS),
    side: fc.constantFrom('Buy', 'SELL', 'sell'),
    amount,
  }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function perform({ service, post, advance }: InMemoryService, act: Action): void {
  switch (act.does) {
    case 'wait':
      advance(act.ms);
      return;
    case 'deposit':
    case 'debit':
      service.books.move(act.does, 'control', act, service.clock());
      return;
    case 'withdraw':
      post(answerWithdrawal, { withdrawalAccountId: act.account.id, amount: act.amount });
      return;
    case 'trade': {
      const quote = quotesNow(service)[act.instrument.name];
      const price = /buy/i.test(act.side) ? quote?.ask : quote?.bid;
      post(answerTrade, {
        instrument: act.instrument.name,
        side: act.side,
        price,
        amount: act.amount,
      });
      return;
    }
    default:
      act satisfies never;
  }
}

describe('the books', () => {
  it('conserve every currency: what came in less what went out is what is there', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.integer({ min: 0 }), (acts, seed) => {
        const running = inMemoryService({}, seed);
        for (const act of acts) perform(running, act);
        const { state } = running.service.books;
        for (const { code, initialAvailable, initialHeld } of CURRENCIES) {
          let expected = new Decimal(initialAvailable);
          for (const moved of state.movements) {
            if (moved.currency !== code) continue;
            expected =
              moved.kind === 'deposit' ? expected.plus(moved.amount) : expected.minus(moved.amount);
          }
          for (const sent of state.withdrawals) {
            if (sent.currency === code) expected = expected.minus(sent.amount);
          }
          for (const { paid, received } of state.trades) {
            if (paid.currency === code) expected = expected.minus(paid.amount);
            if (received.currency === code) expected = expected.plus(received.amount);
          }
          const shown = balancesNow(running.service)[code];
          expect(new Decimal(shown?.available ?? 'NaN').equals(expected)).toBe(true);
          expect(new Decimal(shown?.total ?? 'NaN').equals(expected.plus(initialHeld))).toBe(true);
          expect(expected.isNegative() && !expected.isZero()).toBe(false);
          const flows = state.flows[code];
          const flowed = new Decimal(flows?.opened ?? 'NaN')
            .plus(flows?.deposited ?? 0)
            .minus(flows?.debited ?? 0)
            .minus(flows?.withdrawn ?? 0)
            .minus(flows?.paid ?? 0)
            .plus(flows?.received ?? 0);
          expect(flowed.equals(expected)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('make no value from nothing: a trade never gives more than its price says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.constantFrom('Buy', 'Sell'),
        (units, side) => {
          const { service, post } = inMemoryService();
          const quote = quotesNow(service)['ETH/USD'];
          const price = (side === 'Buy' ? quote?.ask : quote?.bid) ?? '';
          const text = new Decimal(units).div('1e9').toFixed();
          post(answerTrade, { instrument: 'ETH/USD', side, price, amount: text });
          const [trade] = service.books.state.trades;
          if (trade === undefined) return;
          const exact = new Decimal(price).times(text);
          const usd = new Decimal(side === 'Buy' ? trade.paid.amount : trade.received.amount);
          expect(side === 'Buy' ? usd.gte(exact) : usd.lte(exact)).toBe(true);
          expect(usd.minus(exact).abs().lessThan('0.01')).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('splitting an amount', () => {
  it('adds up exactly, in parts above zero and no finer than the currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('BTC', 'ETH', 'EUR'),
        (units, parts, code) => {
          const decimals = decimalsOf(code);
          const whole = new Decimal(units.toString()).div(new Decimal(10).pow(decimals));
          const split = splitAmount(whole, parts, decimals);
          expect(Decimal.sum(...split).equals(whole)).toBe(true);
          for (const part of split) {
            expect(part.greaterThan(0)).toBe(true);
            expect(part.decimalPlaces()).toBeLessThanOrEqual(decimals);
          }
        },
      ),
    );
  });
});
