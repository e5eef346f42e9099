import { describe, expect, it } from 'vitest';
import { toItem } from '../../../adapters/store/item.ts';
import { EVENT_WRITES } from '../../../api/events/event-writes.ts';
import { checkedEvent } from '../../../api/events/events.ts';
import { laneMoves, observations } from '../../../api/events/observation-examples.ts';
import { compilePattern } from '../../../local/streams/filter-pattern.ts';
import { eventOf } from '../../../treasury/events/event-of.ts';
import type { LedgerMove } from '../../../treasury/events/ledger-move.ts';
import { showEvent } from '../../../treasury/events/show-event.ts';
import type { ClaimRecord, Lane, LaneStatus } from '../../../treasury/instructions/lane.ts';

const AT = '2026-01-05T09:00:03.000Z';
const CLAIM: ClaimRecord = {
  instructionId: 'sweep-1',
  nonce: 'secret',
  claimedAt: AT,
  sendBy: AT,
  quarantineUntil: '2026-01-05T09:05:00.000Z',
  balanceBefore: '3.25',
};

function told(move: LedgerMove) {
  const event = eventOf('urn:sluice:test', move);
  return event === null ? null : checkedEvent(showEvent(event));
}

/** A lane before and after, by its status. */
function laneTold(from: LaneStatus | null, to: LaneStatus) {
  const [blocked] = laneMoves(CLAIM);
  const lane = blocked?.after as Lane;
  const before = from === null ? null : { ...lane, status: from, version: 6 };
  const move = {
    entity: 'lane',
    tenant: 'main',
    recordedAt: AT,
    before,
    after: { ...lane, status: to },
  };
  return told(move as LedgerMove);
}

const held = (state: 'unknown' | 'anomaly' | 'rejected', instructionId = 'sweep-1') => ({
  state,
  claim: { ...CLAIM, instructionId },
  since: AT,
});
const sending = { state: 'sending', claim: CLAIM } as const;
const idle = { state: 'idle' } as const;

describe('a lane', () => {
  it('is told where it is blocked, once, and where it is free again', () => {
    expect(laneTold(sending, held('unknown'))).toMatchObject({
      type: 'com.sluice.lane.blocked',
      subject: 'BTC',
      data: { state: 'unknown', instructionId: 'sweep-1', quarantineUntil: CLAIM.quarantineUntil },
    });
    expect(laneTold(held('unknown'), held('unknown'))).toBeNull();
    expect(laneTold(held('unknown'), held('anomaly'))?.type).toBe('com.sluice.lane.blocked');
    expect(laneTold(held('rejected'), idle)).toMatchObject({
      type: 'com.sluice.lane.released',
      data: { state: 'rejected', instructionId: 'sweep-1' },
    });
  });

  it.each([
    ['is new', null, idle],
    ['is claimed', idle, sending],
    ['has its answer', sending, idle],
  ])('is not told where it %s', (_, from, to) => {
    expect(laneTold(from as LaneStatus | null, to as LaneStatus)).toBeNull();
  });

  it.each([
    [sending, held('unknown')],
    [held('unknown'), held('anomaly')],
    [held('rejected'), idle],
    [idle, sending],
    [sending, idle],
    [null, idle],
  ])('passes the filters of the stream if it has an event: %j to %j', (from, to) => {
    const image = (status: object | null) =>
      status === null ? undefined : toItem({ entity: 'lane', status });
    const record = { dynamodb: { OldImage: image(from), NewImage: image(to) } };
    const passes = EVENT_WRITES.some((dynamodb) =>
      compilePattern(JSON.stringify({ dynamodb }))(JSON.parse(JSON.stringify(record))),
    );
    expect(passes).toBe(laneTold(from as LaneStatus | null, to as LaneStatus) !== null);
  });
});

describe('what functions saw or finished', () => {
  it('is told once by each write, and nothing of what a snapshot held, an answer or a secret', () => {
    const events = observations().map(told);
    expect(events.map((event) => event?.type)).toEqual([
      'com.sluice.snapshot.taken',
      'com.sluice.snapshot.missed',
      'com.sluice.export.ready',
      'com.sluice.token.rotated',
      'com.sluice.approval.reminder',
      'com.sluice.balance.below-low',
      'com.sluice.balance.over-low',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/never told|3\.25/);
  });

  it('names the currencies that an answer leaves out or spoils, which are among no balances', () => {
    const last = { total: '3.25', readAt: AT, tick: AT };
    const [snapshot] = observations();
    const balances = {
      USD: { total: '5' },
      ETH: { reading: 'unreadable', why: { code: 'not-text', field: 'total', found: 'null' } },
      BTC: { reading: 'not-listed', since: AT, readings: 1, last },
    };
    const after = { ...snapshot?.after, balances };
    const data = told({ ...snapshot, after } as LedgerMove)?.data;
    expect(data).toMatchObject({ currencies: 1, notStated: ['BTC', 'ETH'] });
    expect(JSON.stringify(data)).not.toContain('3.25');
  });

  it('is not told of the first token, which is no rotation', () => {
    const [, , , token] = observations();
    const first = { ...token, after: { ...token?.after, version: 1 } } as LedgerMove;
    expect(told(first)).toBeNull();
  });
});
