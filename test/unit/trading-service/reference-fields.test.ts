import { describe, expect, it } from 'vitest';
import { decodePrices } from '../../../adapters/trading-service/decode-prices.ts';
import {
  PRICE_FIELDS,
  WITHDRAWAL_FIELDS,
} from '../../../adapters/trading-service/reference-fields.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import {
  ACCOUNT,
  answered,
  outcomeOfWithdrawal,
  SENT,
  WITHDRAWAL_REQUEST,
  withdrawal,
  withdrawalId,
} from './answers.ts';
import { ABSENT, changedAt, MUTATIONS, mutationsOf, valueAt } from './mutations-of.ts';

/** Every field that the reference shows of an answer to a withdrawal. */
const WHOLE = withdrawal({ processedAt: '2026-01-31T09:00:05.000Z', venue: 'main' });

/** What the reference lists in 2.2 and 2.3. */
const LISTED_BY_REFERENCE = {
  '': 'id label network currency amount withdrawalAccount createdAt processedAt details venue',
  'withdrawalAccount.': 'id label network currency details',
  'withdrawalAccount.details.': 'beneficiary.address',
};

/** An id of before: no spelling of it may pass for a new one. */
const KNOWN = new Set([withdrawalId(1)]);

/**
 * Written apart from what is tested: whether a value of a compared field still says what was asked for. An id that is none
 * of before says so as well.
 */
const STILL_RIGHT: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && value.toLowerCase() !== withdrawalId(1),
  currency: isBitcoin,
  amount: (value) =>
    typeof value === 'string' && /^[\d.]+$/.test(value) && new Decimal(value).equals('1.5'),
  withdrawalAccount: () => false,
  'withdrawalAccount.id': (value) => typeof value === 'string' && value.toLowerCase() === ACCOUNT,
  network: isSilentOrBitcoin,
  'withdrawalAccount.network': isSilentOrBitcoin,
  'withdrawalAccount.details': (value) => isSilentOrRegistered(addressIn(value)),
  'withdrawalAccount.details.beneficiary.address': isSilentOrRegistered,
  details: (value) => isSilentOrRegistered(addressIn(value)),
  'withdrawalAccount.currency': (value) => value === ABSENT || isBitcoin(value),
  createdAt: (value) => {
    const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
    // The platform reads more than there is: February 31, and a day of one digit.
    const isMoment = !Number.isNaN(at.getTime()) && at.toISOString() === value;
    return !isMoment || Math.abs(at.getTime() - Date.parse(SENT.claimedAt)) <= 25 * 3_600_000;
  },
};

