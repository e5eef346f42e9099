import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../../treasury/calendars/calendar.ts';
import { unreadableControls } from '../../../treasury/policy/controls.ts';
import { effectOfChange, effectOfRule } from '../../../treasury/preview/effect-of-change.ts';
import type { PastSweep } from '../../../treasury/preview/history.ts';
import { movedBy } from '../../../treasury/preview/report.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { CALENDAR, CONTROLS, calendar, draftOf, POLICY, RULE, rule } from '../../samples/policy.ts';
import { callOf, FROM, historyOf, pastOf, replayOf, tickOf } from './past.ts';

type DraftChange = Parameters<typeof draftOf>[0];
const draft = (change: DraftChange) =>
  ({ draft: { rules: [draftOf(change)], scope: 'replacing' } }) as const;

/** Amounts and ticks of what the draft swept. */
async function sweptBy(totals: readonly (string | null)[], change: DraftChange) {
  const { draft: side } = await replayOf({ past: pastOf(totals) }, draft(change));
  return side.sweeps.first.map(({ at, amount }) => `${at.slice(11, 16)} ${amount}`);
}

describe('a backtest', () => {
  it('replays from the first tick, which is in the range, to the last, which is not', async () => {
    const past = pastOf(['20', '20', '20']);
    const replayed = await callOf({ past }, { from: tickOf(0), to: tickOf(2) });
    expect(replayed).toMatchObject({
      report: { readings: 2, from: tickOf(0), to: tickOf(2), until: tickOf(2), complete: true },
    });
  });

  it('says when the draft would have swept and what stayed, beside the rules in force', async () => {
    const past = pastOf(['8', '12', null, '13', '20']);
    const replayed = await replayOf({ past }, draft({ threshold: '7', keep: '7' }));
    expect(replayed.draft.sweeps.first.map(({ at, amount }) => [at, amount])).toEqual([
      ['2026-03-02T09:00:01.000Z', '1'],
      ['2026-03-02T09:05:01.000Z', '4'],
      ['2026-03-02T09:15:01.000Z', '1'],
      ['2026-03-02T09:20:01.000Z', '7'],
    ]);
    expect(replayed.inForce.sweeps.first.map(({ amount }) => amount)).toEqual(['7', '8']);
    expect(replayed.draft.currencies).toEqual([
      { currency: 'BTC', sweeps: 4, total: '13', lowest: { balance: '7', at: past[0]?.takenAt } },
    ]);
    expect(replayed.inForce.currencies).toEqual([
      { currency: 'BTC', sweeps: 2, total: '15', lowest: { balance: '5', at: past[1]?.takenAt } },
    ]);
    expect(replayed).toMatchObject({
      complete: true,
      readings: 4,
      firstReading: FROM,
      difference: [{ currency: 'BTC', sweeps: 2, total: '-2' }],
      message:
        'BTC: the draft would have swept 4 times, 13 BTC; the rules in force, 2 times, 15 BTC.',
    });
  });

  it('counts the reasons, and what each limit took off', async () => {
    const budgets = { per24Hours: '12' };
    const change = { maximum: '8', budgets, cooldownSeconds: 600 };
    const { draft: side } = await replayOf(
      { past: pastOf(['20', '40', '40', '40']) },
      draft(change),
    );
    expect(side.rules).toEqual([
      {
        ruleId: RULE.id,
        label: RULE.label,
        currency: 'BTC',
        decisions: 4,
        sweeps: 2,
        approvals: 0,
        total: '12',
        largest: '8',
        value: '600000',
        unvalued: 0,
        reasons: [{ name: 'cooldown', times: 2 }],
        cuts: [
          { name: 'maximum', times: 2 },
          { name: 'budget-24h', times: 1 },
        ],
      },
    ]);
  });

  it('has budgets that come back, by the very buckets of the lanes', async () => {
    const day = Array.from({ length: 26 * 12 }, () => '40');
    const swept = await sweptBy(day, { budgets: { per24Hours: '3' }, minimum: '1' });
    expect(swept).toEqual(['09:00 3', '10:00 3']);
  });

  it('uses up the occurrences of a schedule, also where there was nothing to sweep', async () => {
    const schedule = { kind: 'cron', expression: '0/10 * * * ? *', timeZone: 'UTC' } as const;
    expect(await sweptBy(['9', '20', '20', '20', '20'], { schedule })).toEqual(['09:10 15']);
  });

  it('keeps the later balances of the record, less what was swept before', async () => {
    expect(await sweptBy(['20', '20', '26', '9', '32'], {})).toEqual([
      '09:00 15',
      '09:10 6',
      '09:20 6',
    ]);
  });

  it('takes priorities, maximum and the rest of the balance for the rules that stay', async () => {
    const other = rule({ id: 'z', priority: 200, threshold: '0', keep: '0', minimum: '0' });
    const policy = { ...POLICY, rules: [RULE, other] };
    const past = pastOf(['20']);
    const replacing = await replayOf({ past, policy }, draft({ keep: '8' }));
    expect(replacing.draft.rules.map(({ ruleId, total }) => [ruleId, total])).toEqual([
      [RULE.id, '12'],
      ['z', '8'],
    ]);
    const alone = { rules: [draftOf({ keep: '8' })], scope: 'alone' } as const;
    const { draft: side, difference } = await replayOf({ past, policy }, { draft: alone });
    expect(side.rules.map(({ ruleId }) => ruleId)).toEqual([RULE.id]);
    expect(difference).toEqual([{ currency: 'BTC', sweeps: -1, total: '-8' }]);
  });

  it('is as if live, whatever the mode is today', async () => {
    const policy = { ...POLICY, controls: { ...CONTROLS, mode: 'halted' as const } };
    const { inForce } = await replayOf({ past: pastOf(['20']), policy });
    expect(inForce.sweeps.count).toBe(1);
    expect(await callOf({ past: [], policy: { ...POLICY, controls: null } })).toEqual({
      result: 'disarmed',
    });
  });

  it('computes nothing under controls that cannot be read, and says so', async () => {
    const policy = { ...POLICY, controls: unreadableControls('USD') };
    expect(await callOf({ past: pastOf(['20']), policy })).toEqual({ result: 'unreadable' });
  });

  it('takes a new account for one that has rested', async () => {
    const accounts = POLICY.accounts.map((each) => ({ ...each, usableFrom: tickOf(9_999) }));
    const { inForce } = await replayOf({ past: pastOf(['20']), policy: { ...POLICY, accounts } });
    expect(inForce.sweeps.count).toBe(1);
  });

  it('says so where a sweep had no price', async () => {
    const { inForce } = await replayOf({ past: pastOf(['20'], {}) });
    expect(inForce.rules).toMatchObject([{ sweeps: 1, value: '0', unvalued: 1 }]);
  });

  it('is refused with the fields of the draft that cannot be', async () => {
    expect(await callOf({ past: [] }, draft({ keep: '11' }))).toMatchObject({
      result: 'draft-refused',
      problems: [{ path: 'rules[0].keep' }],
    });
  });
});

