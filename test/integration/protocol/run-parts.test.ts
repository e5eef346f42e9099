import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import { toItem } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import { MAX_RULES_PER_CURRENCY } from '../../../treasury/policy/policy-limits.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { type Seals, SealsUnavailableError } from '../../../treasury/seals/ports.ts';
import { MAX_DECISIONS_OF_PART, MAX_RUN_ATTEMPTS } from '../../../treasury/sweeps/record-run.ts';
import { IncompleteRunError, runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { account, controls, rule } from '../../samples/policy.ts';
import { policyWrites } from '../../samples/policy-writes.ts';
import { snapshotAt, totals } from '../../samples/snapshots.ts';
import { hmacSeals, readingSeals } from '../../seals/hmac-seals.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { counting } from '../store/counted-table.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { putItem } from '../store/items.ts';

/* Runs in several parts, delivered more than once, on the real engine and over two tables. */

const TENANT = 'main';
const TICK = '2026-01-05T12:00:00.000Z';
const engine = engineForTests();
let table: StoreTable;
let runs: StoreTable;
let ledger: Ledger;

beforeEach(async () => {
  [table, runs] = await Promise.all([engine().table(), engine().table()]);
  ledger = sealingLedger(createLedger(table, { table: runs, retention: 'for-ever' }));
  await mustCommit([{ kind: 'put-controls', controls: controls() }]);
});

async function mustCommit(changes: readonly LedgerWrite[]): Promise<void> {
  expect(await ledger.commit(TENANT, changes)).toEqual({ ok: true });
}

const codeOf = (index: number) => `C${String(index).padStart(2, '0')}`;
const idOf = (index: number) => `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e${String(index).padStart(4, '0')}`;

function ruleOf(index: number, change: Partial<SweepRule> = {}): SweepRule {
  const currency = codeOf(index);
  const id = `sweep-${currency.toLowerCase()}`;
  return rule({ id, currency, withdrawalAccountId: idOf(index), version: 1, ...change });
}

/** Currencies with a rule each; a balance of 20 sweeps 15 of it. */
async function armed(count: number): Promise<void> {
  // Five items for each currency; a transaction has a hundred.
  for (let from = 0; from < count; from += 20) {
    const indexes = Array.from({ length: Math.min(20, count - from) }, (_, n) => from + n);
    const writes = policyWrites(await ledger.epoch(), {
      accounts: indexes.map((index) => account({ id: idOf(index), currency: codeOf(index) })),
      rules: indexes.map((index) => ruleOf(index)),
      currencies: indexes.map(codeOf),
      controls: controls(),
    });
    await mustCommit(writes.filter(({ kind }) => kind !== 'put-controls'));
  }
}

function snapshotOf(count: number, tick = TICK, total = '20') {
  const codes = Array.from({ length: count }, (_, index) => codeOf(index));
  return snapshotAt(tick, totals(Object.fromEntries(codes.map((code) => [code, total]))));
}

function portsWith(different: { readonly ledger?: Partial<Ledger>; readonly seals?: Seals } = {}) {
  const seals = different.seals ?? hmacSeals;
  return {
    now: () => '2026-01-05T12:00:02.000Z',
    seals,
    reader: readingSeals,
    ledger: { ...ledger, ...different.ledger },
  };
}

const recordedRun = () => ledger.readDecisionRun(TENANT, TICK);

function rulesIn(parts: readonly DecisionRun[]): readonly string[] {
  return parts.flatMap(({ decisions }) => decisions.map(({ decision }) => decision.ruleId)).sort();
}

async function instructionsOf(count: number): Promise<number> {
  const found = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      ledger.readInstruction(TENANT, `sweep-${ruleOf(index).id}-20260105T120000Z`),
    ),
  );
  return found.filter((instruction) => instruction !== null).length;
}

/** A ledger whose first commit of a run is preceded by something else. */
function precededBy(act: () => Promise<unknown>): Partial<Ledger> {
  let preceded = false;
  return {
    commit: async (tenant, changes) => {
      if (!preceded) {
        preceded = true;
        await act();
      }
      return await ledger.commit(tenant, changes);
    },
  };
}

describe('a run that sweeps nothing', () => {
  it('is one put of at most 4 write units for 50 currencies', async () => {
    await armed(50);
    const quiet = snapshotOf(50, TICK, '7.25');
    const { table: counted, sent } = counting(table);
    const { commit } = createLedger(counted, { table: runs, retention: 13 });
    const { decisions } = await runSweeps(portsWith({ ledger: { commit } }), quiet);
    expect(decisions).toHaveLength(50);
    expect(sent.map(({ name }) => name)).toEqual([PutItemCommand.name]);
    expect(sent[0]?.units).toBeGreaterThan(0);
    expect(sent[0]?.units).toBeLessThanOrEqual(4);
  });
});

