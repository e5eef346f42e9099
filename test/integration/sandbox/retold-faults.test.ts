import { describe, expect, it } from 'vitest';
import {
  type AnsweredAmount,
  ELSEWHERE,
  type Elsewhere,
} from '../../../sandbox/faults/elsewhere.ts';
import type { FaultInput } from '../../../sandbox/index.ts';
import { TRADE_ANSWERS } from '../../../sandbox/service/trade-answers.ts';
import { faultySandbox, TRADE } from './faulty-sandbox.ts';
import { json, send } from './wire.ts';

/** Where the sandbox's faults say that a withdrawal went. */
const OTHER_ADDRESS = '0x000000000000000000000000000000000000dEaD';

const { sandbox, withdrawalMeets } = faultySandbox();

async function readMeets(path: '/v1/balances' | '/v1/prices', fault: FaultInput) {
  sandbox().queueFault({ on: `GET ${path}`, fault });
  const seen = await send(sandbox().url, { path });
  expect(seen.status).toBe(200);
  expect(sandbox().journal().at(-1)?.fault).toBe(fault.kind);
  return seen;
}

it.each(TRADE_ANSWERS)('a trade is answered in the shape %s, executed or not', async (shape) => {
  for (const execute of [true, false]) {
    const fault = { kind: 'reshaped-trade-200', shape, execute } as const;
    sandbox().queueFault({ on: 'POST /v1/trades', fault });
    const seen = await send(sandbox().url, { path: '/v1/trades', body: TRADE });
    expect(seen.status).toBe(200);
    expect(json(seen)).toBeTypeOf('object');
    expect(sandbox().journal().at(-1)).toMatchObject({ fault: fault.kind, executed: execute });
  }
});

describe('an answer that is told otherwise', () => {
  it('is a failure with a 200, executed or not', async () => {
    expect(json(await readMeets('/v1/balances', { kind: 'failure-200' }))).toEqual({
      success: false,
      message: 'maintenance',
      code: 503,
    });
    const body = { code: '50001', data: [] };
    for (const execute of [true, false]) {
      const { seen, executed } = await withdrawalMeets({ kind: 'failure-200', body, execute });
      expect([seen.status, json(seen), executed]).toEqual([200, body, execute]);
    }
  });

  it.each(['next', 'pages', 'hasMore'] as const)('is the first page, by %s', async (by) => {
    const page = json(await readMeets('/v1/balances', { kind: 'first-page-200', by })) as {
      data: object;
    };
    expect(page).toHaveProperty(by);
    const all = Object.keys(sandbox().balances());
    expect(Object.keys(page.data)).toEqual(all.slice(0, Math.floor(all.length / 2)));
  });

  it.each([
    ['link', '</v1/balances?page=2>; rel="next"'],
    ['x-total-count', (all: number) => String(all)],
    ['x-next-page', '2'],
  ] as const)('is the first page, by its header %s', async (by, expected) => {
    const seen = await readMeets('/v1/balances', { kind: 'first-page-200', by });
    const all = Object.keys(sandbox().balances());
    expect(Object.keys(json(seen) as object)).toEqual(all.slice(0, Math.floor(all.length / 2)));
    expect(seen.headers[by]).toBe(typeof expected === 'string' ? expected : expected(all.length));
  });

  it('leaves one currency out, those of zero, or all', async () => {
    const all = Object.keys(sandbox().balances());
    const left = async (fault: object) =>
      Object.keys(
        json(await readMeets('/v1/balances', { kind: 'left-out-200', ...fault })) as object,
      );
    expect(await left({})).toEqual(all.slice(1));
    expect(await left({ name: 'BTC' })).toEqual(all.filter((each) => each !== 'BTC'));
    expect(await left({ what: 'all' })).toEqual([]);
    const held = Object.entries(sandbox().balances()).filter(([, { total }]) => Number(total) > 0);
    expect(await left({ what: 'zeros' })).toEqual(held.map(([each]) => each));
  });

  it.each([true, false])('has a name twice, escaped: %s', async (escaped) => {
    const fault = { kind: 'name-twice-200', name: 'amount', value: '7', escaped } as const;
    const { seen } = await withdrawalMeets(fault);
    const name = escaped ? '\\u0061mount' : 'amount';
    expect(seen.text).toContain(`"${name}":"7","amount":"0.5`);
    expect(json(seen)).toMatchObject([{ amount: expect.stringMatching(/^0\.5/) }]);
    expect(sandbox().withdrawals()).toHaveLength(1);
  });

  it('has a field that is null', async () => {
    const { seen } = await withdrawalMeets({ kind: 'null-200', name: 'currency' });
    expect(json(seen)).toMatchObject([{ currency: null, withdrawalAccount: { currency: null } }]);
    const balances = json(await readMeets('/v1/balances', { kind: 'null-200', name: 'BTC' }));
    expect(balances).toMatchObject({ BTC: null });
  });

  it.each([
    ['minutes', /^[\d-]{10}T\d\d:\d\dZ$/],
    ['short-offset', /\+00$/],
    ['basic-offset', /\+0000$/],
    ['comma', /,\d{3}Z$/],
    ['small-letters', /t.*z$/],
    ['basic', /^\d{8}T\d{6}\.\d{3}Z$/],
    ['second-60', /:60Z$/],
    ['no-zone', /\.\d{3}$/],
    ['word', /^soon$/],
    ['empty', /^$/],
    ['last-week', /^[\d-]{10}T/],
  ] as const)('has its moments in the form %s', async (form, expected) => {
    const { seen } = await withdrawalMeets({ kind: 'moment-200', form });
    expect(json(seen)).toMatchObject([{ createdAt: expect.stringMatching(expected) }]);
  });

  it('has its moments as numbers', async () => {
    const { seen } = await withdrawalMeets({ kind: 'moment-200', form: 'number' });
    expect(json(seen)).toMatchObject([{ createdAt: expect.any(Number) }]);
  });

  it('has its codes in small letters, or in both', async () => {
    const { seen } = await withdrawalMeets({ kind: 'case-200' });
    expect(json(seen)).toMatchObject([{ currency: 'btc' }]);
    const small = json(await readMeets('/v1/balances', { kind: 'case-200' }));
    expect(small).toHaveProperty('btc');
    expect(small).not.toHaveProperty('BTC');
    const both = json(await readMeets('/v1/prices', { kind: 'case-200', what: 'both' })) as object;
    expect(Object.keys(both)).toEqual(expect.arrayContaining(['BTC/USD', 'btc/usd']));
  });

  it('has figures that contradict each other', async () => {
    const fault = { kind: 'contradicting-figures-200', of: 'BTC' } as const;
    const { BTC, ETH } = json(await readMeets('/v1/balances', fault)) as Record<string, object>;
    expect(BTC).toHaveProperty('locked');
    expect(ETH).not.toHaveProperty('locked');
  });

  it('has names beside its entries that are none', async () => {
    const seen = await readMeets('/v1/balances', { kind: 'beside-200' });
    expect(json(seen)).toMatchObject({
      time: 1_795_761_000,
      id: 'sbx-1',
      ok: true,
      date: '2026-11-27',
      count: 1,
      BTC: {},
    });
  });
});