describe('approvals in a backtest', () => {
  const needing = draft({ approvalAbove: '1' });
  const past = pastOf(Array.from({ length: 14 }, () => '20'));

  it('are given at once unless told otherwise', async () => {
    const { draft: side } = await replayOf({ past }, needing);
    expect(side.rules).toMatchObject([{ sweeps: 1, approvals: 1, total: '15' }]);
  });

  it('that are never given hold the rule until they expire, and nothing leaves', async () => {
    const { draft: side } = await replayOf({ past }, { ...needing, assumeApproved: false });
    expect(side.rules).toMatchObject([
      { sweeps: 2, approvals: 2, reasons: [{ name: 'in-flight', times: 12 }] },
    ]);
    expect(side.sweeps.first.map(({ at }) => at.slice(11, 16))).toEqual(['09:00', '10:00']);
    expect(side.currencies).toMatchObject([{ lowest: { balance: '20' } }]);
  });
});

describe('what was really swept in the range', () => {
  const past = pastOf(['20', '20', '5', '5']);
  const sweeps = [reallySwept(-1, '99'), reallySwept(2, '15')];

  it('is given back to the record of later snapshots, on both sides', async () => {
    const { draft: side, inForce } = await replayOf({ past, sweeps }, draft({ keep: '8' }));
    expect(inForce.currencies).toMatchObject([
      { sweeps: 1, total: '15', lowest: { balance: '5' } },
    ]);
    expect(side.currencies).toMatchObject([{ sweeps: 1, total: '12', lowest: { balance: '8' } }]);
  });

  it('is missing where it is not given back, and the answer says so', async () => {
    const { inForce, assumptions } = await replayOf({ past, sweeps }, { addBackSweeps: false });
    expect(inForce.currencies).toMatchObject([{ lowest: { balance: '-10' } }]);
    expect(assumptions.join(' ')).toContain('both sides sweep too little');
  });
});

