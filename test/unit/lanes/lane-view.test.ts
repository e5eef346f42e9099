import { describe, expect, it } from 'vitest';
import { LANE_ROUTES } from '../../../api/responses/lane-actions.ts';
import { weigh } from '../../../treasury/evidence/weigh.ts';
import { sayEvidence } from '../../../treasury/facts/sentences/say/say-evidence.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  noteOpen,
} from '../../../treasury/instructions/lane-transitions.ts';
import { laneViews, showLane } from '../../../treasury/lanes/lane-view.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';
import { BLOCKED, read, UNKNOWN } from '../evidence/samples.ts';

const AT = '2026-01-05T09:02:00.000Z';
const TO = { actions: LANE_ROUTES };
const LATER = '2026-01-05T09:06:00.000Z';

function viewOf(lane: Lane, holder?: Instruction, at = AT) {
  const holders = new Map(holder === undefined ? [] : [[holder.id, holder]]);
  const [view] = laneViews([lane], holders, 'table-1', at);
  if (view === undefined) throw new Error('no view');
  return showLane(view, TO);
}

const blocked = (outcome: 'rejected' | 'anomaly') =>
  concludeLane(claimLane(IDLE_LANE, CLAIM), { nonce: CLAIM.nonce, at: AT, outcome });

describe('the view of a lane', () => {
  it('shows what waits for a free currency', () => {
    const open = { instructionId: 'i-1', amount: '1' };
    expect(viewOf(noteOpen(IDLE_LANE, open))).toEqual({
      currency: 'BTC',
      state: 'idle',
      open: [open],
      usage: {},
    });
  });

  it('says what blocks it, since when, until when at least, why, and what to do next', () => {
    const { state, blockedBy } = viewOf(BLOCKED, UNKNOWN);
    expect(state).toBe('unknown');
    expect(blockedBy).toEqual({
      instructionId: UNKNOWN.id,
      since: '2026-01-05T09:00:32.000Z',
      untilAtLeast: CLAIM.quarantineUntil,
      why: `What became of ${UNKNOWN.id} is not known; its amount stays reserved. TIMEOUT: no answer in 30 s`,
      step: {
        code: 'settle-unknown',
        kind: 'withdrawal',
        instructionId: UNKNOWN.id,
        notBefore: CLAIM.quarantineUntil,
      },
      next: `Look it up at the service. Two people settle it, one after the other: POST /v1/withdrawals/${UNKNOWN.id}/settle. "Not executed" can be said from ${CLAIM.quarantineUntil} on.`,
    });
  });

  it('tells a second person what the first one said', () => {
    const seen = { until: AT, moves: 'm', notStated: [] };
    const word = { by: 'ada', at: AT, executed: false, comment: 'not there' };
    const proposal = { ...word, evidence: 'x', seen };
    const said = advance(UNKNOWN, { kind: 'propose-settlement', proposal });
    const next = viewOf(BLOCKED, said, LATER).blockedBy?.next;
    expect(next).toContain('ada says it was not executed; a second person agrees');
    expect(next).not.toContain('can be said from');
  });

  it('shows the evidence in words', () => {
    const evidence = weigh(UNKNOWN, [BLOCKED], read(['09:06:00', '2']));
    if (evidence === null) throw new Error('nothing was weighed');
    const weighed = advance(UNKNOWN, { kind: 'weigh', evidence });
    expect(viewOf(BLOCKED, weighed).blockedBy?.evidence).toBe(sayEvidence(evidence));
  });

  it('says of a request under way when it will be called unknown', () => {
    const { state, blockedBy } = viewOf(claimLane(IDLE_LANE, CLAIM));
    expect(state).toBe('sending');
    expect(blockedBy).toMatchObject({
      since: CLAIM.claimedAt,
      untilAtLeast: '2026-01-05T09:02:12.000Z',
      next: expect.stringContaining('by 2026-01-05T09:02:12.000Z, it is called unknown'),
    });
  });

  it('says of a refusal that it is waited for a later balance, and who decides after that', () => {
    expect(viewOf(blocked('rejected')).blockedBy?.next).toContain(
      `Wait until ${CLAIM.quarantineUntil}`,
    );
    expect(viewOf(blocked('rejected'), undefined, LATER).blockedBy?.next).toContain('Two people');
  });

  it('says of an anomaly that everything is halted', () => {
    const { why, next } = viewOf(blocked('anomaly')).blockedBy ?? {};
    expect(why).toContain('something else than was asked; everything is halted');
    expect(next).toContain('two people end the halt');
  });

  it('names the other currency that a trade holds', () => {
    const usd = { ...BLOCKED, currency: 'USD' };
    const views = laneViews([BLOCKED, usd], new Map(), 'table-1', AT);
    expect(views.map((each) => showLane(each, TO).blockedBy?.why)).toEqual([
      expect.stringContaining('It holds USD as well.'),
      expect.stringContaining('It holds BTC as well.'),
    ]);
  });

  it('says of a lane out of a backup that it is disarmed', () => {
    const views = laneViews([IDLE_LANE, BLOCKED], new Map(), 'another-table', AT);
    const [idle, blocked] = views.map((each) => showLane(each, TO));
    expect(idle?.state).toBe('disarmed');
    expect(blocked?.blockedBy?.next).toContain('BTC was armed in another ledger');
  });

  it('never shows the nonce of a claim', () => {
    expect(JSON.stringify(viewOf(BLOCKED, UNKNOWN))).not.toContain(CLAIM.nonce);
  });

  it('says of what left no balance that it was claimed, and of each doubt what was seen', () => {
    const until = '2026-01-07T00:00:00.000Z';
    const doubts = [
      { kind: 'contradicted', amount: '0.4', until },
      { kind: 'contradicted', amount: '0.1', until: AT },
      { kind: 'rise', amount: '0.3', until },
      { kind: 'fee', amount: '0.02', until },
    ] as const;
    const entry = { instructionId: 'i-1', amount: '1.5', fee: '0.01', at: AT };
    const lane = { ...IDLE_LANE, booking: { entries: [entry], credits: [], doubts } };
    const { unbooked } = viewOf(lane, undefined, LATER);
    expect(unbooked?.amount).toBe('2.23');
    expect(unbooked?.parts.map(({ part, amount }) => `${part} ${amount}`)).toEqual([
      'claimed 1.5',
      'fee-of-claimed 0.01',
      'contradicted 0.4',
      'rise 0.3',
      'fee 0.02',
    ]);
    expect(unbooked?.why).toBe(
      [
        '1.5 BTC was claimed and no balance read since shows that it left; it stays committed, and only it.',
        '0.01 BTC of the falls seen may have been fees, so as much of what was claimed may still leave.',
        `A balance showed that 0.4 BTC left, and a later one shows the amount again: it stays committed until ${until} at the latest.`,
        `A balance showed that 0.3 BTC left, and the balance rose soon after by another amount: it stays committed until ${until} at the latest.`,
        `0.02 BTC of a fall that was seen may have been a fee, so as much may still leave: it stays committed until ${until} at the latest.`,
      ].join(' '),
    );
    const doubted = { ...lane, booking: { entries: [], credits: [], doubts } };
    const alone = viewOf(doubted, undefined, LATER).unbooked;
    expect(alone?.why).not.toContain('was claimed and no balance');
    expect(alone?.next).toBe('Wait: it is free by itself.');
  });
});
