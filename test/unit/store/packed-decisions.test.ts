import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseIn,
  isUponABase,
  packDecisions,
  unpackDecisions,
} from '../../../adapters/store/packed-decisions.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';

type Recorded = DecisionRun['decisions'][number];

function decision(currency: string, balance: string): Recorded {
  return {
    decision: {
      ruleId: `${currency.toLowerCase()}-to-cold`,
      ruleVersion: 3,
      currency,
      withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
      decidedAt: '2026-01-05T08:15:00.000Z',
      occurrence: '2026-01-05T08:15:00.000Z',
      checks: [
        { limit: 'threshold', seen: balance, accepted: 'more than 99.8', holds: false },
        { limit: 'step', seen: '0', accepted: 'a multiple of 0.01', holds: true },
      ],
      outcome: 'no-sweep',
      reason: 'below-threshold',
      consumesOccurrence: false,
      explanation: `The balance of ${balance} ${currency} is not above the threshold of 99.8 ${currency}.`,
    },
  };
}

const SOME: DecisionRun['decisions'] = [
  decision('BTC', '19.61962666'),
  decision('ETH', '12.54037163'),
  { ...decision('EUR', '99.8'), instructionId: 'sweep-eur-to-cold-20260105T081500Z' },
];

/** Packed by the first version of the second packing. Nothing that is read may change what it says. */
const KEPT =
  'AgAAADUjvnozplP1Rs3igJSEZMY0hKKNa8jHmwm14s108MebCSzedJQy84pLikqTQcZBwtyMSakWABdHAQDErDX1x6gIk5vNAcmyBnTPdWWdHHog+CAIvLYbJZZ4gDEHmt7w2h6fQpbiM4PB2nS/Xn5PmX/w+HvYs2lxXPL6uKPY6hQHjBJy78R3OkjpghP0dkqdjqWFciJoNW8SqCAckauGChgAdw6StJh4D3YxRlZrgodLGh2VYjI7gmCgnM34/+jvW5/2JMuogdJPT30JIIUOJTUAdw==';

describe('the packed decisions of a run', () => {
  it('come back as they were', () => {
    expect(unpackDecisions(packDecisions(SOME))).toEqual(SOME);
    expect(unpackDecisions(packDecisions([]))).toEqual([]);
  });

  it('come back whatever their texts are, with fields of a later version', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    const fields = fc.dictionary(text, fc.jsonValue(), { maxKeys: 4 });
    const run = fc.array(
      fc.record({ ruleId: text, currency: text, more: fields, explanation: text }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(run, (decided) => {
        const decisions = decided.map((each) => ({ decision: each })) as unknown as Recorded[];
        const back = unpackDecisions(packDecisions(decisions));
        // As JSON says it: it has no -0, and no undefined.
        expect(back).toEqual(JSON.parse(JSON.stringify(decisions)));
      }),
      { numRuns: 100 },
    );
  });

  it('are read in the packing of today for ever', () => {
    expect(unpackDecisions(Buffer.from(KEPT, 'base64'))).toEqual(SOME);
  });

  it('are read in the first packing, which was JSON', () => {
    const json = brotliCompressSync(JSON.stringify(SOME));
    expect(unpackDecisions(Buffer.concat([Buffer.of(1), json]))).toEqual(SOME);
  });

  it('come back upon any base, and only upon the one that they were packed upon', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    const fields = fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 });
    const run = fc.array(fc.record({ ruleId: text, currency: text, more: fields }), {
      maxLength: 6,
    });
    const asRun = (each: readonly object[]) =>
      each.map((decision) => ({ decision })) as unknown as Recorded[];
    fc.assert(
      fc.property(run, run, (first, second) => {
        const base = baseIn(packDecisions(asRun(first)));
        const packed = packDecisions(asRun(second), base);
        expect(unpackDecisions(packed, base)).toEqual(JSON.parse(JSON.stringify(asRun(second))));
        if (!isUponABase(packed)) return;
        expect(() => unpackDecisions(packed)).toThrow('missing');
        const other = baseIn(packDecisions(SOME));
        expect(() => unpackDecisions(packed, other)).toThrow('not the one that it was');
      }),
      { numRuns: 50 },
    );
  });

  it('are no base where they have one themselves, and take a third of it where nothing changed', () => {
    const many = (at: string) =>
      Array.from({ length: 50 }, (_, index) => {
        const name = `C${String.fromCharCode(65 + (index % 26))}${index}`;
        const each = decision(name, `${index * 7.31 + 1 / 3}`);
        return { decision: { ...each.decision, decidedAt: at, occurrence: at } } as Recorded;
      });
    const alone = packDecisions(many('2026-01-05T08:15:00.000Z'));
    const upon = packDecisions(many('2026-01-05T08:20:00.000Z'), baseIn(alone));
    expect(isUponABase(upon)).toBe(true);
    expect(baseIn(upon)).toBeNull();
    expect(unpackDecisions(upon, baseIn(alone))).toEqual(many('2026-01-05T08:20:00.000Z'));
    // What has nothing in common with a base is packed by itself, where that takes less.
    const nothing = baseIn(packDecisions([]));
    expect(isUponABase(packDecisions(many('2026-01-05T08:20:00.000Z'), nothing))).toBe(false);
    expect(upon.length).toBeLessThan(alone.length / 3);
  });

  it('take no more than three quarters of the bytes of the first packing', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      decision(`C${String.fromCharCode(65 + (index % 26))}${index}`, `${index * 7.31 + 1 / 3}`),
    );
    const before = brotliCompressSync(JSON.stringify(many)).length;
    expect(packDecisions(many).length).toBeLessThan(0.75 * before);
  });

  it('are refused in a packing that is not known, or where a value is missing', () => {
    expect(() => unpackDecisions(Buffer.of(9, 1, 2))).toThrow(/packing 9 is not known/);
    expect(() => unpackDecisions(packDecisions(SOME).subarray(0, 40))).toThrow();
  });
});
