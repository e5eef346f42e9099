import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { newLane, unreadableLane } from '../../../treasury/instructions/lane.ts';
import { newLaneBeside } from '../../../treasury/instructions/rearm-lane.ts';
import { laneHealth } from '../../../treasury/lanes/lane-health.ts';
import { laneViews } from '../../../treasury/lanes/lane-view.ts';
import { NOTHING_USED, usedWithOpen } from '../../../treasury/limits/approval-usage.ts';
import { rearmingView } from '../../../treasury/rearming/rearming.ts';
import { laneSays } from '../../../treasury/reconciliation/lane-says.ts';
import { settledPending } from '../../../treasury/reconciliation/settle-pending.ts';
import { retainEvidence } from '../../../treasury/retention/retain-evidence.ts';
import { ruleActivity } from '../../../treasury/rules/rule-activity.ts';
import { judgeSettlement } from '../../../treasury/settlement/judge-settlement.ts';
import { refuseConclusion } from '../../../treasury/unbooked/conclude-unbooked.ts';
import { overdueIn } from '../../../treasury/unbooked/unbooked.ts';
import { unbookedBreak } from '../../../treasury/unbooked/unbooked-break.ts';
import { watchUnbooked } from '../../../treasury/unbooked/watch-unbooked.ts';
import { noValues } from '../../../treasury/valuation/believed-values.ts';
import { noteFailingRules } from '../../../treasury/watchdog/note-failing-rules.ts';
import { asked, IDLE_LANE } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { POLICY, RULE, rule } from '../../samples/policy.ts';
import { UNKNOWN } from '../evidence/samples.ts';

/*
 * A lane that cannot be read has no amounts that are known: wherever lanes are looked at, it is said, or waited for, and
 * never taken for one that holds nothing.
 */

const AT = '2026-01-05T09:00:00.000Z';
const LATER = '2026-03-05T09:00:00.000Z';
const HIDDEN = unreadableLane('main', 'BTC');
const SAID = 'The record of BTC cannot be read: nothing in BTC is decided, sent or given back.';
/** An amount of before, past every bound. */
const OWED = {
  ...IDLE_LANE,
  booking: { entries: [{ instructionId: 'one', amount: '1', at: AT }], credits: [], doubts: [] },
};

describe('people', () => {
  it('see that it cannot be read, and neither what it holds nor what rules have left', () => {
    expect(laneViews([HIDDEN], new Map(), 'table-1', AT)).toEqual([
      { currency: 'BTC', state: 'unreadable', open: [], usage: {} },
    ]);
    const limited = rule({ budgets: { per24Hours: '10' }, withdrawalsPer24Hours: 3 });
    expect(ruleActivity(limited, IDLE_LANE, AT, null)).toMatchObject({
      budgets: { per24Hours: { left: '10' } },
      withdrawalsPer24Hours: { left: 3 },
    });
    const activity = ruleActivity(limited, HIDDEN, AT, null);
    expect(activity.budgets).toEqual({});
    expect(activity).not.toHaveProperty('withdrawalsPer24Hours');
  });

  it('say nothing about what became of a request that it may hold, nor about what is unbooked', () => {
    const view = { at: LATER, instruction: UNKNOWN, lanes: [HIDDEN], controls: null };
    const command = { tenant: 'main', instructionId: UNKNOWN.id, by: 'ada', executed: false };
    const said = { comment: 'no', evidence: 'x', requestId: 'r' };
    expect(judgeSettlement({ ...command, ...said }, { ...view, idIsKnown: false })).toEqual({
      judgement: 'refuse',
      refusal: { code: 'unreadable', message: SAID },
    });
    const about = { currency: 'BTC', digest: 'x' };
    expect(refuseConclusion(about, HIDDEN, null, AT)).toEqual({
      code: 'unreadable',
      message: SAID,
    });
  });

  it('do not arm it, and arm new currencies beside it', () => {
    const view = rearmingView([HIDDEN, newLane('main', 'ETH', 'table-0')], 'table-1');
    expect(view).toMatchObject({ rearmable: ['ETH'], notYet: [{ currency: 'BTC', why: SAID }] });
    expect(newLaneBeside([HIDDEN], 'main', 'SOL', 'table-1')).toMatchObject({ epoch: 'table-1' });
  });

  it('are asked by every tier, since what is open there may be anything', () => {
    const none = { byNobody: null, byFewerThanTwo: null };
    expect(usedWithOpen(NOTHING_USED, [IDLE_LANE], noValues('USD'), 'USD')).toEqual(NOTHING_USED);
    expect(usedWithOpen(NOTHING_USED, [HIDDEN], noValues('USD'), 'USD')).toEqual(none);
  });
});

