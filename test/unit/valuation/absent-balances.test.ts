import { describe, expect, it } from 'vitest';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import {
  type BalancesOnRecord,
  knownBalances,
  type ZeroBalances,
} from '../../../treasury/valuation/absent-balances.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';

const START = '2026-01-05T09:00:00.000Z';
const HELD: Balances = { BTC: { total: '5' }, ETH: { total: '20' }, USD: { total: '900' } };

/** Readings a quarter of an hour apart, each carried on from the one before; the last of them. */
function carriedOn(answers: readonly Balances[], zero: ZeroBalances = 'unknown') {
  let before: BalancesOnRecord | null = null;
  let counted: readonly string[] = [];
  for (const [index, answer] of answers.entries()) {
    const at = plusSeconds(START, index * 900);
    const known = knownBalances(answer, before, at, zero);
    before = { balances: known.balances, takenAt: at, scheduledFor: at };
    counted = known.countedAsZero;
  }
  return { balances: before?.balances ?? {}, counted };
}

const without = (...names: readonly string[]): Balances =>
  Object.fromEntries(Object.entries(HELD).filter(([currency]) => !names.includes(currency)));

const LAST_BTC = { total: '5', readAt: START, tick: START };

describe('what is known after one more answer', () => {
  it('is nothing of a tenant that never held anything', () => {
    expect(knownBalances({}, null, START, 'unknown').balances).toEqual({});
    expect(carriedOn([{}, {}, {}, {}], 'omitted').balances).toEqual({});
  });

  it('keeps a currency that is left out, with since when and its last balance', () => {
    const { balances } = carriedOn([HELD, without('BTC'), without('BTC')]);
    expect(balances).toEqual({
      ...without('BTC'),
      BTC: {
        reading: 'not-listed',
        since: plusSeconds(START, 900),
        readings: 2,
        last: LAST_BTC,
      },
    });
  });

  it('has it back as soon as it is stated again', () => {
    const { balances } = carriedOn([HELD, without('BTC'), { ...HELD, BTC: { total: '4' } }]);
    expect(balances).toEqual({ ...HELD, BTC: { total: '4' } });
  });

  it.each(['listed', 'unknown'] as const)(
    'never takes it for zero where zero balances are %s',
    (zero) => {
      const { balances, counted } = carriedOn([HELD, ...Array(20).fill(without('BTC'))], zero);
      expect(balances.BTC).toMatchObject({ reading: 'not-listed', readings: 20 });
      expect(counted).toEqual([]);
    },
  );

  it('takes it for zero after three answers, where zero balances are omitted and the others are normal', () => {
    const twice = carriedOn([HELD, without('BTC'), without('BTC')], 'omitted');
    expect(twice.balances.BTC).toMatchObject({ reading: 'not-listed', readings: 2 });
    const thrice = carriedOn([HELD, ...Array(3).fill(without('BTC'))], 'omitted');
    expect(thrice.balances.BTC).toEqual({ total: '0' });
    expect(thrice.counted).toEqual(['BTC']);
    const later = carriedOn([HELD, ...Array(9).fill(without('BTC'))], 'omitted');
    expect(later.balances.BTC).toEqual({ total: '0' });
    expect(later.counted).toEqual(['BTC']);
  });

  it('counts the answers in a row: one that lists it begins anew', () => {
    const answers = [HELD, without('BTC'), without('BTC'), HELD, without('BTC')];
    expect(carriedOn(answers, 'omitted').balances.BTC).toMatchObject({ readings: 1 });
  });

  it('takes nothing for zero while everything is away at once, however long', () => {
    const { balances, counted } = carriedOn([HELD, ...Array(50).fill({})], 'omitted');
    expect(counted).toEqual([]);
    for (const currency of Object.keys(HELD)) {
      expect(balances[currency]).toMatchObject({ reading: 'not-listed', readings: 0 });
    }
  });

  it('takes nothing for zero while most of it is away: it looks like a first page', () => {
    const { balances } = carriedOn([HELD, ...Array(9).fill(without('BTC', 'ETH'))], 'omitted');
    expect(balances.BTC).toMatchObject({ reading: 'not-listed', readings: 0 });
  });

  it('keeps an empty balance that is omitted again at zero', () => {
    const { balances, counted } = carriedOn(
      [{ ...HELD, BTC: { total: '0' } }, without('BTC')],
      'omitted',
    );
    expect(balances.BTC).toEqual({ total: '0' });
    expect(counted).toEqual(['BTC']);
  });

  it('keeps why a currency cannot be read, with its last balance, and never takes it for zero', () => {
    const why = { code: 'not-text', found: 'null' } as const;
    const spoiled: Balances = { ...HELD, BTC: { reading: 'unreadable', why } };
    const { balances } = carriedOn([HELD, spoiled, spoiled, spoiled, spoiled], 'omitted');
    expect(balances.BTC).toEqual({
      reading: 'unreadable',
      why,
      since: plusSeconds(START, 900),
      last: LAST_BTC,
    });
  });
});
