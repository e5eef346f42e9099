import { describe, expect, it } from 'vitest';
import { screenOf } from '../../../bin/sluice/screen/screen.ts';
import { type Change, changeLines } from '../../../bin/sluice/views/change.ts';
import { inCommands } from '../../../bin/sluice/views/in-commands.ts';
import { approvalsText, type Instruction } from '../../../bin/sluice/views/instruction.ts';
import { nextText, whyText } from '../../../bin/sluice/views/lane-next.ts';
import { notYetLines } from '../../../bin/sluice/views/not-yet.ts';
import { basisLines } from '../../../bin/sluice/views/statement-basis.ts';
import type { LaneStep } from '../../../treasury/facts/lane-step.ts';

const AT = '2026-11-22T10:00:00.000Z';

describe('who approved, and how many still have to', () => {
  const status = (required: number, by: readonly string[]) =>
    ({
      state: 'awaiting-approval',
      at: AT,
      expiresAt: AT,
      approvalsRequired: required,
      approvals: by.map((each) => ({ by: each, at: AT })),
    }) as Instruction['status'];

  it.each([
    [1, [], 'not yet; one person has to'],
    [2, [], 'not yet; 2 people have to'],
    [2, ['ann'], 'by ann; one more person has to'],
    [3, ['ann'], 'by ann; 2 more people have to'],
  ])('of %i: %j', (required, by, said) => {
    expect(approvalsText(status(required, by))).toBe(said);
  });

  it('is said in its past once it is enough', () => {
    const approved = (by: readonly string[]) =>
      ({ ...status(1, by), state: 'approved', by: by.at(-1) }) as Instruction['status'];
    expect(approvalsText(approved(['ann']))).toBe('by ann; that is enough');
    expect(approvalsText(approved(['ann', 'bo']))).toBe('by ann and bo; that is enough');
    expect(approvalsText(approved([]))).toBeUndefined();
  });
});

