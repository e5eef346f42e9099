import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { Calendar } from '../../../treasury/calendars/calendar.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { calendar } from '../../samples/policy.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { tableHand } from './table-hand.ts';

/*
 * A calendar says when money leaves. The clock of these tests begins on Monday, 5 January 2026, at 09:00 in London.
 */

const treasury = treasuryForEachTest();
const { proposedId: proposed, send, ledgerWith } = sendingSteps(treasury);
const { read, put, change, remove } = tableHand(() => treasury().table);

const MONDAY = { date: '2026-01-05', name: 'Inventory' };
const LONDON = calendar({ timeZone: 'Europe/London' });
const CLOSED = { ...LONDON, holidays: [MONDAY] };
const key = ledgerKeys.calendar(TENANT, LONDON.id);

const posts = () => treasury().posts().length;
const halted = async () => (await treasury().ledger.readPolicy(TENANT)).halt;

async function commit(...changes: readonly LedgerWrite[]): Promise<void> {
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
}
const putCalendar = (each: Calendar) => commit({ kind: 'put-calendar', calendar: each });
const putRule = (more: Partial<typeof RULE>) =>
  commit({ kind: 'put-rule', rule: { ...RULE, ...more, version: 2 } });
/** What the sweeps of a tick come to, once they are sent. */
async function swept(): Promise<readonly string[]> {
  const { proposed: found, decisions } = await treasury().tick();
  for (const { id } of found) await send(id);
  return decisions.map((each) => (each.outcome === 'sweep' ? 'sweep' : each.reason));
}

describe('whoever writes to the table', () => {
  beforeEach(async () => {
    await putCalendar(CLOSED);
    await putRule({ calendars: [LONDON.id] });
  });

  it('is not needed: nothing leaves on a closed day', async () => {
    expect(await swept()).toEqual(['holiday']);
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject({ mode: 'live' });
  });

  it.each([
    ['a holiday is taken away', { holidays: [] }],
    ['the day is of another zone', { timeZone: 'Pacific/Kiritimati', holidays: [] }],
  ])('moves no money, and everything is halted: %s', async (_, more) => {
    await change(key, (item) => ({ ...item, ...more }));
    expect(await swept()).toEqual(['disarmed']);
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });

  it('moves no money by taking the seal off', async () => {
    await change(key, ({ seal: _, ...item }) => ({ ...item, holidays: [] }));
    expect(await swept()).toEqual(['disarmed']);
    expect(posts()).toBe(0);
  });

  it('moves no money by removing the calendar', async () => {
    await remove(key);
    expect(await swept()).toEqual(['outside-calendar']);
    expect(posts()).toBe(0);
  });

  it('moves no money by putting an older version back, whose seal still holds', async () => {
    await putCalendar({ ...LONDON, version: 2 });
    const open = await read(key);
    await putCalendar({ ...CLOSED, version: 3 });
    await put(open);
    await swept();
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });

  it('moves no money after the decision either', async () => {
    await putCalendar({ ...LONDON, version: 2 });
    const id = await proposed();
    await change(key, (item) => ({ ...item, holidays: [{ date: '2026-12-25' }] }));
    await send(id);
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject({ mode: 'halted', because: { by: 'sluice' } });
  });
});

describe('a sweep that was decided in time', () => {
  it('leaves on a business day before its cut-off', async () => {
    await putCalendar(LONDON);
    await putRule({
      calendars: [LONDON.id],
      cutOff: { time: '10:00', timeZone: 'Europe/London' },
    });
    expect(await swept()).toEqual(['sweep']);
    expect(posts()).toBe(1);
  });

  it('does not leave after its cut-off, and is cancelled with the reason', async () => {
    await putRule({ cutOff: { time: '09:05', timeZone: 'Europe/London' } });
    const id = await proposed();
    treasury().pass(300);
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { state: 'cancelled', reason: 'after-cut-off' } },
    });
    expect(posts()).toBe(0);
  });

  it('does not leave on a day that was closed meanwhile', async () => {
    await putCalendar(LONDON);
    await putRule({ calendars: [LONDON.id] });
    const id = await proposed();
    await putCalendar({ ...CLOSED, version: 2 });
    expect(await send(id)).toMatchObject({
      instruction: { status: { state: 'cancelled', reason: 'holiday' } },
    });
    expect(posts()).toBe(0);
    expect(await halted()).toMatchObject({ mode: 'live' });
  });

  it('leaves although the calendar has another holiday by now, if today is none', async () => {
    await putCalendar(LONDON);
    await putRule({ calendars: [LONDON.id] });
    const id = await proposed();
    await putCalendar({ ...LONDON, holidays: [{ date: '2026-12-25' }], version: 2 });
    expect(await send(id)).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(1);
  });

  it('does not leave if the day is closed while the claim is written', async () => {
    await putCalendar(LONDON);
    await putRule({ calendars: [LONDON.id] });
    const id = await proposed();
    const ledger = ledgerWith(async (write, nth) => {
      if (nth === 1) await putCalendar({ ...CLOSED, version: 2 });
      return await write();
    });
    expect(await send(id, { ledger })).toMatchObject({
      instruction: { status: { state: 'cancelled', reason: 'holiday' } },
    });
    expect(posts()).toBe(0);
  });

  it('is not posted once the cut-off is over, however short before it was claimed', async () => {
    await putRule({ cutOff: { time: '09:01', timeZone: 'Europe/London' } });
    const id = await proposed();
    const ledger = ledgerWith(async (write, nth) => {
      const written = await write();
      if (nth === 1) treasury().pass(60);
      return written;
    });
    expect(await send(id, { ledger })).toMatchObject({ result: 'concluded', answered: 'not-sent' });
    expect(posts()).toBe(0);
  });
});