describe('a backtest in pieces', () => {
  const past = pastOf(['20', '9', '31', '12', '40', '5', '60']);
  const sweeps = [reallySwept(3, '3')];
  const change = draft({ keep: '8', budgets: { per24Hours: '40' }, approvalAbove: '20' });

  it('says at last what it says at once', async () => {
    const { calls: _, ...atOnce } = await replayOf({ past, sweeps }, change);
    const { calls, ...inPieces } = await replayOf({ past, sweeps, atOnce: 2, windows: 1 }, change);
    expect(calls).toBe(4);
    expect(inPieces).toEqual(atOnce);
  });

  it('says how far it has come', async () => {
    const result = await callOf({ past, atOnce: 2, windows: 1 }, change);
    expect(result).toMatchObject({
      report: { complete: false, readings: 2, until: tickOf(1) },
      continued: { state: { until: tickOf(1) } },
    });
  });

  it('leaves what it was given as it was', async () => {
    const first = await callOf({ past, atOnce: 2, windows: 1 }, change);
    if (first.result !== 'replayed' || !first.continued) throw new Error('not in pieces');
    const before = JSON.stringify(first.continued);
    await callOf({ past }, { ...change, continued: first.continued });
    expect(JSON.stringify(first.continued)).toBe(before);
  });

  it('does not go on with another draft, range or policy', async () => {
    const first = await callOf({ past, atOnce: 2, windows: 1 }, change);
    if (first.result !== 'replayed' || !first.continued) throw new Error('not in pieces');
    const { continued } = first;
    const refused = { result: 'continuation-differs' };
    expect(await callOf({ past }, { continued })).toEqual(refused);
    expect(await callOf({ past }, { ...change, to: tickOf(5), continued })).toEqual(refused);
    const policy = { ...POLICY, rules: [] };
    expect(await callOf({ past, policy }, { ...change, continued })).toEqual(refused);
    const { state } = continued;
    for (const made of [{ lanes: {} }, { totals: { ...state.draft.totals, rules: {} } }]) {
      const madeUp = { ...continued, state: { ...state, draft: { ...state.draft, ...made } } };
      expect(await callOf({ past }, { ...change, continued: madeUp })).toEqual(refused);
    }
  });
});

describe('a draft of a calendar', () => {
  /** The Monday of the replay is closed. */
  const closed = { ...draftOfCalendar(), holidays: [{ date: '2026-03-02' }] };
  const named = { ...POLICY, calendars: [calendar()], rules: [rule({ calendars: ['office'] })] };
  const past = pastOf(['20', '40']);

  it('is tried with every rule in force that names it', async () => {
    const draft = { rules: [], calendars: [closed], scope: 'replacing' } as const;
    const replayed = await replayOf({ past, policy: named }, { draft });
    expect(replayed.draft.rules).toMatchObject([{ reasons: [{ name: 'holiday', times: 2 }] }]);
    expect(replayed.message).toBe(
      'BTC: the draft would have swept nothing of BTC; the rules in force, 2 times, 35 BTC.',
    );
  });

  it('is tried with a rule of the same draft, which no calendar in force could have', async () => {
    const rules = [draftOf({ calendars: ['new'] })];
    const draft = { rules, calendars: [{ ...closed, id: 'new' }], scope: 'replacing' } as const;
    const replayed = await replayOf({ past }, { draft });
    expect(replayed.draft.rules).toMatchObject([{ reasons: [{ name: 'holiday', times: 2 }] }]);
    const alone = { rules, scope: 'replacing' } as const;
    expect(await callOf({ past }, { draft: alone })).toMatchObject({
      result: 'draft-refused',
      problems: [{ path: 'rules[0].calendars[0]', seen: '"new"' }],
    });
  });

  it('changes nothing where no rule names it, and says so', async () => {
    const draft = { rules: [], calendars: [closed], scope: 'replacing' } as const;
    const replayed = await callOf({ past }, { draft, to: tickOf(2) });
    expect(replayed).toMatchObject({
      result: 'replayed',
      report: {
        complete: true,
        readings: 0,
        message: 'No rule names a calendar of the draft: nothing changes.',
      },
    });
  });

  it('is refused with every field that cannot be, and only those of the draft', async () => {
    const broken = { ...calendar({ id: 'broken', label: 'Broken' }), until: '2020-01-01' };
    const calendars = [
      closed,
      { ...closed, id: 'target' },
      { ...closed, id: 'x', from: '2027-01-01' },
    ];
    const draft = { rules: [], calendars, scope: 'replacing' } as const;
    const policy = { ...POLICY, calendars: [broken] };
    expect(await callOf({ past, policy }, { draft })).toMatchObject({
      result: 'draft-refused',
      problems: expect.arrayContaining([
        expect.objectContaining({ path: 'calendars[1].label' }),
        expect.objectContaining({ path: 'calendars[1].id', seen: '"target"' }),
        expect.objectContaining({ path: 'calendars[2].holidays[0].date', seen: '"2026-03-02"' }),
      ]),
    });
  });
});

