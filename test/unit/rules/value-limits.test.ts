import { describe, expect, it } from 'vitest';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { type EvaluateInput, evaluate } from '../../../treasury/rules/evaluate.ts';
import { type ReconsiderInput, reconsider } from '../../../treasury/rules/reconsider.ts';
import type { PriceReading } from '../../../treasury/value-limits/price-of-limits.ts';
import { ACCOUNT, CONTROLS, rule } from '../../samples/policy.ts';
import { readingOf } from '../../samples/values.ts';
import {
  decideOne,
  EPOCH,
  LANE,
  laneUsing,
  NOW,
  READ_AT,
  situation,
  verdict,
  withLane,
} from './samples.ts';

const usd = (value: string) => ({ value, in: 'USD' }) as const;

function priced(bid: string, ask = bid): PriceReading {
  return readingOf({ 'BTC/USD': { bid, ask } }, NOW);
}

/** At 100 USD: above 10 BTC, everything above 5 goes. */
const BY_VALUE = rule({ threshold: usd('1000'), keep: usd('500') });

describe('a decision by limits by value', () => {
  it('is the one by their amounts at the prices of the snapshot', () => {
    const decision = decideOne({ rules: [BY_VALUE], prices: priced('100') });
    expect(verdict(decision)).toBe('sweep 15');
    // At 50 USD the same balance of 20 BTC is worth what the threshold is.
    expect(verdict(decideOne({ rules: [BY_VALUE], prices: priced('50') }))).toBe('below-threshold');
    expect(verdict(decideOne({ rules: [BY_VALUE], prices: priced('50.1') }))).toBe('sweep 10');
  });

  it('says of each of them the amount, the value, the price and the instrument', () => {
    const limited = rule({ ...BY_VALUE, maximum: usd('800'), approvalAbove: usd('700') });
    const decision = decideOne({ rules: [limited], prices: priced('100', '101') });
    expect(decision).toMatchObject({ outcome: 'sweep', amount: '7.9', needsApproval: true });
    const valued = decision.checks.filter((check) => check.valued !== undefined);
    expect(valued.map(({ limit }) => limit)).toEqual(['threshold', 'keep', 'maximum', 'approval']);
    expect(decision.checks.find(({ limit }) => limit === 'maximum')?.valued).toEqual({
      amount: '7.920792079207920792',
      value: '800',
      in: 'USD',
      price: '101',
      path: 'direct',
      instruments: ['BTC/USD'],
    });
    expect(decision.explanation).toBe(
      'Withdraw 7.9 BTC to "Cold storage", once it is approved (needed above 6.930693069306930693 BTC in 24 hours): all of the 15 BTC above the kept 5 BTC, cut to the maximum of 7.920792079207920792; 12.1 BTC stays. By value: the threshold of 1000 USD is 10 BTC at 100 USD (BTC/USD); the kept part of 500 USD is 5 BTC at 100 USD (BTC/USD); the maximum of 800 USD is 7.920792079207920792 BTC at 101 USD (BTC/USD); the limit without approval of 700 USD is 6.930693069306930693 BTC at 101 USD (BTC/USD).',
    );
    expect(decision.checks.find(({ limit }) => limit === 'price-of-limits')).toMatchObject({
      holds: true,
      seen: '100 USD by BTC/USD and 101 USD by BTC/USD',
    });
  });

  it('compares a budget by value with what left, all at the present price', () => {
    const capped = rule({ ...BY_VALUE, budgets: { per24Hours: usd('1000') } });
    const used = withLane(laneUsing({ hours: { '2026-01-05T08:00:00.000Z': '8' } }));
    expect(verdict(decideOne({ rules: [capped], prices: priced('100'), ...used }))).toBe('sweep 2');
    const dearer = decideOne({ rules: [capped], prices: priced('126'), ...used });
    expect(verdict(dearer)).toBe('budget-exhausted');
  });

  it('asks for approvals of everything if the limit of any rule to the account has no price', () => {
    const other = rule({ id: 'other', enabled: false, priority: 200, approvalAbove: usd('1') });
    const both = { rules: [rule(), other] };
    expect(firstOf(both)).toMatchObject({ outcome: 'sweep', needsApproval: true });
    expect(firstOf({ ...both, prices: priced('0.01') })).toMatchObject({ needsApproval: false });
    expect(firstOf({ ...both, prices: priced('1') })).toMatchObject({ needsApproval: true });
  });
});

