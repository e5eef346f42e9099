import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { SealVerifier } from '../../../treasury/seals/ports.ts';
import { pricesForClaim } from '../../../treasury/sending/prices-for-claim.ts';
import { valueAtClaim } from '../../../treasury/sending/room-for-claim.ts';
import { sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { valueOfAmount } from '../../../treasury/valuation/value-of-amount.ts';
import { APPROVED } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { ACCOUNT, CONTROLS, POLICY, rule } from '../../samples/policy.ts';
import { quotes, snapshotAt } from '../../samples/snapshots.ts';
import { readingSeals, unreachableSeals } from '../../seals/hmac-seals.ts';

const SWEEP: Instruction = { ...APPROVED, content: { ...APPROVED.content, amount: '2' } };
const NOW = '2026-01-05T09:00:05.000Z';
const BEFORE = await sealedReading(
  readingSeals,
  snapshotAt('2026-01-05T09:00:00.000Z', {}, quotes({ 'BTC/USD': '100' })),
);

/** The claim of a sweep of 2 BTC that a rule decided and no person approved. */
async function asked(
  controls: Partial<Controls>,
  {
    price = '110',
    before = BEFORE,
    instruction = SWEEP,
    policy = {},
    reader = readingSeals,
  }: {
    readonly price?: string;
    readonly before?: SnapshotTaken | null;
    readonly instruction?: Instruction;
    readonly policy?: Partial<Policy>;
    readonly reader?: SealVerifier;
  } = {},
) {
  const calls: string[] = [];
  const { snapshots } = plantedStore({ snapshots: before === null ? [] : [before] });
  const ports = {
    reader,
    service: {
      readPrices: async () => {
        calls.push('prices');
        const prices = quotes({ 'BTC/USD': price });
        return { ok: true as const, value: { readAt: NOW, prices } };
      },
    },
    snapshots: {
      latest: async (tenant: string) => {
        calls.push('snapshot');
        return await snapshots.latest(tenant);
      },
    },
  };
  const all = { ...CONTROLS, ...controls };
  const whole = { ...POLICY, ...policy, controls: all };
  const reading = await pricesForClaim(ports, instruction, whole, ACCOUNT);
  const present = reading?.ok ? reading.value : null;
  const worth = valueAtClaim(instruction, all, present);
  return { calls, present, worth };
}

describe('a claim asks the service for prices', () => {
  it('not at all where every limit behind it is an amount', async () => {
    expect((await asked({})).calls).toEqual([]);
    expect((await asked({ liquidityFloor: { currencies: { BTC: '1' } } })).calls).toEqual([]);
  });

  it.each<[string, Partial<Controls>, Partial<Policy>]>([
    ['a tier of approvals', { approvalTiers: { oneAbove: '1000' } }, {}],
    ['a floor of everything', { liquidityFloor: { total: '1' } }, {}],
    ['a limit of a day', { withdrawalLimits: { per24Hours: '1000' } }, {}],
    [
      'a limit by value of its rule',
      {},
      { rules: [rule({ id: 'btc-excess', keep: { value: '1', in: 'USD' } })] },
    ],
  ])('once where %s applies', async (_name, controls, policy) => {
    const { calls, present } = await asked(controls, { policy });
    expect(calls.sort()).toEqual(['prices', 'snapshot']);
    // The stricter of both: dearer than the last snapshot's 100.
    expect(valueOfAmount(present?.values ?? fail(), 'BTC', '2', 'USD')).toBe('220');
  });
});

function fail(): never {
  throw new Error('no prices were read');
}

describe('what tiers count a withdrawal with at its claim', () => {
  const tiers = { approvalTiers: { oneAbove: '1000' } };
  const valued = (amount: string): Instruction => ({
    ...SWEEP,
    value: { amount, currency: 'USD' },
  });
  const worth = async (amount: string, price: string, before: SnapshotTaken | null = BEFORE) =>
    (await asked(tiers, { instruction: valued(amount), price, before })).worth;

  it('is the highest of the value at the proposal, at the last snapshot, and now', async () => {
    expect(await worth('150', '110')).toEqual({ known: true, value: '220' });
    expect(await worth('150', '90')).toEqual({ known: true, value: '200' });
    expect(await worth('300', '90')).toEqual({ known: true, value: '300' });
  });

  it('is waited for where the price has jumped, or there is none to compare it with', async () => {
    expect(await worth('200', '10')).toMatchObject({ known: false, why: { code: 'jumped' } });
    expect(await worth('200', '100', null)).toMatchObject({
      known: false,
      why: { code: 'new-price' },
    });
  });

  it('is nothing beside a snapshot that another program wrote, whatever it says and the service states', async () => {
    const { seal: _, ...bare } = BEFORE;
    const { unitValues } = snapshotAt(BEFORE.scheduledFor, {}, quotes({ 'BTC/USD': '10' }));
    for (const change of [
      { unitValues },
      { valuation: { ...BEFORE.valuation, reportingCurrency: 'EUR' } },
    ]) {
      for (const [price, before] of [
        ['10', { ...BEFORE, ...change }],
        ['100', { ...BEFORE, ...change }],
        ['10', { ...bare, ...change }],
      ] as const) {
        expect(await worth('100', price, before as SnapshotTaken)).toEqual({
          known: false,
          why: {
            ...{ code: 'unproven', currency: 'BTC', into: 'USD' },
            by: 'seal' in before ? 'forged' : 'waits',
          },
        });
      }
    }
  });

  it('is waited for while the key of readings is out of reach', async () => {
    const { worth: waits } = await asked(tiers, {
      instruction: valued('150'),
      reader: unreachableSeals,
    });
    expect(waits).toMatchObject({ known: false, why: { code: 'unproven', by: 'waits' } });
  });
});