describe('a withdrawal that is told of otherwise', () => {
  const PLACES: Readonly<Record<Elsewhere, (withdrawal: unknown) => void>> = {
    address: (seen) =>
      expect(seen).toHaveProperty('withdrawalAccount.details.beneficiary.address', OTHER_ADDRESS),
    'address-in-details': (seen) =>
      expect(seen).toHaveProperty('details.beneficiary.address', OTHER_ADDRESS),
    name: (seen) =>
      expect(seen).toHaveProperty('withdrawalAccount.details.beneficiary.name', 'Another'),
    network: (seen) => expect(seen).toHaveProperty('network', 'tron'),
    'account-network': (seen) => expect(seen).toHaveProperty('withdrawalAccount.network', 'tron'),
    'network-spelling': (seen) => expect(seen).toHaveProperty('network', 'bitcoin-2'),
    number: (seen) =>
      expect(seen).toHaveProperty('withdrawalAccount.details.beneficiary.address', 7),
    null: (seen) =>
      expect(seen).toHaveProperty('withdrawalAccount.details.beneficiary.address', null),
    'empty-details': (seen) => expect(seen).toHaveProperty('withdrawalAccount.details', {}),
    'no-details': (seen) => {
      expect(seen).toHaveProperty('withdrawalAccount.id');
      expect(seen).not.toHaveProperty('withdrawalAccount.details');
    },
  };

  it.each(ELSEWHERE)('went elsewhere by its %s, executed or not', async (what) => {
    for (const execute of [true, false]) {
      const { seen, executed } = await withdrawalMeets({ kind: 'elsewhere-200', what, execute });
      expect([seen.status, executed]).toEqual([200, execute]);
      const told = json(seen) as readonly unknown[];
      expect(told).toHaveLength(1);
      for (const each of told) PLACES[what](each);
    }
  });

  it.each<[AnsweredAmount, (amount: number) => number]>([
    ['net', (amount) => amount * 0.999],
    ['cut', (amount) => Math.floor(amount * 100) / 100],
    ['less', (amount) => amount / 2],
  ])('states its amount %s, executed or not', async (as, expected) => {
    for (const execute of [true, false]) {
      const { seen, executed } = await withdrawalMeets({ kind: 'amount-200', as, execute });
      expect([seen.status, executed]).toEqual([200, execute]);
      const stated = (json(seen) as readonly { readonly amount: string }[])[0]?.amount;
      const asked = Number(sandbox().withdrawals()[0]?.amount);
      expect(Number(stated)).toBeCloseTo(expected(asked), 6);
    }
  });
});