describe('the watchdog', () => {
  it('counts it as blocked for longer than any alarm waits', () => {
    const view = { policy: POLICY, tradeUsage: null, at: AT };
    expect(laneHealth({ ...view, lanes: [IDLE_LANE] })).toMatchObject({ blocked: 0 });
    expect(laneHealth({ ...view, lanes: [HIDDEN] })).toMatchObject({
      blocked: 1,
      longestBlockSeconds: 31_536_000,
    });
  });

  it('takes no rule of it for one of which something leaves again', async () => {
    const { failingStates } = new MemoryStore('table-1').ports.notes;
    const failing = { count: 3, since: AT, at: AT, occurrence: AT, instructionId: 'one' };
    const row = { ...failing, outcome: 'rejected', reason: '403' } as const;
    const usage = { [RULE.id]: { failures: 3, failing: { [RULE.withdrawalAccountId]: row } } };
    const round = async (lane: typeof HIDDEN) => {
      const { ledger } = plantedStore({ policy: POLICY, lanes: [lane] });
      const noted = await noteFailingRules({ now: () => AT, ledger, failingStates }, 'main');
      return noted.map(({ state }) => state);
    };
    expect(await round({ ...IDLE_LANE, usage })).toEqual(['failing']);
    expect(await round(HIDDEN)).toEqual([]);
    expect(await round(IDLE_LANE)).toEqual(['over']);
  });

  it('closes no break about what is unbooked in it', async () => {
    const overdue = overdueIn(OWED, null, LATER);
    const open = overdue && unbookedBreak(OWED, overdue, null, LATER);
    if (open == null) throw new Error('nothing is overdue');
    const { ledger } = plantedStore({});
    await ledger.commit('main', [{ kind: 'put-break', break: open }]);
    const round = { tenant: 'main', controls: null, openBreaks: [open], at: LATER };
    const ports = { ledger, readBreak: async () => open };
    expect(await watchUnbooked(ports, { ...round, lanes: [HIDDEN] })).toEqual([]);
    const closed = await watchUnbooked(ports, { ...round, lanes: [IDLE_LANE] });
    expect(closed).toMatchObject([{ id: open.id, status: { state: 'closed' } }]);
  });

  it('keeps every snapshot that it may still need', async () => {
    const cleared: unknown[] = [];
    const snapshots = {
      clearExpiry: async (_: string, range: unknown) => cleared.push(range),
    };
    const month = { tenant: 'main', now: LATER, months: 1 };
    for (const lane of [IDLE_LANE, HIDDEN]) {
      await retainEvidence({ ledger: plantedStore({ lanes: [lane] }).ledger, snapshots }, month);
    }
    expect(cleared).toEqual([{ from: '2026-02-04T09:00:00.000Z', to: '2026-02-12T09:00:00.000Z' }]);
  });
});

describe('the books', () => {
  const withdrawal = { kind: 'withdrawal', currency: 'BTC', amount: '1' } as const;
  const content = { ...withdrawal, withdrawalAccountId: 'a', accountLabel: 'A' };
  const confirmation = { kind: 'withdrawal', withdrawalIds: [] } as const;
  const PENDING = asked('one', content, AT, { state: 'confirmed', at: AT, confirmation } as never);

  it('do not take for booked what it may still wait for', async () => {
    const { id: instructionId } = PENDING;
    const late = { BTC: { parts: [] } };
    const window = { instructionId, claimedAt: AT, quarantineUntil: AT, late };
    const claim = { window, instruction: PENDING, stateBefore: 'confirmed' as const };
    const settled = async (lane: typeof HIDDEN) => {
      const { ledger, flows } = plantedStore({ lanes: [lane] });
      const ports = { ledger, flows, now: () => LATER };
      return (await settledPending(ports, 'main', [claim])).map(({ rest }) => rest);
    };
    expect(await settled(IDLE_LANE)).toEqual(['booked']);
    expect(await settled(HIDDEN)).toEqual([]);
  });

  it('take no word of it', () => {
    const readings = [{ scheduledFor: AT, takenAt: AT, balances: { BTC: { total: '1' } } }];
    expect(laneSays(HIDDEN, readings as never, 1)({} as never)).toBe('either');
  });
});
