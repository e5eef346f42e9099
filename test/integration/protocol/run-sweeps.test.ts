import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import { MAX_RULES_PER_CURRENCY } from '../../../treasury/policy/policy-limits.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();

/** As many rules of one currency as a policy may have, each of which sweeps a little. */
async function withManyRules(): Promise<number> {
  for (let index = 1; index < MAX_RULES_PER_CURRENCY; index++) {
    const rule: SweepRule = {
      ...RULE,
      id: `small-${index}`,
      allocation: { kind: 'fixed', basis: 'amount', amount: '0.01' },
      priority: 0,
    };
    await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
  }
  return MAX_RULES_PER_CURRENCY;
}

/** A snapshot that no run has decided on yet, with a sweep to decide on. */
async function freshSnapshot() {
  await treasury().putControls({ mode: 'dry-run' });
  const { snapshot } = await treasury().tick();
  await treasury().putControls({ mode: 'live' });
  const later = new Date(Date.parse(snapshot.scheduledFor) + 500).toISOString();
  return { ...snapshot, scheduledFor: later };
}

/** The lane with nothing open in it any more: the next run may sweep. */
async function emptied() {
  const lane = await treasury().lane();
  return { ...lane, open: {}, version: lane.version + 1 };
}

const laneOpen = async () => Object.keys((await treasury().lane()).open);

describe('a sweep run', () => {
  it('writes everything of a currency at once, also with as many rules as there may be', async () => {
    const rules = await withManyRules();
    const { decisions, proposed } = await treasury().tick();
    expect(decisions).toHaveLength(rules);
    expect(proposed).toHaveLength(rules);
    expect(await laneOpen()).toHaveLength(rules);
  });

  it('proposes each sweep once where the same snapshot is delivered many times at once', async () => {
    const snapshot = await freshSnapshot();
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => runSweeps(treasury().ports, snapshot)),
    );
    expect(runs.flatMap(({ proposed }) => proposed)).toHaveLength(1);
    expect(runs.filter(({ alreadyDecided }) => alreadyDecided.length === 1)).toHaveLength(4);
    expect(await laneOpen()).toHaveLength(1);
  });

  it('decides anew where the lane changed meanwhile', async () => {
    const snapshot = await freshSnapshot();
    let moved = false;
    const ledger: Ledger = {
      ...treasury().ledger,
      commit: async (tenant, changes) => {
        if (!moved) {
          moved = true;
          const lane = await treasury().lane();
          const bumped = { ...lane, version: lane.version + 1 };
          await treasury().ledger.commit(tenant, [
            { kind: 'replace-lane', lane: bumped, from: 'idle' },
          ]);
        }
        return await treasury().ledger.commit(tenant, changes);
      },
    };
    const run = await runSweeps({ ...treasury().ports, ledger }, snapshot);
    expect(run).toMatchObject({ contended: [], alreadyDecided: [] });
    expect(run.proposed).toHaveLength(1);
  });

  it('that broke off and is delivered again leaves a decision of every rule on record', async () => {
    const rule: SweepRule = { ...RULE, id: 'second', priority: 2 };
    await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
    const { snapshot } = await treasury().tick();
    // The lane has its open instruction, so nothing but decisions is written from here on.
    const next = { ...snapshot, scheduledFor: '2026-01-05T09:10:00.000Z' };
    const recorded: string[] = [];
    let commits = 0;
    const ledger: Ledger = {
      ...treasury().ledger,
      commit: async (tenant, changes) => {
        commits += 1;
        if (commits === 2) throw new Error('the process is gone');
        const written = await treasury().ledger.commit(tenant, changes);
        for (const change of written.ok ? changes : []) {
          if (change.kind === 'create-decision-run') {
            recorded.push(...change.run.decisions.map(({ decision }) => decision.ruleId));
          }
        }
        return written;
      },
    };
    await runSweeps({ ...treasury().ports, ledger }, next).catch(() => {});
    await treasury().ledger.commit(TENANT, [
      { kind: 'replace-lane', lane: await emptied(), from: 'idle' },
    ]);
    commits = 10;
    await runSweeps({ ...treasury().ports, ledger }, next);
    expect(recorded.sort()).toEqual([RULE.id, 'second']);
  });

  it('gives a lane up that never stops changing, and says which', async () => {
    const snapshot = await freshSnapshot();
    const ledger: Ledger = {
      ...treasury().ledger,
      commit: async () => ({ ok: false, conflicts: ['replace-lane'] }),
    };
    const run = await runSweeps({ ...treasury().ports, ledger }, snapshot);
    expect(run).toMatchObject({ contended: ['BTC'], proposed: [], decisions: [] });
  });
});

describe('a sweep run on one rule', () => {
  it('proposes once however often the same snapshot is delivered', async () => {
    const { snapshot, proposed } = await treasury().tick();
    expect(proposed).toHaveLength(1);
    const again = await runSweeps(treasury().ports, snapshot);
    expect(again).toMatchObject({ proposed: [], alreadyDecided: ['BTC'] });
  });

  it('does not propose the same money twice while an instruction waits', async () => {
    await treasury().tick();
    const { decisions, proposed } = await treasury().tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([{ reason: 'in-flight' }]);
  });

  it('says in dry-run what it would have done, and proposes nothing', async () => {
    await treasury().putControls({ mode: 'dry-run' });
    const { decisions, proposed } = await treasury().tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([{ reason: 'dry-run', wouldSweep: '2.25' }]);
  });
});