describe('a proposed change', () => {
  const change = {
    id: 'change-1',
    subject: 'the rule "BTC"',
    state: 'open',
    madeBy: 'tara',
    madeAt: AT,
    expiresAt: AT,
    comment: 'as agreed',
    effect: {
      from: AT,
      to: AT,
      readings: 30,
      currencies: [
        {
          currency: 'BTC',
          before: { sweeps: 1, total: '0.5' },
          after: { sweeps: 2, total: '1.25' },
        },
      ],
    },
    differences: [
      { field: 'threshold', before: '5', after: '4', widens: 'more leaves' },
      {
        field: 'schedule',
        before: { kind: 'daily', at: ['09:00'], days: { weekend: false } },
        after: { kind: 'daily', at: ['09:00', '17:00'], days: { weekend: true } },
        widens: 'runs more often',
      },
      { field: 'split', before: null, after: [{ account: 'cold', share: '60' }], widens: null },
      { field: 'enabled', before: true, after: false, widens: null },
    ],
  } as unknown as Change;
  const rule = {
    ...{ currency: 'BTC', threshold: '4', keep: '3', withdrawalAccountId: 'a-1' },
    allocation: { kind: 'percentage', percent: '50' },
  };
  const ofRule = { ...change, kind: 'rule', after: rule, names: { accounts: { 'a-1': 'Vault' } } };
  const text = changeLines(change, screenOf({}, { COLUMNS: '160' })).join('\n');

  it('shows each part that differs, and no JSON', () => {
    expect(text).not.toMatch(/[{}[\]"]\S*:/);
    expect(text).not.toContain('[object');
    expect(text).toMatch(/When, at +09:00 +09:00, 17:00 +runs more often/);
    expect(text).toMatch(/When, days, weekend +no +yes/);
    expect(text).toMatch(/Among several accounts, 1, share +- +60/);
    expect(text).toMatch(/Switched on +yes +no/);
    expect(text, 'what stays the same').not.toContain('daily');
  });

  it('of a rule says the sentence that its proposer read, and no other kind has one', () => {
    const lines = changeLines(ofRule as unknown as Change, screenOf({}, { COLUMNS: '160' }));
    expect(lines.join('\n')).toContain(
      'When BTC stands above 4 BTC at a snapshot, withdraw half of what is above 3 BTC to Vault.',
    );
    expect(text).not.toContain('stands above');
  });

  it('says what it would have done in a sentence', () => {
    expect(text).toContain('BTC: 1.25 BTC in 2 sweeps instead of 0.5 BTC in 1 sweep');
  });
});

describe('what helps, which names routes', () => {
  it('is said as the command that does it', () => {
    const said = inCommands(
      'Read `GET /v1/controls/halt` again, then POST /v1/changes/c-1/approve',
    );
    expect(said).toBe('Read `sluice status` again, then sluice approve c-1');
  });

  it.each([
    "the service's own: GET /v1/balances: answered 401",
    'done by no command: POST /v1/trades/trade-1/settle/retract',
  ])('stays a route where it is %s', (said) => {
    expect(inCommands(said)).toBe(said);
  });
});

describe('what frees a currency', () => {
  const lane = { currency: 'BTC', state: 'unknown' as const, open: [], usage: {} };
  const blocked = (step: LaneStep) =>
    nextText({
      ...lane,
      blockedBy: { instructionId: 'trade-1', since: AT, untilAtLeast: AT, why: '', next: '', step },
    });

  it('is the command that settles what blocks it, or arms it', () => {
    expect(blocked({ code: 'settle-unknown', kind: 'trade', instructionId: 'trade-1' })).toBe(
      'Look it up at the service. Two people settle it, one after the other: sluice settle trade-1.',
    );
    expect(blocked({ code: 'rearm', currency: 'BTC' })).toMatch(/: sluice lanes rearm\.$/);
  });

  it('is what people do where no request blocks it', () => {
    const { state: _, ...rest } = lane;
    const saidOf = (state: 'disarmed' | 'unreadable') =>
      [whyText, nextText].map((say) => say({ ...rest, state }));
    expect(saidOf('disarmed')).toEqual([
      'BTC was armed in another ledger (a restored copy, for example) and must be armed again by people.',
      'Compare with the records of the service; then two people arm it: sluice lanes rearm.',
    ]);
    expect(saidOf('unreadable')).toEqual([
      'The record of BTC cannot be read: nothing in BTC is decided, sent or given back.',
      'Put its item right in the table: docs/operations.md says how.',
    ]);
    expect([whyText, nextText].map((say) => say({ ...rest, state: 'idle' }))).toEqual(['', '']);
  });

  it('of what no balance shows is a wait, or what two people conclude', () => {
    const part = { part: 'claimed' as const, amount: '1', until: null, message: '' };
    const held = { amount: '1', since: AT, ageSeconds: 0, parts: [part], why: '', next: '' };
    const said = (overdue: string | null) =>
      nextText({ ...lane, state: 'idle', unbooked: { ...held, overdue } });
    expect(said(null)).toBe('Wait: the next balance that shows a fall frees what was claimed.');
    expect(said('1')).toContain('Two people conclude it, one after the other');
  });
});

describe('an outcome that cannot be settled yet', () => {
  const nowMs = Date.parse('2026-11-22T10:02:10.000Z');
  const health = {
    state: 'ok',
    everySeconds: 300,
    lastSnapshot: { scheduledFor: AT, takenAt: AT },
    ageSeconds: 130,
    lastMiss: null,
  } as never;

  it('says what is missing, and when it can be', () => {
    const said = notYetLines({ code: 'no-evidence', until: null }, health, nowMs);
    expect(said.message).toMatch(/^it cannot be settled yet: no balance has been read since/);
    expect(said.help).toBe(
      'The next snapshot is due at 2026-11-22 10:05:00 UTC, in 2 minutes: settle it then. Snapshots are taken every 5 minutes.',
    );
  });

  it('waits for the first snapshot behind the time until which it may be carried out', () => {
    const until = '2026-11-22T10:11:00.000Z';
    const said = notYetLines({ code: 'in-quarantine', until }, health, nowMs);
    expect(said.help).toContain('It may be carried out until 2026-11-22 10:11:00 UTC. ');
    expect(said.help).toContain('due at 2026-11-22 10:15:00 UTC');
  });
});

describe('what a statement rests on', () => {
  const reading = (readAt: string, secondsBefore: number) => ({
    ...{ readAt, secondsBefore },
    snapshot: readAt,
  });
  const claim = (instructionId: string) => ({ instructionId, claimedAt: AT });
  const whole = {
    opening: 'frozen-closing' as const,
    first: reading('2026-10-31T23:55:02.000Z', 298),
    last: reading('2026-11-30T23:59:59.500Z', 0),
    readings: { expected: 8_640, taken: 8_640 },
    notBooked: [],
    unknown: [],
  };

  it('is said of a month of which everything is known', () => {
    expect(basisLines(whole)).toEqual([
      'It opens with what the month before closed with, as that is frozen.',
      'The first reading was taken at 2026-10-31 23:55:02, 4 minutes before the month began.',
      'The last reading was taken at 2026-11-30 23:59:59, in the second in which the month ends.',
      '8640 readings were expected; 8640 were taken.',
      'Whatever was confirmed before the last reading is in its balances.',
      'No outcome was unknown at the last reading.',
    ]);
  });

  it('and of one that begins late, has gaps and open requests', () => {
    const { readings: _, ...unscheduled } = whole;
    const lines = basisLines({
      ...whole,
      opening: 'first-reading',
      first: reading('2026-11-29T10:00:00.000Z', -2_455_200),
      last: reading('2026-11-30T22:00:00.000Z', 7_200),
      readings: { expected: 3, taken: 1 },
      notBooked: [claim('w-1'), claim('w-2')],
      unknown: [claim('w-3')],
    });
    expect(lines).toEqual([
      'It opens with the first reading: nothing is on record before, so no balance of the first moment is known.',
      'The first reading was taken at 2026-11-29 10:00:00, 28 days after the month began.',
      'The last reading was taken at 2026-11-30 22:00:00, 2 hours before the month ends.',
      '3 readings were expected; 1 was taken, 2 are missing.',
      '2 instructions were confirmed before the last reading, and not in its balances: w-1, w-2.',
      '1 instruction was sent before the last reading, with an unknown outcome: w-3.',
    ]);
    expect(basisLines(unscheduled)[3]).toBe('How many readings were expected is not known.');
  });
});
