import { describe, expect, it } from 'vitest';
import { close, closeByKnowledge, explain } from '../../../treasury/breaks/break-transitions.ts';
import { eventOf } from '../../../treasury/events/event-of.ts';
import type { Break } from '../../../treasury/ledger/break.ts';

const AT = '2026-01-05T09:00:02.000Z';
const LATER = '2026-01-06T10:00:00.000Z';
const OPEN: Break = {
  id: '20260105T090000000Z-BTC',
  tenant: 'main',
  currency: 'BTC',
  snapshot: '2026-01-05T09:00:00.000Z',
  readAt: AT,
  sinceSnapshot: '2026-01-05T08:55:00.000Z',
  sinceReadAt: '2026-01-05T08:55:02.000Z',
  direction: 'outflow',
  amount: '-1.25',
  found: { code: 'unbooked', amount: '1.25', since: AT },
  mayBe: ['sweep'],
  openedAt: AT,
  status: { state: 'open', at: AT },
  history: [],
  version: 1,
};
const told = (before: Break | null, after: Break) =>
  eventOf('urn:sluice:test', { entity: 'break', tenant: 'main', recordedAt: AT, before, after });

describe('a break', () => {
  it('is told when it opens, is named and is closed, without what people wrote', () => {
    const named = explain(OPEN, { by: 'tom', at: LATER, kind: 'fee', comment: 'never told' });
    const closed = close(named, 'ann', 'never told', LATER);
    const events = [told(null, OPEN), told(OPEN, named), told(named, closed)];
    expect(events.map((event) => [event?.id, event?.type])).toEqual([
      [`main/break/${OPEN.id}/1`, 'com.sluice.break.opened'],
      [`main/break/${OPEN.id}/2`, 'com.sluice.break.explained'],
      [`main/break/${OPEN.id}/3`, 'com.sluice.break.closed'],
    ]);
    expect(events[0]?.data).toMatchObject({ severity: 'alarm', amount: '-1.25', mayBe: ['sweep'] });
    expect(events[2]?.data).toMatchObject({ how: 'by-people', people: ['tom', 'ann'] });
    expect(JSON.stringify(events)).not.toContain('never told');
  });

  it('is told when a settlement accounts for it, and when it opens again with another amount', () => {
    const closed = closeByKnowledge(OPEN, ['sweep'], LATER);
    if (closed === null) throw new Error('it was open');
    const people: readonly string[] = [];
    expect(told(OPEN, closed)?.data).toMatchObject({
      how: 'settlement',
      people,
      instructionIds: ['sweep'],
    });
    const again = {
      ...OPEN,
      amount: '-1',
      status: { state: 'open', at: LATER },
      version: 2,
    } as const;
    expect(told(OPEN, again)).toMatchObject({
      type: 'com.sluice.break.opened',
      data: { amount: '-1' },
    });
  });

  it('is not told where only its message changed', () => {
    expect(told(OPEN, { ...OPEN, mayBe: [], version: 2 })).toBeNull();
  });
});
