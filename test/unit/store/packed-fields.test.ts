import { describe, expect, it } from 'vitest';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { fromItem, type Item, itemOf, toItem } from '../../../adapters/store/item.ts';
import { bytesOfItem, UNIT_BYTES } from '../../../adapters/store/item-bytes.ts';
import { LANE } from '../../../adapters/store/lane-item.ts';
import { PACKED, packFields } from '../../../adapters/store/packed-fields.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { latestVersion } from '../../../treasury/records/schema-version.ts';
import { APPROVED, CLAIM, IDLE_LANE, SENDING } from '../../samples/instructions.ts';

/** As it was written once; never written anew here. */
const WRITTEN_FIRST =
  'ASMl1RkY6hqYorY20RIitgIZnjoM9YxMMRMoSqcKW0pDsdUQYiu2VIUIuUTseo1gegnUv0klybqpFaCCXRdkiIEh2AgDqGZY1QymdfPTdEsyUnVBdqcWYautsbsAtQJHVmMIV4OjTkcoNoVHAmY1bwwJa1gjC9TfhvR6kGIJXOBB+qhKCD+DGzXgARfQoGwtlvjD67fa2FqceRd3TOLMzoj8ihguQk3t+A0lKneiZE70vIkjAinIrtiiuza2FgA=';

function digest(of: string): { readonly version: number; readonly digest: string } {
  return { version: 1, digest: `v1:${of.repeat(64).slice(0, 64)}` };
}

/** Sealed by its rule, with a key as KMS names it. */
const SEALED: Instruction = {
  ...APPROVED,
  seal: {
    format: 2,
    contentVersion: 1,
    epoch: '6728e463-56e3-45fd-b752-1d416e94417b',
    sealedAt: '2026-01-05T09:00:01.000Z',
    expiresAt: '2026-01-05T09:15:01.000Z',
    authorisation: {
      controls: digest('5f0ca79821160e0809f0'),
      rule: digest('f76d4a4ed93dd19eb38f'),
      account: digest('a51d40b96a6be713c654'),
      approvalsRequired: 0,
    },
    keyId: 'arn:aws:kms:us-east-1:123456789012:key/30a92f00-023c-4639-afcc-b958af3a13e0',
    mac: 'wHm1naJJSPSqcBQTD5VJ/quFYMN8SnHeRy8aAUhmImo=',
  },
};

function sizeAsAttributes(value: Instruction): number {
  const { packing: _, ...kind } = INSTRUCTION;
  return bytesOfItem(itemOf(kind, 'main', value));
}

describe('a packed item', () => {
  it('is read for ever as it was first written', () => {
    const item: Item = {
      ...itemOf(INSTRUCTION, 'main', SENDING),
      [PACKED]: { B: Buffer.from(WRITTEN_FIRST, 'base64') },
    };
    expect(fromItem(INSTRUCTION, item)).toEqual(SENDING);
    // As a function gets it from a stream.
    const streamed = { ...item, [PACKED]: { B: WRITTEN_FIRST as unknown as Uint8Array } };
    expect(fromItem(INSTRUCTION, streamed)).toEqual(SENDING);
  });

  it('takes one write unit, where its attributes took two', () => {
    for (const each of [SEALED, SENDING]) {
      expect(sizeAsAttributes(each)).toBeGreaterThan(UNIT_BYTES);
      expect(bytesOfItem(itemOf(INSTRUCTION, 'main', each))).toBeLessThanOrEqual(UNIT_BYTES);
    }
  });

  it('stays as it is, and of its version, as long as it takes one unit', () => {
    const item = itemOf(LANE, 'main', IDLE_LANE);
    expect(item).not.toHaveProperty(PACKED);
    expect(item.schemaVersion).toEqual({ N: '1' });
  });

  it('says a version that no field of its schema came with: the next field takes the one after', () => {
    for (const { schema, packing } of [INSTRUCTION, LANE])
      expect(latestVersion(schema)).not.toBe(packing?.since);
  });

  it('has what a condition names as an attribute: the end of the quarantine of a lane', () => {
    const status = { state: 'unknown', claim: CLAIM, since: CLAIM.claimedAt } as const;
    const recent = Array.from({ length: 4 }, () => ({
      instructionId: CLAIM.instructionId.padEnd(200, '-'),
      change: '-1',
      at: CLAIM.claimedAt,
    }));
    const lane = { ...IDLE_LANE, status, recent };
    const item = itemOf(LANE, 'main', lane);
    expect(item).toHaveProperty(PACKED);
    expect(item.status).toEqual({
      M: {
        state: { S: 'unknown' },
        claim: { M: { quarantineUntil: { S: CLAIM.quarantineUntil } } },
      },
    });
    expect(fromItem(LANE, item)).toEqual(lane);
  });

  it('beyond what is unpacked at most is written as attributes', () => {
    const history = [{ at: CLAIM.claimedAt, state: 'sending', message: 'x'.repeat(1_000_000) }];
    const large = { ...SENDING, history };
    const { packing } = INSTRUCTION;
    if (packing === undefined) throw new Error('instructions are packed');
    expect(packFields(packing, large)).toBe(large);
    expect(fromItem(INSTRUCTION, toItem(itemWith(large)))).toEqual(large);
  });
});

function itemWith(instruction: object): object {
  return { ...instruction, pk: 'main#INSTRUCTION#large', sk: 'INSTRUCTION', schemaVersion: 1 };
}