describe('a run of more decisions than one record has', () => {
  it('has as many parts as it needs, also where it sweeps nothing', async () => {
    const count = MAX_DECISIONS_OF_PART + 20;
    await armed(count);
    const quiet = snapshotOf(count, TICK, '7.25');
    expect((await runSweeps(portsWith(), quiet)).decisions).toHaveLength(count);
    const parts = await recordedRun();
    expect(parts.map(({ part, decisions }) => [part, decisions.length])).toEqual([
      [0, MAX_DECISIONS_OF_PART],
      [1, 20],
    ]);
    expect(new Set(rulesIn(parts)).size).toBe(count);
  });
});

describe('a run whose instructions do not fit into one transaction', () => {
  it('has as many parts as it needs, and every decision once', async () => {
    await armed(60);
    const { proposed, contended } = await runSweeps(portsWith(), snapshotOf(60));
    expect(proposed).toHaveLength(60);
    expect(contended).toEqual([]);
    const parts = await recordedRun();
    expect(parts.map(({ part, decisions }) => [part, decisions.length])).toEqual([
      [0, 48],
      [1, 12],
    ]);
    expect(new Set(rulesIn(parts)).size).toBe(60);
    expect(await instructionsOf(60)).toBe(60);
  });

  it('has a currency in each part at least, also if that alone is above the limit', async () => {
    await armed(3);
    const { proposed, contended } = await runSweeps(portsWith(), snapshotOf(3), 1);
    expect(proposed).toHaveLength(3);
    expect(contended).toEqual([]);
    expect((await recordedRun()).map(({ decisions }) => decisions.length)).toEqual([1, 1, 1]);
  });

  it('is gone on with by the next delivery where the first broke off between two parts', async () => {
    await armed(5);
    let commits = 0;
    const broken: Partial<Ledger> = {
      commit: async (tenant, changes) => {
        commits += 1;
        if (commits === 3) throw new Error('the process is gone');
        return await ledger.commit(tenant, changes);
      },
    };
    const first = runSweeps(portsWith({ ledger: broken }), snapshotOf(5), 2);
    await expect(first).rejects.toThrow('the process is gone');
    expect(rulesIn(await recordedRun())).toEqual(['sweep-c00', 'sweep-c01']);
    const { proposed, alreadyDecided } = await runSweeps(portsWith(), snapshotOf(5), 2);
    expect(proposed).toHaveLength(3);
    expect(alreadyDecided).toEqual(['C00', 'C01']);
    expect(rulesIn(await recordedRun())).toHaveLength(5);
    expect(await instructionsOf(5)).toBe(5);
  });

  it('decides each rule once where deliveries run at once, in parts of different sizes', async () => {
    await armed(6);
    const deliveries = await Promise.all(
      [1, 2, 4, 96].map((most) => runSweeps(portsWith(), snapshotOf(6), most)),
    );
    const rules = rulesIn(await recordedRun());
    expect(rules).toHaveLength(6);
    expect(new Set(rules).size).toBe(6);
    expect(deliveries.flatMap(({ proposed }) => proposed)).toHaveLength(6);
    expect(await instructionsOf(6)).toBe(6);
  });

  it('has one part for as many rules of a currency as there may be, all swept and all missed before', async () => {
    const currency = codeOf(0);
    const hourly = { kind: 'cron', expression: '0 * * * ? *', timeZone: 'UTC' } as const;
    const rules = Array.from({ length: MAX_RULES_PER_CURRENCY }, (_, index) =>
      ruleOf(0, {
        id: `rule-${index}`,
        allocation: { kind: 'fixed', basis: 'amount', amount: '0.1' },
        minimum: '0.1',
        schedule: hourly,
        activeSince: '2026-01-05T08:30:00.000Z',
        priority: index + 1,
      }),
    );
    const epoch = await ledger.epoch();
    const first = { accounts: [account({ id: idOf(0), currency })], currencies: [currency] };
    const writes = policyWrites(epoch, { ...first, rules, controls: controls() });
    await mustCommit(writes.filter(({ kind }) => kind !== 'put-controls'));
    const { decisions, proposed } = await runSweeps(portsWith(), snapshotOf(1));
    expect(proposed).toHaveLength(rules.length);
    expect(decisions.every(({ missed }) => (missed?.count ?? 0) > 0)).toBe(true);
    expect(await recordedRun()).toHaveLength(1);
  });
});

