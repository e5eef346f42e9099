import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/* A sweep under limits that are stated as values: its price is decided on, sealed, and asked for again at the claim. */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);
const { change } = tableHand(() => treasury().table);

async function proposed(): Promise<string> {
  const inUsd = (value: string) => ({ value, in: 'USD' });
  const rule = {
    ...RULE,
    threshold: inUsd('60000'),
    keep: inUsd('50000'),
    budgets: { per24Hours: inUsd('10000000') },
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

  it('waits where the service names no prices', async () => {
    const id = await proposed();
    const { service } = treasury().ports;
    const readPrices = async () =>
      ({ ok: false, code: 'unavailable', reason: 'no prices' }) as const;
    const sent = await send(id, { service: { ...service, readPrices } as never });
    expect(sent).toMatchObject({ result: 'deferred', reason: 'unavailable' });
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
