import { describe, expect, it } from 'vitest';
import { type BlockedLane, weigh } from '../../../treasury/evidence/weigh.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import { MAX_EVIDENCE_POINTS } from '../../../treasury/instructions/evidence.ts';
import type {
  Instruction,
  SettlementProposal,
} from '../../../treasury/instructions/instruction.ts';
import { lapseOf, seenIn } from '../../../treasury/settlement/stands.ts';
import { refuseReadings } from '../../../treasury/settlement/weigh-anew.ts';
import type { BalancesTaken, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { gatherEvidence } from '../../../treasury/watchdog/gather-evidence.ts';
import { away } from '../../samples/absent.ts';
import { BLOCKED, read, type Seen, UNKNOWN } from '../evidence/samples.ts';

const NOW = '2026-01-05T09:40:00.000Z';
const WHOLE = [['09:06:00', '3.25']] as const;

function weighed(readings: readonly BalancesTaken[], before: Instruction = UNKNOWN): Instruction {
  const evidence = weigh(before, [BLOCKED], readings);
  if (evidence === null) throw new Error('nothing was weighed');
  return advance(before, { kind: 'weigh', evidence });
}

/** What ada says of a withdrawal of 1.25 of 3.25 BTC after these readings. */
function statement(
  readings: readonly BalancesTaken[],
  said: Partial<SettlementProposal> = {},
): { readonly first: SettlementProposal; readonly instruction: Instruction } {
  const instruction = weighed(readings);
  const { evidence } = instruction;
  if (evidence === undefined) throw new Error('nothing was weighed');
  const word = { by: 'ada', at: '2026-01-05T09:10:00.000Z', executed: false, comment: 'seen' };
  return {
    instruction,
    first: { ...word, evidence: evidence.digest, seen: seenIn(evidence), ...said },
  };
}

/** Why it no longer holds once these were read as well. */
function lapseAfter(
  seen: readonly Seen[],
  later: readonly Seen[],
  said: Partial<SettlementProposal> = {},
  at = NOW,
) {
  const { first, instruction } = statement(read(...seen), said);
  return lapseOf(first, weighed(read(...later), instruction), at);
}

describe('a statement about an outcome', () => {
  it.each<[string, readonly Seen[], Partial<SettlementProposal>]>([
    ['nothing moves', [['09:20:00', '3.25']], {}],
    [
      'deposits come in',
      [
        ['09:20:00', '3.5'],
        ['09:21:00', '4'],
      ],
      {},
    ],
    ['"executed", and less than the amount comes back', [['09:20:00', '4.4']], { executed: true }],
  ])('holds where %s', (_what, later, said) => {
    expect(lapseAfter(WHOLE, later, said)).toBeNull();
  });

  it.each<[string, readonly Seen[], Partial<SettlementProposal>, [string, string]]>([
    ['the balance falls by the amount', [['09:20:00', '2']], {}, ['3.25', '2']],
    ['it falls by less', [['09:20:00', '3.249']], {}, ['3.25', '3.249']],
    [
      'it falls after a deposit',
      [
        ['09:20:00', '5'],
        ['09:21:00', '4'],
      ],
      {},
      ['5', '4'],
    ],
    [
      'a fall is made good again',
      [
        ['09:20:00', '2'],
        ['09:21:00', '3.25'],
      ],
      {},
      ['3.25', '2'],
    ],
    ['"executed", and it falls once more', [['09:20:00', '2']], { executed: true }, ['3.25', '2']],
    [
      '"executed", and the amount comes back',
      [['09:20:00', '4.5']],
      { executed: true },
      ['3.25', '4.5'],
    ],
    [
      '"executed", and it comes back in two parts',
      [
        ['09:20:00', '4'],
        ['09:21:00', '4.5'],
      ],
      { executed: true },
      ['4', '4.5'],
    ],
    [
      'amounts were stated, and anything moves',
      [['09:20:00', '3.26']],
      { executed: true, fill: { base: '1', quote: '1' } },
      ['3.25', '3.26'],
    ],
  ])('lapses where %s', (_what, later, said, [from, to]) => {
    expect(lapseAfter(WHOLE, later, said)).toMatchObject({
      code: 'moved',
      currency: 'BTC',
      from,
      to,
    });
  });

  it('lapses where a reading of before it came late, and differs', () => {
    expect(lapseAfter(WHOLE, [['09:05:30', '3']])).toEqual({ code: 'seen-otherwise' });
    expect(lapseAfter(WHOLE, [['09:05:30', '3.25']])).toBeNull();
  });

  it('lapses where a reading of the very millisecond that it was weighed until differs', () => {
    expect(lapseAfter(WHOLE, [['09:06:00', '2']])).toEqual({ code: 'seen-otherwise' });
  });

  it('lapses where a reading that it rests on was dropped', () => {
    const many = Array.from({ length: MAX_EVIDENCE_POINTS + 1 }, (_, index): Seen => {
      return [
        `09:${20 + Math.floor(index / 60)}:${`${index % 60}`.padStart(2, '0')}`,
        `${4 + index}`,
      ];
    });
    expect(lapseAfter(WHOLE, many)).toEqual({ code: 'seen-otherwise' });
  });

  it('lapses where the service no longer states the balance, and where it does again', () => {
    const at = '2026-01-05T09:20:00.000Z';
    const { first, instruction } = statement(read(...WHOLE));
    const left = [
      { takenAt: at, balances: { BTC: away('3.25') } },
      { takenAt: at, balances: {} },
    ];
    for (const reading of left) {
      expect(lapseOf(first, weighed([reading], instruction), NOW)).toEqual({
        ...{ code: 'not-stated', currencies: ['BTC'] },
      });
    }
    const unstated = statement([{ takenAt: at, balances: {} }]);
    expect(lapseOf(unstated.first, unstated.instruction, NOW)).toBeNull();
    const again = weighed(read(['09:30:00', '3.25']), unstated.instruction);
    expect(lapseOf(unstated.first, again, NOW)).toEqual({ code: 'not-stated', currencies: [] });
  });

  it('lapses after 96 hours', () => {
    expect(lapseAfter(WHOLE, [], {}, '2026-01-09T09:09:59.999Z')).toBeNull();
    expect(lapseAfter(WHOLE, [], {}, '2026-01-09T09:10:00.000Z')).toEqual({
      code: 'too-old',
      hours: 96,
    });
  });
});

describe('the readings that Sluice itself sealed', () => {
  const basis = (...seen: readonly Seen[]) => ({
    stored: read(...seen),
    fresh: null,
    readAnew: { at: NOW },
  });

  it('end a statement where an attacker took a fall out of the evidence in the table', () => {
    const { first, instruction } = statement(read(['09:05:30', '2'], ['09:06:00', '3.25']));
    const agreed = { first, saysNot: true };
    const lanes: readonly BlockedLane[] = [BLOCKED];
    const seen: readonly Seen[] = [
      ['09:05:30', '2'],
      ['09:06:00', '3.25'],
    ];
    expect(refuseReadings(instruction, lanes, basis(...seen), agreed)).toBeNull();
    // 2 BTC were seen before as well, so that no balance is a new one: only the order tells.
    const fallen = basis(...seen, ['09:20:00', '2'], ['09:21:00', '3.25']);
    expect(refuseReadings(instruction, lanes, fallen, agreed)).toMatchObject({
      code: 'reading-differs',
      message: expect.stringContaining('BTC 2 at 2026-01-05T09:20:00.000Z, after 3.25'),
    });
  });
});

describe('the watchdog, on new evidence', () => {
  it('ends a statement that no longer holds, in the same write, and says whose and why', async () => {
    const { first, instruction } = statement(read(...WHOLE));
    const said = advance(instruction, { kind: 'propose-settlement', proposal: first });
    const gather = async (...later: readonly Seen[]) =>
      await gatherEvidence(
        {
          ledger: { commit: async () => ({ ok: true }) },
          snapshots: { takenSince: async () => read(...later) as readonly SnapshotTaken[] },
          now: () => NOW,
        },
        said,
        [BLOCKED],
      );
    const kept = await gather(['09:20:00', '3.5']);
    expect(kept?.instruction.settlement).toEqual(first);
    const ended = await gather(['09:20:00', '2']);
    expect(ended?.instruction.settlement).toBeUndefined();
    expect(ended?.instruction.history.at(-1)).toEqual({
      at: NOW,
      state: 'unknown',
      fact: {
        ...{ code: 'settlement-lapsed', by: 'ada', executed: false },
        why: {
          ...{ code: 'moved', currency: 'BTC', from: '3.25', to: '2' },
          at: '2026-01-05T09:20:00.000Z',
        },
      },
    });
  });
});
