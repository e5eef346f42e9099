import { describe, expect, it } from 'vitest';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { LANE } from '../../../adapters/store/lane-item.ts';
import { PACKED, packFields } from '../../../adapters/store/packed-fields.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the table, and without the key, at packed items: what is packed and what stands beside
 * it as attributes are made to disagree, or are taken from different items.
 */

const treasury = treasuryForEachTest();
const { proposedId, send } = sendingSteps(treasury);
const { read, readAsStored, put, putAsIs } = tableHand(() => treasury().table);

const instructionKey = (id: string) => ledgerKeys.instruction(TENANT, id);
const laneKey = ledgerKeys.lane(TENANT, 'BTC');
const posts = () => treasury().posts().length;
const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;

const IS_MISPLACED = /is not where packing puts it/;

/** Packs what Sluice never does, as far as it can be: under the packing of another field. */
function packedWith(item: RawItem, kind: typeof INSTRUCTION | typeof LANE, more: RawItem): RawItem {
  if (kind.packing === undefined) throw new Error('it is never packed');
  const { since } = kind.packing;
  const fields = { ...kind.packing.fields, ...Object.fromEntries(keysOf(more)), status: {} };
  return packFields({ since, fields }, { ...item, ...more });
}

const keysOf = (item: RawItem) => Object.keys(item).map((name) => [name, {}] as const);

describe('whoever makes a packed withdrawal say two things', () => {
  it.each<[string, (stored: RawItem, opened: RawItem) => RawItem]>([
    ['its status', (stored, { status }) => ({ ...stored, status })],
    ['its history', (stored) => ({ ...stored, history: [] })],
    ['its seal', (stored, { seal }) => ({ ...stored, seal })],
    [
      'its amount',
      (stored) => ({ ...stored, content: { ...(stored.content as RawItem), amount: '2.24' } }),
    ],
    [
      'its version',
      (stored, opened) => ({ ...stored, ...packedWith(opened, INSTRUCTION, { version: 1 }) }),
    ],
    ['its id', (_stored, opened) => packedWith(opened, INSTRUCTION, { id: opened.id })],
  ])('moves no money: %s', async (_what, forged) => {
    const id = await proposedId();
    const stored = await readAsStored(instructionKey(id));
    expect(stored).toHaveProperty(PACKED);
    await putAsIs(forged(stored, await read(instructionKey(id))));
    await expect(send(id)).rejects.toThrow(IS_MISPLACED);
    expect(posts()).toBe(0);
  });

  it('moves no money: the state that it is delivered by', async () => {
    const id = await proposedId();
    treasury().pass(901);
    await expect(send(id)).resolves.toMatchObject({ result: 'cancelled' });
    await putAsIs({ ...(await readAsStored(instructionKey(id))), state: 'approved' });
    await expect(send(id)).rejects.toThrow('its state is not the one that is packed');
    expect(posts()).toBe(0);
  });
});

describe('whoever puts what is packed', () => {
  it('of one withdrawal into another has nothing sent, and everything is halted', async () => {
    const id = await proposedId();
    const stored = await readAsStored(instructionKey(id));
    const copy = 'sweep-btc-cold-20260105T120000Z';
    await putAsIs({ ...stored, ...instructionKey(copy), id: copy });
    expect(await send(copy)).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
    expect(await halt()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });

  it('back as attributes, as items were before, has the same refused', async () => {
    const id = await proposedId();
    const { content, ...opened } = await read(instructionKey(id));
    const forged = { ...opened, content: { ...(content as RawItem), amount: '2.24' } };
    await putAsIs({ ...forged, schemaVersion: 1 });
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'seal-invalid' } },
    });
    expect(posts()).toBe(0);
    expect(await halt()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });

  it('as it was back as attributes changes nothing: it is sent once, and packed again', async () => {
    const id = await proposedId();
    await putAsIs({ ...(await read(instructionKey(id))), schemaVersion: 1 });
    expect(await readAsStored(instructionKey(id))).not.toHaveProperty(PACKED);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    expect(await readAsStored(instructionKey(id))).toHaveProperty(PACKED);
    expect(posts()).toBe(1);
  });

  it('of a version that did not pack has nothing sent', async () => {
    const id = await proposedId();
    await putAsIs({ ...(await readAsStored(instructionKey(id))), schemaVersion: 3 });
    await expect(send(id)).rejects.toThrow('it is packed, and of version 3');
    expect(posts()).toBe(0);
  });

  it('in other bytes has nothing sent', async () => {
    const id = await proposedId();
    const stored = await readAsStored(instructionKey(id));
    const bytes = Uint8Array.from(stored[PACKED] as Uint8Array);
    await putAsIs({ ...stored, [PACKED]: bytes.fill(0, 20, 40) });
    await expect(send(id)).rejects.toThrow('cannot be read');
    await putAsIs({ ...stored, [PACKED]: Uint8Array.of(9, ...bytes.subarray(1)) });
    await expect(send(id)).rejects.toThrow('packing 9 is not known');
    expect(posts()).toBe(0);
  });
});

describe('whoever makes a lane say two things', () => {
  /** A lane as large as one that has swept: packed. */
  async function packedLane(): Promise<RawItem> {
    const opened = await read(laneKey);
    const recent = Array.from({ length: 4 }, (_, at) => ({
      instructionId: `sweep-btc-cold-2026010${at + 1}T090000Z`.padEnd(250, '-'),
      change: '-1',
      at: '2026-01-05T09:00:00.000Z',
    }));
    await put({ ...opened, recent, schemaVersion: LANE.packing?.since });
    return await readAsStored(laneKey);
  }

  it.each<[string, (stored: RawItem, opened: RawItem) => RawItem]>([
    ['what is used', (stored) => ({ ...stored, usage: {} })],
    ['what is on its way', (stored, { booking }) => ({ ...stored, booking })],
    ['its state', (_, opened) => packedWith(opened, LANE, { status: { state: 'idle' } })],
    ['its epoch', (_, opened) => packedWith(opened, LANE, { epoch: opened.epoch })],
    ['its version', (_, opened) => packedWith(opened, LANE, { version: opened.version })],
  ])('moves no money: %s', async (_what, forged) => {
    const id = await proposedId();
    const stored = await packedLane();
    expect(stored).toHaveProperty(PACKED);
    await putAsIs(forged(stored, await read(laneKey)));
    await expect(send(id)).rejects.toThrow(IS_MISPLACED);
    expect(posts()).toBe(0);
  });
});
