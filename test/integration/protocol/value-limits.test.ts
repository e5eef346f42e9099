import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { MAX_READING_AGE_SECONDS } from '../../../treasury/sending/reading-age.ts';
import { NOT_READ } from '../../samples/not-read.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/* A sweep under limits that are stated as values: its price is decided on, sealed, and asked for again at the claim. */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);
const { change } = tableHand(() => treasury().table);

async function proposed(more: Partial<SweepRule> = {}): Promise<string> {
  const inUsd = (value: string) => ({ value, in: 'USD' });
  const rule = {
    ...RULE,
    threshold: inUsd('60000'),
    keep: inUsd('50000'),
    budgets: { per24Hours: inUsd('10000000') },
    ...more,
    version: 2,
  };
  const written = await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
  expect(written).toEqual({ ok: true });
  return await proposedId();
}

const halt = async () => (await treasury().ledger.readHalt(TENANT)).mode;

describe('a sweep under limits by value', () => {
  it('names the price that it was decided on, and is sent at the prices of the claim', async () => {
    const id = await proposed();
    const instruction = await treasury().ledger.readInstruction(TENANT, id);
    expect(instruction?.priceOfLimits).toMatchObject({
      ...{ path: 'direct', instruments: ['BTC/USD'] },
    });
    expect(await send(id)).toMatchObject({ result: 'concluded', answered: 'confirmed' });
    expect(treasury().posts()).toHaveLength(1);
  });

  it('has prices and balances asked for at once', async () => {
    const id = await proposed();
    const { service } = treasury().ports;
    let balancesAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      balancesAsked = resolve;
    });
    const sent = await send(id, {
      service: {
        ...service,
        readBalances: async () => {
          balancesAsked();
          return await service.readBalances();
        },
        // Answers only once the balances are asked for: one after the other, neither would come.
        readPrices: async () => {
          await asked;
          return await service.readPrices();
        },
      },
    });
    expect(sent).toMatchObject({ result: 'concluded' });
  });

  it('is judged anew where its prices are too old by then, though its balances are not', async () => {
    const id = await proposed({ maximum: '1' });
    const { service } = treasury().ports;
    let pricesRead = 0;
    const { promise: firstPrices, resolve: haveFirstPrices } = Promise.withResolvers<void>();
    const sent = await send(id, {
      service: {
        ...service,
        readPrices: async () => {
          const prices = await service.readPrices();
          pricesRead += 1;
          haveFirstPrices();
          return prices;
        },
        // The first time, no answer comes until the prices are old.
        readBalances: async () => {
          await firstPrices;
          if (pricesRead === 1) treasury().pass(MAX_READING_AGE_SECONDS + 1);
          return await service.readBalances();
        },
      },
    });
    expect(sent).toMatchObject({ result: 'concluded' });
    expect(pricesRead).toBe(2);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('waits where the service names no prices', async () => {
    const id = await proposed();
    const { service } = treasury().ports;
    const readPrices = async () => ({ ok: false, code: 'unreachable', failed: NOT_READ }) as const;
    const sent = await send(id, { service: { ...service, readPrices } });
    expect(sent).toMatchObject({ result: 'deferred', reason: 'unreachable' });
    expect(treasury().posts()).toEqual([]);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it.each<[string, (price: RawItem | undefined) => RawItem | undefined]>([
    ['makes it dearer', (price) => ({ ...price, low: '9999999', high: '9999999' })],
    ['makes it cheaper', (price) => ({ ...price, low: '1', high: '1' })],
    ['names another moment', (price) => ({ ...price, readAt: '2026-01-05T08:00:00.000Z' })],
    ['removes it', () => undefined],
  ])('moves no money, and halts everything, where a table writer %s', async (_, forge) => {
    const id = await proposed();
    await change(ledgerKeys.instruction(TENANT, id), ({ priceOfLimits, ...item }) => {
      const forged = forge(priceOfLimits as RawItem | undefined);
      return forged === undefined ? item : { ...item, priceOfLimits: forged };
    });
    const sent = await send(id);
    expect(sent).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'seal-invalid' } },
    });
    expect(treasury().posts()).toEqual([]);
    expect(await halt()).toBe('halted');
  });
});

/* The jump of an instrument says nothing of a value that comes by another one. */
describe('tiers of approvals, where a price comes another way', () => {
  const tenth = { instrument: 'BTC/USD', factor: '0.1' } as const;

  it.each([
    ['is gone', { ...tenth, what: 'gone' }],
    ['comes by its inverse', { ...tenth, what: 'inverse-instead' }],
    ['comes by its inverse, a hundredth', { ...tenth, what: 'inverse-instead', factor: '0.01' }],
    ['comes over a third currency', { ...tenth, what: 'crossed-instead' }],
    [
      'comes over a third currency, and is right',
      { ...tenth, what: 'crossed-instead', factor: '1' },
    ],
    ['comes by its inverse too', { ...tenth, what: 'inverse-beside' }],
    ['and its inverse are wrong', { ...tenth, what: 'inverse-beside', besideFactor: '0.1' }],
    [
      'and its inverse are wrong apart',
      { ...tenth, what: 'inverse-beside', besideFactor: '10', factor: '0.01' },
    ],
    [
      'is wrong beside its right inverse',
      { ...tenth, what: 'inverse-beside', besideFactor: '0.1', factor: '1' },
    ],
  ] as const)('nothing leaves unapproved if it %s', async (_name, fault) => {
    await treasury().putControls({ approvalTiers: { oneAbove: '50000' } });
    const { sandbox } = treasury();
    sandbox.queueFault({ on: 'GET /v1/prices', fault: { kind: 'other-path-200', ...fault } });
    const { proposed } = await treasury().tick();
    const [instruction] = proposed;
    expect(instruction?.status.state).toBe('awaiting-approval');
    if (instruction !== undefined) await send(instruction.id);
    expect(treasury().posts()).toEqual([]);
  });

  it('nothing leaves by a price that is wrong at the claim alone', async () => {
    await treasury().putControls({ approvalTiers: { oneAbove: '5000000' } });
    const id = await proposedId();
    const { sandbox } = treasury();
    const fault = { kind: 'other-path-200', ...tenth, what: 'inverse-instead' } as const;
    sandbox.queueFault({ on: 'GET /v1/prices', fault });
    expect(await send(id)).toMatchObject({ result: 'deferred', reason: 'price-jumped' });
    expect(treasury().posts()).toEqual([]);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });
});
