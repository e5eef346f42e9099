import { describe, expect, it } from 'vitest';
import { expectedChange } from '../../../treasury/evidence/expected-change.ts';
import { type BlockedLane, lanesBlockedBy, weigh } from '../../../treasury/evidence/weigh.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import { MAX_EVIDENCE_POINTS } from '../../../treasury/instructions/evidence.ts';
import { away } from '../../samples/absent.ts';
import { BLOCKED, read, type Seen, UNKNOWN } from './samples.ts';

const AFTER = '09:06:00';
const TRADE = {
  kind: 'trade',
  instrument: 'BTC/USD',
  side: 'sell',
  price: '64000.5',
  amount: '0.1',
} as const;

const weighed = (...seen: readonly Seen[]) => {
  const evidence = weigh(UNKNOWN, [BLOCKED], read(...seen));
  if (evidence === null) throw new Error('nothing was weighed');
  return evidence;
};

describe('evidence', () => {
  it('is none before any balance was read after the claim', () => {
    expect(weigh(UNKNOWN, [BLOCKED], [])).toBeNull();
    expect(weigh(UNKNOWN, [BLOCKED], read(['09:00:01', '3.25']))).toBeNull();
  });

  it('says of a fall by the amount that only "executed" explains it', () => {
    const evidence = weighed(['09:01:00', '3.25'], [AFTER, '2']);
    expect(evidence.currencies).toEqual([
      {
        currency: 'BTC',
        balanceBefore: '3.25',
        balance: '2',
        changeIfExecuted: '-1.25',
        unexplainedIfExecuted: '0',
        unexplainedIfNot: '-1.25',
        earlierFlows: [],
        explanations: [{ executed: true, shownLate: [] }],
      },
    ]);
    expect(evidence.message).toBe(
      'Balances read from 2026-01-05T09:00:02.000Z to 2026-01-05T09:06:00.000Z. BTC was 3.25 before the claim and is 2; executing it changes -1.25 BTC. If executed, nothing is unexplained; if not, 1.25 BTC went out unexplained. No other flow of it is known. Only "executed" explains every reading.',
    );
    expect(evidence.points.map(({ message }) => message)).toEqual([
      '3.25 BTC: if executed, 1.25 BTC came in unexplained; if not, nothing is unexplained',
      '2 BTC: if executed, nothing is unexplained; if not, 1.25 BTC went out unexplained',
    ]);
  });

  it('says of a balance that stayed that only "not executed" explains it', () => {
    const { message, currencies } = weighed(['09:01:00', '3.250'], [AFTER, '3.25']);
    expect(currencies[0]?.explanations).toEqual([{ executed: false, shownLate: [] }]);
    expect(message).toContain('Only "not executed" explains every reading.');
    expect(message).toContain('if not, nothing is unexplained');
  });

  it.each([
    ['a deposit that hides the withdrawal', '3.25', '4.5', '3.25'],
    ['a deposit beside it', '2.5', '2.5', '2.5'],
    ['a debit by another party', '3.25', '3', '3'],
    ['a debit that was given back', '3.25', '2.25', '3.25'],
  ])('says of %s that neither answer explains it', (_what, ...totals) => {
    const [first = '', second = '', third = ''] = totals;
    const evidence = weighed(['09:01:00', first], ['09:02:00', second], [AFTER, third]);
    expect(evidence.currencies[0]?.explanations).toEqual([]);
    expect(evidence.message).toContain('Neither answer explains every reading');
  });

  it('names both fieldComparators of what is unexplained', () => {
    const { currencies, message } = weighed([AFTER, '2.75']);
    expect(currencies[0]).toMatchObject({
      unexplainedIfExecuted: '0.75',
      unexplainedIfNot: '-0.5',
    });
    expect(message).toContain(
      'If executed, 0.75 BTC came in unexplained; if not, 0.5 BTC went out unexplained',
    );
  });

  it('says that nothing proves "not executed" before the quarantine is over', () => {
    const early = weighed(['09:05:00', '3.25']);
    expect(early.afterQuarantine).toBe(false);
    expect(early.message).toContain('Until 2026-01-05T09:05:00.000Z the service may still execute');
    expect(weighed(['09:05:01', '3.25'])).toMatchObject({
      afterQuarantine: true,
      message: expect.not.stringContaining('may still'),
    });
  });

  it.each([
    ['is not listed', {}],
    ['has not been listed for a while', { BTC: away('3.25') }],
    ['cannot be read', { BTC: { reading: 'unreadable', why: 'it is there twice' } }],
  ] as const)(
    'takes no reading in which a currency %s for one of which nothing is held',
    (_, balances) => {
      const without = { takenAt: '2026-01-05T09:06:00.000Z', balances };
      const nothing = weigh(UNKNOWN, [BLOCKED], [without]);
      expect(nothing).toMatchObject({ points: [], afterQuarantine: false });
      expect(nothing?.notStated).toEqual({
        currencies: ['BTC'],
        readAt: without.takenAt,
        afterQuarantine: true,
      });
      expect(nothing?.currencies[0]?.explanations).toEqual([]);
      expect(nothing?.message).toContain('it says neither "executed" nor "not executed"');
      const [stated] = read([AFTER, '3.25']);
      if (stated === undefined) throw new Error('nothing was read');
      const evidence = weigh(UNKNOWN, [BLOCKED], [without, stated]);
      expect(evidence?.points.map(({ takenAt }) => takenAt)).toEqual([stated.takenAt]);
      expect(evidence?.currencies[0]?.unexplainedIfNot).toBe('0');
    },
  );

  it('counts an earlier flow as an explanation where it may have shown late', () => {
    const earlier = {
      instructionId: 'sweep-before',
      change: '-1.25',
      at: '2026-01-05T08:59:00.000Z',
    };
    const lane: BlockedLane = { ...BLOCKED, recent: [earlier] };
    const evidence = weigh(UNKNOWN, [lane], read([AFTER, '2']));
    expect(evidence?.currencies[0]?.explanations).toEqual([
      { executed: false, shownLate: ['sweep-before'] },
      { executed: true, shownLate: [] },
    ]);
    expect(evidence?.message).toContain('Both answers explain every reading.');
    expect(evidence?.message).toContain('-1.25 BTC of sweep-before, recorded 2026-01-05T08:59:00');
  });

  it('leaves out earlier flows from before the bound for late execution', () => {
    const change = { instructionId: 'sweep-before', change: '-1.25' };
    // sendBy to quarantineUntil is 4 min 48 s: as long before the claim at 09:00:02.
    const lane = (at: string): BlockedLane => ({ ...BLOCKED, recent: [{ ...change, at }] });
    const flows = (at: string) =>
      weigh(UNKNOWN, [lane(at)], read([AFTER, '2']))?.currencies[0]?.earlierFlows;
    expect(flows('2026-01-05T08:55:14.000Z')).toHaveLength(1);
    expect(flows('2026-01-05T08:55:13.999Z')).toEqual([]);
  });

  it('is the same evidence as long as it says the same', () => {
    const calm = weighed(['09:06:00', '3.25']);
    const calmer = weighed(['09:06:00', '3.25'], ['09:09:00', '3.25']);
    expect(calmer.digest).toBe(calm.digest);
    expect(calmer.weighedUntil).not.toBe(calm.weighedUntil);
    const early = weighed(['09:04:00', '3.25']);
    const moved = weighed(['09:06:00', '3.25'], ['09:09:00', '3']);
    const back = weighed(['09:06:00', '3.25'], ['09:07:00', '3'], ['09:09:00', '3.25']);
    expect(new Set([calm, early, moved, back].map(({ digest }) => digest)).size).toBe(4);
  });

  it('goes on from what was gathered before, however the readings arrive', () => {
    const all = read(
      ['09:01:00', '3.25'],
      ['09:02:00', '3.25'],
      ['09:03:00', '3'],
      ['09:04:00', '3'],
      [AFTER, '3'],
    );
    const [first, second, ...rest] = all;
    if (first === undefined || second === undefined) throw new Error('too few');
    const at = weigh(UNKNOWN, [BLOCKED], [...rest, first]);
    if (at === null) throw new Error('nothing was weighed');
    const once = advance(UNKNOWN, { kind: 'weigh', evidence: at });
    const later = weigh(once, [BLOCKED], [second, ...rest]);
    expect(later).toEqual(weigh(UNKNOWN, [BLOCKED], all));
    expect(later?.points.map(({ takenAt }) => takenAt.slice(11, 19))).toEqual([
      '09:01:00',
      '09:02:00',
      '09:03:00',
      '09:06:00',
    ]);
  });

  it('keeps a bounded number of readings, the first and the latest, and counts the others', () => {
    const busy = Array.from({ length: MAX_EVIDENCE_POINTS + 20 }, (_, index) => ({
      takenAt: new Date(Date.UTC(2026, 0, 5, 9, 1, index)).toISOString(),
      balances: { BTC: { total: String(index) } },
    }));
    const evidence = weigh(UNKNOWN, [BLOCKED], busy);
    expect(evidence?.points).toHaveLength(MAX_EVIDENCE_POINTS);
    expect(evidence?.omitted).toBe(20);
    expect(evidence?.points[0]?.balances).toEqual({ BTC: '0' });
    expect(evidence?.points.at(-1)?.balances).toEqual({ BTC: '119' });
    if (evidence === null) throw new Error('nothing was weighed');
    const again = weigh(advance(UNKNOWN, { kind: 'weigh', evidence }), [BLOCKED], busy);
    expect(again).toEqual(evidence);
  });

  it('weighs both currencies of a trade, each with what was expected of it', () => {
    const trade = { ...UNKNOWN, content: TRADE };
    const usd: BlockedLane = {
      ...BLOCKED,
      currency: 'USD',
      status: { ...BLOCKED.status, claim: { ...BLOCKED.status.claim, balanceBefore: '1000' } },
    };
    const readings = [
      {
        takenAt: '2026-01-05T09:06:00.000Z',
        balances: { BTC: { total: '3.15' }, USD: { total: '7399.05' } },
      },
    ];
    const evidence = weigh(trade, [BLOCKED, usd], readings);
    expect(evidence?.currencies.map((each) => each.unexplainedIfExecuted)).toEqual(['0', '-1']);
    expect(evidence?.message).toContain('Neither answer explains every reading');
  });
});

describe('the change that is expected', () => {
  it.each([
    ['sell', 'BTC', '-0.1'],
    ['sell', 'USD', '6400.05'],
    ['buy', 'BTC', '0.1'],
    ['buy', 'USD', '-6400.05'],
    ['buy', 'ETH', '0'],
  ] as const)('of a %s in %s is %s', (side, currency, change) => {
    expect(expectedChange({ ...TRADE, side }, currency)).toBe(change);
  });

  it('of a withdrawal is its amount, in its currency only', () => {
    expect(expectedChange(UNKNOWN.content, 'BTC')).toBe('-1.25');
    expect(expectedChange(UNKNOWN.content, 'USD')).toBe('0');
  });
});

describe('the lanes an instruction holds', () => {
  it('are those with its claim', () => {
    expect(
      lanesBlockedBy(UNKNOWN.id, [BLOCKED, { ...BLOCKED, status: { state: 'idle' } }]),
    ).toEqual([BLOCKED]);
    expect(lanesBlockedBy('another', [BLOCKED])).toEqual([]);
  });
});
