import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/accounts/sandbox-accounts.ts';
import { type BookingModeInput, bookingMode } from '../../../sandbox/booking/booking-mode.ts';
import { answerBalances, trueBalances } from '../../../sandbox/service/balances.ts';
import { answerTrade } from '../../../sandbox/service/trades.ts';
import { answerWithdrawal } from '../../../sandbox/service/withdrawals.ts';
import { inMemoryService } from './in-memory-service.ts';

const WITHDRAWAL = { withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id, amount: '1' };
const DAY_MS = 86_400_000;

/** A service that books as told, and one withdrawal of 1 of its 3.25 BTC. */
function withdrawn(mode: BookingModeInput) {
  const world = inMemoryService({ splitWithdrawals: 'never' });
  const { service, post, advance } = world;
  service.books.record({ record: 'booking-set', mode: bookingMode.parse(mode) });
  const { status, json } = post(answerWithdrawal, WITHDRAWAL);
  expect(status).toBe(200);
  const shown = (currency = 'BTC') => {
    const answer = answerBalances(service, { seq: 1, body: '' });
    return (JSON.parse(answer.body) as Record<string, unknown>)[currency];
  };
  const really = () => trueBalances(service).BTC?.available;
  return {
    ...world,
    advance,
    shown,
    really,
    answered: json as Readonly<Record<string, unknown>>[],
  };
}

const both = (amount: string) => ({ total: amount, available: amount });

describe('balances that show late what was executed', () => {
  it('show nothing of it until then, and the books have it at once', () => {
    const { advance, shown, really, answered } = withdrawn({ delayMs: 25_000 });
    expect([shown(), really()]).toEqual([both('3.25'), '2.25']);
    expect(answered[0]).not.toHaveProperty('processedAt');
    advance(24_999);
    expect(shown()).toEqual(both('3.25'));
    advance(1);
    expect(shown()).toEqual(both('2.25'));
  });

  it('show it days later, and until then it is not processed', () => {
    const { advance, shown, service } = withdrawn({ delayMs: 3 * DAY_MS });
    advance(3 * DAY_MS - 1);
    expect(shown()).toEqual(both('3.25'));
    expect(service.books.state.withdrawals[0]?.processedFrom).toBe('2026-03-05T12:00:00.000Z');
    advance(1);
    expect(shown()).toEqual(both('2.25'));
  });

  it('show it in several steps', () => {
    const { advance, shown } = withdrawn({ delayMs: 30_000, steps: 3 });
    const seen = [0, 10_000, 10_000, 10_000].map((ms) => {
      advance(ms);
      return shown();
    });
    expect(seen).toEqual([both('3.25'), both('2.91666667'), both('2.58333334'), both('2.25')]);
  });

  it('show it in the available balance first and in the total later', () => {
    const { advance, shown } = withdrawn({ delayMs: 5_000, totalLagMs: 60_000 });
    advance(5_000);
    expect(shown()).toEqual({ total: '3.25', available: '2.25' });
    advance(60_000);
    expect(shown()).toEqual(both('2.25'));
  });

  it('show what a trade pays and what it brings late, each in its own currency', () => {
    const { post, advance, shown } = withdrawn({ delayMs: 0 });
    const { service } = withdrawn({});
    expect(service.books.state.bookingMode.delayMs).toBe(0);
    const late = inMemoryService();
    late.service.books.record({
      record: 'booking-set',
      mode: bookingMode.parse({ delayMs: 9_000 }),
    });
    const sale = { instrument: 'BTC/USD', side: 'Sell', price: '62000', amount: '1' };
    expect(late.post(answerTrade, sale).status).toBe(200);
    const seen = () => {
      const body = answerBalances(late.service, { seq: 1, body: '' }).body;
      const { BTC, USD } = JSON.parse(body) as Record<string, { available: string }>;
      return [BTC?.available, USD?.available];
    };
    expect(seen()).toEqual(['3.25', '80000.00']);
    late.advance(9_000);
    expect(seen()).toEqual(['2.25', '142000.00']);
    expect([post(answerTrade, sale).status, advance(0), shown()]).toEqual([
      200,
      undefined,
      both('1.25'),
    ]);
  });

  it('alternate with those of a replica that is behind', () => {
    const { advance, shown } = withdrawn({ replicaLagMs: 60_000 });
    expect([shown(), shown(), shown(), shown()]).toEqual(
      ['2.25', '3.25', '2.25', '3.25'].map(both),
    );
    advance(60_000);
    expect([shown(), shown()]).toEqual([both('2.25'), both('2.25')]);
  });

  it.each([
    [false, '3.25'],
    [true, '3.75'],
  ])('of a replica that shows newer deposits: %s', (replicaShowsDeposits, behind) => {
    const { service, shown } = withdrawn({ replicaLagMs: 60_000, replicaShowsDeposits });
    const deposit = { currency: 'BTC', amount: '0.5' };
    expect(service.books.move('deposit', 'control', deposit, service.clock()).ok).toBe(true);
    expect([shown(), shown()]).toEqual([both('2.75'), both(behind)]);
  });

  it('never fall where a deposit of the same amount comes with the booking', () => {
    const { advance, shown, really, service } = withdrawn({
      delayMs: 25_000,
      hiddenByDeposits: true,
    });
    expect(really()).toBe('2.25');
    advance(25_000);
    expect([shown(), really()]).toEqual([both('3.25'), '3.25']);
    advance(25_000);
    expect([shown(), really()]).toEqual([both('3.25'), '3.25']);
    expect(service.books.state.movements).toMatchObject([
      { kind: 'deposit', origin: 'booking', amount: '1', at: '2026-03-02T12:00:25.000Z' },
    ]);
  });

  it('fall by more than was asked for where a fee is taken on top', () => {
    const mode = { delayMs: 9_000, feePercent: '0.5', feeAbsolute: { BTC: '0.0001' } };
    const { advance, shown, really, service, answered } = withdrawn(mode);
    expect([really(), answered[0]?.amount]).toEqual(['2.2449', '1']);
    advance(9_000);
    expect(shown()).toEqual(both('2.2449'));
    expect(service.books.state.flows.BTC).toMatchObject({ withdrawn: '1', fees: '0.0051' });
  });

  it('are no reason to execute what the books do not carry', () => {
    const { post } = withdrawn({ delayMs: 25_000, feePercent: '1' });
    expect(post(answerWithdrawal, { ...WITHDRAWAL, amount: '2.24' }).status).toBe(422);
    expect(post(answerWithdrawal, { ...WITHDRAWAL, amount: '2.2' }).status).toBe(200);
  });
});