function firstOf(change: Partial<EvaluateInput>) {
  return evaluate(situation(change))[0];
}

describe('a withdrawal by limits by value, at the claim', () => {
  const again = (prices: ReconsiderInput['prices'], change: Partial<ReconsiderInput> = {}) => {
    const result = reconsider({
      instruction: {
        instructionId: 'i',
        ruleId: BY_VALUE.id,
        ruleVersion: BY_VALUE.version,
        amount: '10',
        currency: 'BTC',
        withdrawalAccountId: ACCOUNT.id,
      },
      rule: BY_VALUE,
      rules: [BY_VALUE],
      account: ACCOUNT,
      controls: CONTROLS,
      halt: neverHalted('main'),
      lane: LANE,
      epoch: EPOCH,
      balances: { BTC: { total: '15' } },
      balancesReadAt: READ_AT,
      ...(prices !== undefined && { prices }),
      now: NOW,
      ...change,
    });
    return result.proceed ? 'proceed' : result.reason;
  };

  it('leaves if both prices let it', () => {
    expect(again({ decidedBy: priced('100'), present: priced('100') })).toBe('proceed');
    expect(again({ decidedBy: priced('100'), present: priced('124') })).toBe('proceed');
  });

  it('does not leave by a price that rose since, nor by one that fell', () => {
    // At 99 USD 5.05 BTC stay, and 10 of 15 would leave 5.
    expect(again({ decidedBy: priced('100'), present: priced('99') })).toBe('exceeds-surplus');
    expect(again({ decidedBy: priced('99'), present: priced('123') })).toBe('exceeds-surplus');
    const capped = rule({ maximum: usd('1000'), threshold: '1', keep: '1' });
    const sent = { rule: capped, rules: [capped] };
    expect(again({ decidedBy: priced('100'), present: priced('100') }, sent)).toBe('proceed');
    expect(again({ decidedBy: priced('101'), present: priced('90') }, sent)).toBe('above-maximum');
    expect(again({ decidedBy: priced('90'), present: priced('101') }, sent)).toBe('above-maximum');
  });

  it('does not leave after a jump, without a price, or by an old one', () => {
    expect(again({ decidedBy: priced('100'), present: priced('126') })).toBe('price-jumped');
    expect(again({ decidedBy: priced('100'), present: priced('79') })).toBe('price-jumped');
    expect(again(undefined)).toBe('no-price');
    expect(again({ decidedBy: null, present: priced('100') })).toBe('no-price');
    expect(again({ decidedBy: priced('100'), present: readingOf({}, NOW) })).toBe('no-price');
    const old = { ...priced('100'), readAt: '2026-01-05T08:45:04.000Z' };
    expect(again({ decidedBy: priced('100'), present: old })).toBe('stale-price');
    // How old the price of the decision is does not matter: it permits nothing by itself.
    expect(again({ decidedBy: old, present: priced('100') })).toBe('proceed');
  });

  it('does not leave in another reporting currency than its limits name', () => {
    const controls = { ...CONTROLS, reportingCurrency: 'EUR' };
    expect(again({ decidedBy: priced('100'), present: priced('100') }, { controls })).toBe(
      'no-price',
    );
  });

  it('needs the approval that another rule to the account asks for by value', () => {
    const plain = rule({ keep: '5', threshold: '6' });
    const other = rule({ id: 'other', approvalAbove: usd('900') });
    const sent = { rule: plain, rules: [plain, other] };
    expect(again({ decidedBy: null, present: priced('80') }, sent)).toBe('proceed');
    expect(again({ decidedBy: null, present: priced('100') }, sent)).toBe('approval-missing');
    expect(again(undefined, sent)).toBe('approval-missing');
  });
});
