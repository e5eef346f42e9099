import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_CONTINUATION_CHARACTERS } from '../../../api/routes/preview.ts';
import {
  continuationOf,
  readContinuation,
} from '../../../functions/preview-policy/continuation.ts';
import type { Continued } from '../../../treasury/preview/backtest.ts';
import { MAX_DRAFT_RULES } from '../../../treasury/preview/backtest-limits.ts';
import { draftOf, POLICY, rule } from '../../samples/policy.ts';
import { callOf, FROM, pastOf, tickOf } from './past.ts';

async function brokenOff(...given: Parameters<typeof callOf>): Promise<Continued> {
  const result = await callOf(...given);
  if (result.result !== 'replayed' || !result.continued) throw new Error(result.result);
  return result.continued;
}

const packed = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64url');

describe('a continuation', () => {
  const past = pastOf(['20', '9', '31', '12']);

  it('is read as it was written', async () => {
    const continued = await brokenOff({ past, atOnce: 2, windows: 1 });
    expect(readContinuation(continuationOf(continued))).toEqual(continued);
  });

  it('is none where anything in it is of another shape', async () => {
    const continued = await brokenOff({ past, atOnce: 2, windows: 1 });
    const { state } = continued;
    expect(readContinuation(packed(continued))).toEqual(continued);
    for (const made of [
      null,
      [],
      { ...continued, of: 'x' },
      { ...continued, more: 1 },
      { ...continued, state: { ...state, until: 'yesterday' } },
      { ...continued, state: { ...state, readings: -1 } },
      { ...continued, state: { ...state, added: { BTC: 1 } } },
      { ...continued, state: { ...state, added: { BTC: '1'.repeat(28) } } },
      { ...continued, state: { ...state, draft: { ...state.draft, swept: { BTC: 'x' } } } },
    ]) {
      expect(readContinuation(packed(made))).toBeNull();
    }
  });

  it('is none where it unfolds to more than there can be', () => {
    const folded = deflateRawSync(Buffer.alloc(50_000_000, '[')).toString('base64url');
    expect(folded.length).toBeLessThan(MAX_CONTINUATION_CHARACTERS);
    expect(readContinuation(folded)).toBeNull();
  });

  it('of as many rules as a draft may have, each with all its buckets full, is short enough', async () => {
    const rules = Array.from({ length: MAX_DRAFT_RULES }, (_, index) =>
      rule({ id: `rule-${index}` }),
    );
    const policy = { ...POLICY, rules };
    const draft = { rules: rules.map((each) => draftOf({}, each)), scope: 'replacing' } as const;
    const cut = { past, policy, atOnce: 2, windows: 1 };
    const { of, state } = await brokenOff(cut, { draft });
    const buckets = (count: number, seed: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          tickOf(index * 12),
          `${((seed + index) * 7_919) % 99_991}.${((seed + index) * 104_729) % 999_983}`,
        ]),
      );
    const full = rules.map(({ id }, index) => [
      id,
      {
        hours: buckets(26, index),
        days: buckets(32, index + 31),
        failures: 0,
        lastClaimedAt: FROM,
      },
    ]);
    const filled = ({ ...world }: Continued['state']['draft']) => {
      const { BTC } = world.lanes;
      if (BTC === undefined) throw new Error('no lane');
      return { ...world, lanes: { BTC: { ...BTC, usage: Object.fromEntries(full) } } };
    };
    const both = { draft: filled(state.draft), inForce: filled(state.inForce) };
    const text = continuationOf({ of, state: { ...state, ...both } });
    expect(text.length).toBeLessThan(MAX_CONTINUATION_CHARACTERS / 2);
    expect(readContinuation(text)?.state.draft).toEqual(both.draft);
  });
});
