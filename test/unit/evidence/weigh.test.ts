import { describe, expect, it } from 'vitest';
import { expectedChange } from '../../../treasury/evidence/expected-change.ts';
import { type BlockedLane, lanesBlockedBy, weigh } from '../../../treasury/evidence/weigh.ts';
import {
  evidenceSentence,
  sayEvidence,
  showEvidence,
} from '../../../treasury/facts/sentences/say/say-evidence.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import { type Evidence, MAX_EVIDENCE_POINTS } from '../../../treasury/instructions/evidence.ts';
import { away } from '../../samples/absent.ts';
import { numbersIn } from '../facts/numbers-in.ts';
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

const said = (evidence: Evidence | null) => (evidence === null ? '' : sayEvidence(evidence));

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
    expect(showEvidence(evidence).message).toBe(
      'Balances read from 2026-01-05T09:00:02.000Z to 2026-01-05T09:06:00.000Z. BTC was 3.25 before the claim and is 2; executing it changes -1.25 BTC. If executed, nothing is unexplained; if not, 1.25 BTC went out unexplained. No other flow of it is known. Only "executed" explains every reading.',
    );
    expect(showEvidence(evidence).points.map(({ message }) => message)).toEqual([
      '3.25 BTC: if executed, 1.25 BTC came in unexplained; if not, nothing is unexplained',
      '2 BTC: if executed, nothing is unexplained; if not, 1.25 BTC went out unexplained',
    ]);
  });

  it('says of a balance that stayed that only "not executed" explains it', () => {
    const evidence = weighed(['09:01:00', '3.250'], [AFTER, '3.25']);
    const { currencies } = evidence;
    const message = sayEvidence(evidence);
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
    expect(sayEvidence(evidence)).toContain('Neither answer explains every reading');
  });

  it('names both fieldComparators of what is unexplained', () => {
    const evidence = weighed([AFTER, '2.75']);
    expect(evidence.currencies[0]).toMatchObject({
      unexplainedIfExecuted: '0.75',
      unexplainedIfNot: '-0.5',
    });
    expect(sayEvidence(evidence)).toContain(
      'If executed, 0.75 BTC came in unexplained; if not, 0.5 BTC went out unexplained',
    );
  });

  it('says that nothing proves "not executed" before the quarantine is over', () => {
    const early = weighed(['09:05:00', '3.25']);
    expect(early.afterQuarantine).toBe(false);
    expect(sayEvidence(early)).toContain(
      'Until 2026-01-05T09:05:00.000Z the service may still execute',
    );
    const late = weighed(['09:05:01', '3.25']);
    expect(late.afterQuarantine).toBe(true);
    expect(sayEvidence(late)).not.toContain('may still');
  });

  it.each([
    ['is not listed', {}],
    ['has not been listed for a while', { BTC: away('3.25') }],
    ['cannot be read', { BTC: { reading: 'unreadable', why: { code: 'twice' } } }],
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
      expect(said(nothing)).toContain('it says neither "executed" nor "not executed"');
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
    expect(said(evidence)).toContain('Both answers explain every reading.');
    expect(said(evidence)).toContain('-1.25 BTC of sweep-before, recorded 2026-01-05T08:59:00');
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
    expect(said(evidence)).toContain('Neither answer explains every reading');
  });
});

describe('evidence in German', () => {
  const earlier = { instructionId: 'früher', change: '-1.25', at: '2026-01-05T08:59:00.000Z' };
  const without = { takenAt: '2026-01-05T09:07:00.000Z', balances: {} };

  it.each([
    ['of a fall', [BLOCKED], read(['09:01:00', '3.25'], [AFTER, '2'])],
    ['of a balance that stayed', [BLOCKED], read([AFTER, '3.25'])],
    ['of too little, before the quarantine is over', [BLOCKED], read(['09:04:00', '3'])],
    ['of an earlier flow', [{ ...BLOCKED, recent: [earlier] }], read([AFTER, '2'])],
    ['of no reading', [BLOCKED], [without]],
    ['of a last answer that leaves it out', [BLOCKED], [...read([AFTER, '2']), without]],
  ] as const)('%s names each number that it names in English', (_what, lanes, readings) => {
    const evidence = weigh(UNKNOWN, lanes, readings);
    if (evidence === null) throw new Error('nothing was weighed');
    expect(numbersIn(evidenceSentence(evidence, 'de'))).toEqual(
      numbersIn(evidenceSentence(evidence, 'en')),
    );
    const german = showEvidence(evidence, 'de');
    const english = showEvidence(evidence);
    expect(german.message).not.toContain('executed');
    expect(german).toEqual({
      ...english,
      message: german.message,
      points: english.points.map((each, index) => ({
        ...each,
        message: german.points[index]?.message,
      })),
    });
  });

  it('is said by the clocks of whoever reads it', () => {
    const evidence = weighed(['09:01:00', '3.25'], [AFTER, '2']);
    const { message } = showEvidence(evidence, { language: 'de', timeZone: 'Europe/Zurich' });
    expect(message).toContain('05.01.2026, 10:00:02 Europe/Zurich');
    expect(message).not.toContain('UTC');
  });

  it('reads as people write it', () => {
    const german = showEvidence(weighed(['09:01:00', '3.25'], [AFTER, '2']), 'de');
    expect(german.message).toBe(
      'Bestände, gelesen von 05.01.2026, 09:00:02 UTC bis 05.01.2026, 09:06:00 UTC. BTC stand vor dem Senden bei 3,25 und steht bei 2; eine Ausführung ändert den Bestand um -1,25 BTC. Falls ausgeführt, bleibt nichts ungeklärt; falls nicht, sind 1,25 BTC ungeklärt abgegangen. Andere Bewegungen sind nicht bekannt. Nur „ausgeführt“ erklärt jeden gelesenen Bestand.',
    );
    expect(german.points[0]?.message).toBe(
      '3,25 BTC: falls ausgeführt, sind 1,25 BTC ungeklärt eingegangen; falls nicht, bleibt nichts ungeklärt',
    );
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