describe('what a backtest calls the moves of a currency', () => {
  it('is converting where its rules convert', () => {
    const { withdrawalAccountId: _, ...rest } = rule({ id: 'converts' });
    const converting = { ...rest, kind: 'convert', into: 'USD' } as const;
    expect(movedBy([converting], 'BTC')).toBe('converted');
    expect(movedBy([converting, rule()], 'BTC')).toBe('swept and converted');
    expect(movedBy([rule()], 'BTC')).toBe('swept');
  });
});

describe('the effect of a change', () => {
  const now = () => tickOf(12);
  const { ledger } = plantedStore({ policy: POLICY });
  const effect = (after: Partial<typeof POLICY>, past = pastOf(['20', '40'])) =>
    effectOfChange({ now, ledger, history: historyOf({ past }) }, 'main', POLICY, {
      ...POLICY,
      ...after,
    });

  it('is what the last 30 days would have been, in words and numbers', async () => {
    expect(await effect({ rules: [rule({ maximum: '10', cooldownSeconds: 600 })] })).toEqual({
      from: '2026-01-31T10:00:00.000Z',
      to: '2026-03-02T10:00:00.000Z',
      readings: 2,
      currencies: [
        {
          currency: 'BTC',
          before: { sweeps: 2, total: '35' },
          after: { sweeps: 1, total: '10' },
        },
      ],
      message: 'Would have swept once, 10 BTC in the last 30 days; before: 2 times, 35 BTC.',
    });
  });

  it('is that of a new rule and of one that goes', async () => {
    const gone = await effect({ rules: [] });
    expect(gone?.message).toBe(
      'Would have swept nothing of BTC in the last 30 days; before: 2 times, 35 BTC.',
    );
    const inactive = POLICY.accounts.map((each) => ({ ...each, status: 'inactive' as const }));
    expect((await effect({ accounts: inactive }))?.currencies[0]?.after.sweeps).toBe(0);
  });

  it('is that of one rule, beside the others in force', async () => {
    const ports = {
      now,
      history: historyOf({ past: pastOf(['20']) }),
      ledger,
    };
    const other = rule({ id: 'other', priority: 1, keep: '10' });
    const created = await effectOfRule(ports, 'main', null, draftOf({}, other));
    expect(created?.currencies).toMatchObject([
      { before: { sweeps: 1, total: '15' }, after: { sweeps: 1, total: '10' } },
    ]);
    const changed = await effectOfRule(ports, 'main', draftOf(), draftOf({ keep: '9' }));
    expect(changed?.currencies).toMatchObject([
      { before: { total: '15' }, after: { total: '11' } },
    ]);
  });

  it('says how far it looked where time ran out', async () => {
    let asked = 0;
    const clock = () => (asked++ < 3 ? tickOf(1) : tickOf(9));
    const history = historyOf({ past: pastOf(['20', '40']), atOnce: 1 });
    const changed = { ...POLICY, rules: [] };
    const effect = await effectOfChange({ now: clock, ledger, history }, 'main', POLICY, changed);
    expect(effect).toMatchObject({ readings: 1, to: FROM });
    expect(effect?.message).toContain(`Looked at until ${FROM} only.`);
  });

  it('is that of a calendar that a rule names, and of no other', async () => {
    const closed = calendar({ holidays: [{ date: '2026-03-02' }], version: 2 });
    const on = (calendars: readonly Calendar[]) => ({
      ...{ ...POLICY, rules: [rule({ calendars: ['office'] })], calendars },
    });
    const history = historyOf({ past: pastOf(['20', '40']) });
    const between = (after: typeof POLICY) =>
      effectOfChange({ now, ledger, history }, 'main', on([calendar()]), after);
    expect((await between(on([closed])))?.message).toBe(
      'Would have swept nothing of BTC in the last 30 days; before: 2 times, 35 BTC.',
    );
    expect(await between(on([calendar(), { ...closed, id: 'unnamed' }]))).toBeNull();
  });

  it('is none where nothing changes, and says so where there is nothing to look at', async () => {
    expect(await effect({})).toBeNull();
    expect((await effect({ rules: [] }, []))?.message).toBe(
      'There is no snapshot of the last 30 days to look at.',
    );
  });
});

/** As a person would write the one in force. */
function draftOfCalendar() {
  const { version: _version, activeSince: _since, seal: _seal, ...draft } = CALENDAR;
  return draft;
}

/** The record shows it from between two ticks. */
function reallySwept(index: number, amount: string): PastSweep {
  return { currency: 'BTC', amount, shownFrom: tickOf(index) };
}