describe('a repeated delivery', () => {
  it('decides the currency that a quicker delivery with an earlier policy did not know', async () => {
    await armed(2);
    const { rules, ...policy } = await ledger.readPolicy(TENANT);
    const earlier = { readPolicy: async () => ({ ...policy, rules: rules.slice(0, 1) }) };
    const quicker = precededBy(() => runSweeps(portsWith({ ledger: earlier }), snapshotOf(2)));
    const run = await runSweeps(portsWith({ ledger: quicker }), snapshotOf(2));
    expect(run).toMatchObject({ alreadyDecided: ['C00'], leftOut: [], contended: [] });
    expect(run.proposed).toHaveLength(1);
    expect(rulesIn(await recordedRun())).toEqual(['sweep-c00', 'sweep-c01']);
    expect(await instructionsOf(2)).toBe(2);
  });

  it('names rules that the record leaves out of a currency that it decides', async () => {
    await armed(2);
    await runSweeps(portsWith(), snapshotOf(2));
    await mustCommit([{ kind: 'put-rule', rule: ruleOf(1, { id: 'added' }) }]);
    const run = await runSweeps(portsWith(), snapshotOf(2));
    expect(run).toMatchObject({ alreadyDecided: ['C00', 'C01'], leftOut: ['added'] });
  });

  it('ends where a currency lost its rules after the first read', { timeout: 20_000 }, async () => {
    await armed(2);
    const { rules } = await ledger.readPolicy(TENANT);
    let commits = 0;
    const moving: Partial<Ledger> = {
      commit: async (tenant, changes) => {
        commits += 1;
        if (commits > 20) throw new Error('the run does not end');
        return commits === 1
          ? { ok: false, conflicts: ['replace-lane'] }
          : await ledger.commit(tenant, changes);
      },
      readPolicy: async (tenant) => {
        const policy = await ledger.readPolicy(tenant);
        return commits === 0 ? policy : { ...policy, rules: rules.slice(0, 1) };
      },
    };
    const run = await runSweeps(portsWith({ ledger: moving }), snapshotOf(2));
    expect(run.proposed).toHaveLength(1);
    expect(await recordedRun()).toHaveLength(1);
  });

  it('fails at a record that it cannot read, and writes nothing', async () => {
    await armed(1);
    const run = { tenant: TENANT, snapshot: TICK, part: 0, decisions: [] };
    const item = decisionRunItem(TENANT, run, 'for-ever');
    await putItem(runs, { ...item, ...toItem({ packed: 'other' }) });
    await expect(runSweeps(portsWith(), snapshotOf(1))).rejects.toThrow('cannot be read');
    expect(await instructionsOf(1)).toBe(0);
  });
});

describe('a currency that cannot be decided', () => {
  /** Keys that fail as often as they are to, then work. */
  function failingSeals(times: number): Seals {
    let left = times;
    return {
      ...hmacSeals,
      seal: async (digest) => {
        left -= 1;
        if (left >= 0) throw new SealsUnavailableError('the keys cannot be reached');
        return await hmacSeals.seal(digest);
      },
    };
  }

  it('is left out, the others are recorded, and the next delivery decides it alone', async () => {
    await armed(3);
    const first = runSweeps(portsWith({ seals: failingSeals(1) }), snapshotOf(3));
    const error: unknown = await first.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IncompleteRunError);
    expect((error as IncompleteRunError).run.proposed).toHaveLength(2);
    expect((error as IncompleteRunError).errors).toHaveLength(1);
    expect(rulesIn(await recordedRun())).toHaveLength(2);
    const { proposed, alreadyDecided } = await runSweeps(portsWith(), snapshotOf(3));
    expect(proposed).toHaveLength(1);
    expect(alreadyDecided).toHaveLength(2);
    expect(rulesIn(await recordedRun())).toHaveLength(3);
    expect(await instructionsOf(3)).toBe(3);
  });

  it('is not left out if the same run decides it after all', async () => {
    await armed(3);
    let commits = 0;
    const moving: Partial<Ledger> = {
      commit: async (tenant, changes) => {
        commits += 1;
        return commits <= MAX_RUN_ATTEMPTS
          ? { ok: false, conflicts: ['replace-lane'] }
          : await ledger.commit(tenant, changes);
      },
    };
    const ports = portsWith({ ledger: moving, seals: failingSeals(1) });
    const { proposed } = await runSweeps(ports, snapshotOf(3));
    expect(proposed).toHaveLength(3);
    expect(await instructionsOf(3)).toBe(3);
  });

  it('is left out also where deciding it throws', async () => {
    await armed(3);
    const schedule = { kind: 'cron', expression: 'never', timeZone: 'UTC' } as const;
    await mustCommit([{ kind: 'put-rule', rule: ruleOf(0, { schedule, version: 2 }) }]);
    const first = runSweeps(portsWith(), snapshotOf(3));
    await expect(first).rejects.toBeInstanceOf(IncompleteRunError);
    await expect(first).rejects.toThrow('C00 left out of the run');
    expect(rulesIn(await recordedRun())).toEqual(['sweep-c01', 'sweep-c02']);
  });

  it('halts once where several seals do not hold, and every decision says why', async () => {
    await armed(3);
    const { rules } = await ledger.readPolicy(TENANT);
    const unsealed = createLedger(table);
    for (const each of rules.slice(0, 2)) {
      const forged = { ...each, threshold: '1', version: 2 };
      await unsealed.commit(TENANT, [{ kind: 'put-rule', rule: forged }]);
    }
    const { decisions, proposed } = await runSweeps(portsWith(), snapshotOf(3));
    expect(proposed).toHaveLength(1);
    const reasons = decisions.map((each) => (each.outcome === 'sweep' ? 'sweep' : each.reason));
    expect(reasons.sort()).toEqual(['disarmed', 'disarmed', 'sweep']);
    const halt = await ledger.readHalt(TENANT);
    expect(halt).toMatchObject({ mode: 'halted', generation: 1 });
  });
});