function addressIn(details: unknown): unknown {
  return fieldOf(fieldOf(details, 'beneficiary'), 'address');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whatever is not there, or blank, names no network; the others by their letters and digits. */
function isSilentOrBitcoin(value: unknown): boolean {
  if (value === ABSENT || value === null) return true;
  const letters = typeof value === 'string' ? value.replaceAll(/[^\p{L}\p{N}]/gu, '') : null;
  return letters?.toLowerCase() === 'bitcoin' || letters === '';
}

function isSilentOrRegistered(value: unknown): boolean {
  return value === ABSENT || value === undefined || value === 'bc1-example' || isPadded(value);
}

function isPadded(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === 'bc1-example';
}

function isBitcoin(value: unknown): boolean {
  return typeof value === 'string' && /^\s*btc\s*$/i.test(value);
}

function stateWith(path: string, value: unknown): string {
  const known = path === 'id' ? KNOWN : new Set<string>();
  const body = [changedAt(WHOLE, path.split('.'), value)];
  return outcomeOfWithdrawal(WITHDRAWAL_REQUEST, answered(200, body), known).state;
}

describe('the list of the fields of a withdrawal', () => {
  it('has each that the reference shows', () => {
    const names = Object.entries(LISTED_BY_REFERENCE).flatMap(([before, listed]) =>
      listed.split(' ').map((name) => before + name),
    );
    expect(Object.keys(WITHDRAWAL_FIELDS).toSorted()).toEqual(names.toSorted());
  });

  it('has a rule for each that is compared', () => {
    const compared = Object.entries(WITHDRAWAL_FIELDS).filter(([, { use }]) => use === 'compared');
    expect(Object.keys(STILL_RIGHT).toSorted()).toEqual(compared.map(([path]) => path).toSorted());
  });
});

describe.each(Object.entries(WITHDRAWAL_FIELDS))('%s, changed in 200 ways,', (path, { use }) => {
  const mutations = mutationsOf(valueAt(WHOLE, path.split('.')));

  it(`is ${use}`, () => {
    expect(mutations.length).toBeGreaterThanOrEqual(MUTATIONS);
    const wrong = mutations.filter((value) => {
      const state = stateWith(path, value);
      if (use !== 'compared') return state !== 'confirmed';
      return state === 'confirmed' && STILL_RIGHT[path]?.(value) !== true;
    });
    expect(wrong).toEqual([]);
  });
});

describe('a compared field that still says the same', () => {
  it.each([
    ['currency', 'btc'],
    ['currency', ' Btc '],
    ['withdrawalAccount.currency', 'btc'],
    ['withdrawalAccount.currency', ABSENT],
    ['withdrawalAccount.id', ACCOUNT.toUpperCase()],
    ['amount', '1.500'],
    ['id', withdrawalId(2)],
    ['network', 'Bitcoin'],
    ['network', ABSENT],
    ['network', null],
    ['withdrawalAccount.network', 'BIT-COIN'],
    ['withdrawalAccount.details', {}],
    ['withdrawalAccount.details', ABSENT],
    ['withdrawalAccount.details', null],
    ['withdrawalAccount.details.beneficiary.address', ABSENT],
    ['details', { beneficiary: { address: 'bc1-example' }, fee: '0.1' }],
    ['createdAt', '2026-01-31T09:00Z'],
    ['createdAt', '2026-01-31T09:00:00+00'],
    ['createdAt', '2026-01-31T09:00:00+0000'],
    ['createdAt', '2026-01-31T09:00:00,123Z'],
    ['createdAt', '2026-01-31t09:00:00z'],
    ['createdAt', '20260131T090000Z'],
    ['createdAt', '2026-01-31T09:00:60Z'],
    ['createdAt', '2026-01-31T09:00:00'],
    ['createdAt', 'yesterday'],
    ['createdAt', 1_769_850_000_000],
    ['createdAt', ABSENT],
    ['processedAt', ''],
    ['label', 7],
  ])('confirms: %s as %j', (path, value) => {
    expect(stateWith(path, value)).toBe('confirmed');
  });
});

describe('a price', () => {
  const price = { bid: '59990', ask: '60010' };
  const read = (body: Record<string, unknown>) => {
    const decoded = decodePrices({ 'ETH/USD': price, ...body });
    return decoded.ok ? decoded.value : null;
  };

  it('has every field of the reference on the list', () => {
    expect(Object.keys(PRICE_FIELDS)).toEqual(['instrument', 'bid', 'ask']);
  });

  it.each(['bid', 'ask'] as const)(
    'whose %s is changed in 200 ways is that, or dropped by name',
    (side) => {
      const mutations = mutationsOf(price[side]);
      expect(mutations.length).toBeGreaterThanOrEqual(MUTATIONS);
      const wrong = mutations.filter((value) => {
        const seen = read({ 'BTC/USD': changedAt(price, [side], value) });
        const kept = seen?.prices['BTC/USD'];
        if (kept === undefined) return seen?.dropped[0]?.instrument !== 'BTC/USD';
        return (
          typeof value !== 'string' ||
          !/^[\d.]+$/.test(value) ||
          !new Decimal(kept[side]).equals(value) ||
          new Decimal(kept.bid).greaterThan(kept.ask)
        );
      });
      expect(wrong).toEqual([]);
    },
  );

  it('whose instrument is changed in 200 ways is of that instrument, or dropped', () => {
    const names = mutationsOf('BTC/USD').filter((value) => typeof value === 'string');
    const wrong = names.filter((name) => {
      const { prices = {}, dropped = [] } = read({ [name]: price }) ?? {};
      const kept = Object.keys(prices).filter((each) => each !== 'ETH/USD');
      return kept.length === 0
        ? dropped.length !== 1
        : kept.length !== 1 ||
            kept[0] !== name.trim().replaceAll(/[a-z]/g, (each) => each.toUpperCase());
    });
    expect(wrong).toEqual([]);
  });
});
