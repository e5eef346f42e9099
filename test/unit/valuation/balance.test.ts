import { describe, expect, it } from 'vitest';
import { sayNotStated } from '../../../treasury/facts/sentences/say/not-stated.ts';
import {
  absentIn,
  type Balances,
  balanceOf,
  balancesSchema,
  heldOf,
  missingIn,
  statedIn,
} from '../../../treasury/valuation/balance.ts';
import { away } from '../../samples/absent.ts';

const UNREADABLE = { reading: 'unreadable', why: { code: 'twice' } } as const;
const BALANCES: Balances = {
  USD: { total: '10', available: '9' },
  ETH: away('4'),
  BTC: UNREADABLE,
  SOL: away('0'),
};

describe('the reading of a currency', () => {
  it('is stated, not listed or unreadable, and never a default', () => {
    expect(balanceOf(BALANCES, 'USD')).toEqual({
      kind: 'stated',
      balance: { total: '10', available: '9' },
    });
    expect(balanceOf(BALANCES, 'ETH')).toEqual({ kind: 'not-listed', away: away('4') });
    expect(balanceOf(BALANCES, 'BTC')).toEqual({ kind: 'unreadable', unreadable: UNREADABLE });
    expect(balanceOf(BALANCES, 'ADA')).toEqual({ kind: 'not-listed', away: null });
  });

  it('is none of a property that every object has', () => {
    expect(balanceOf(BALANCES, 'constructor')).toEqual({ kind: 'not-listed', away: null });
  });

  it('is held where it is stated, nothing where no answer ever listed it, and else not known', () => {
    expect(heldOf(BALANCES, 'USD')).toMatchObject({ known: true, balance: { total: '10' } });
    expect(heldOf(BALANCES, 'ADA')).toEqual({ known: true, balance: { total: '0' } });
    expect(heldOf(BALANCES, 'ETH')).toEqual({ known: false, reading: away('4') });
    expect(heldOf(BALANCES, 'BTC')).toEqual({ known: false, reading: UNREADABLE });
  });

  it('is kept as it is by the schema of what is stored', () => {
    expect(balancesSchema.parse(BALANCES)).toEqual(BALANCES);
    expect(balancesSchema.safeParse({ BTC: { reading: 'not-listed' } }).success).toBe(false);
    expect(balancesSchema.safeParse({ BTC: {} }).success).toBe(false);
  });

  it('is listed apart from those that are stated', () => {
    expect(statedIn(BALANCES).map(([currency]) => currency)).toEqual(['USD']);
    expect(absentIn(BALANCES).map(([currency]) => currency)).toEqual(['BTC', 'ETH', 'SOL']);
  });

  it('takes nothing out of a total that was known to be empty', () => {
    expect(missingIn(BALANCES)).toEqual(['BTC', 'ETH']);
  });

  it('says since when it is not in the answer, and what was stated last', () => {
    expect(sayNotStated('ETH', away('4'))).toBe(
      "The service's answer does not list ETH since 2026-01-05T08:45:00.000Z; what is held of it is not known. The last answer that did stated 4 ETH, at 2026-01-05T08:30:00.000Z.",
    );
    expect(sayNotStated('BTC', UNREADABLE)).toBe(
      "The service's answer cannot be read for BTC: it is there twice; what is held of it is not known.",
    );
  });
});
