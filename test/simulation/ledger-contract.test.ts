import { describe, expect, it } from 'vitest';
import { countMarksIn } from '../../adapters/store/count-marks.ts';
import { createFlows, readBreak } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { engineForTests } from '../integration/store/engine-for-tests.ts';
import { takesPart } from '../thoroughness.ts';
import { Commits } from './contract-commits.ts';
import { SimulatedTable } from './table.ts';
import { TENANT } from './world.ts';

/** Enough for every condition to hold and not to hold many times, and a few seconds of the engine. */
const COMMITS_PER_SEED = 600;

describe('the simulated ledger', () => {
  const engine = engineForTests();

  it.each([1, 2, 3].filter((_, index) => takesPart(index)))(
    'decides every commit as the real one does, and keeps the same (seed %i)',
    async (seed) => {
      const stored = await engine().table();
      const real = createLedger(stored, { table: stored, retention: 'for-ever' });
      const table = new SimulatedTable(await real.epoch());
      const commits = new Commits(seed, table.epoch);
      const refused = new Map<string, number>();
      for (let n = 0; n < COMMITS_PER_SEED; n++) {
        const changes = commits.next(table);
        const simulated = table.commit(changes);
        const told = await real.commit(TENANT, changes);
        expect(simulated, `seed ${seed}, commit ${n}: ${JSON.stringify(changes)}`).toEqual(told);
        for (const kind of simulated.ok ? ['none'] : simulated.conflicts) {
          refused.set(kind, (refused.get(kind) ?? 0) + 1);
        }
      }
      expect(await contents(real, stored)).toEqual(await contentsOf(table));
      // Every kind of change was refused at least once, and many commits were not. A halt never is, nor its mark.
      const refusable = Commits.KINDS.filter((kind) => kind !== 'halt' && kind !== 'mark-halt');
      expect([...refused.keys()].sort()).toEqual(['none', ...refusable].sort());
      expect(refused.get('none')).toBeGreaterThan(COMMITS_PER_SEED / 10);
    },
  );
});

async function contents(ledger: Ledger, stored: StoreTable) {
  const changes = createPolicyChanges(stored);
  const books = createFlows(stored);
  const policy = await ledger.readPolicy(TENANT);
  const ids = Commits.INSTRUCTION_IDS;
  return {
    controls: policy.controls,
    rules: byId(policy.rules),
    accounts: byId(policy.accounts),
    lanes: byCurrency(await ledger.readLanes(TENANT)),
    instructions: await Promise.all(ids.map((id) => ledger.readInstruction(TENANT, id))),
    changes: await Promise.all(Commits.CHANGE_IDS.map((id) => changes.readChange(TENANT, id))),
    runs: await Promise.all(
      Commits.SNAPSHOTS.map((snapshot) => ledger.readDecisionRun(TENANT, snapshot)),
    ),
    usage: await ledger.readTradeUsage(TENANT),
    approvals: await ledger.readApprovalUsage(TENANT),
    outflows: await ledger.readOutflowUsage(TENANT),
    flows: await books.flowsBetween(TENANT, Commits.AT, Commits.AT),
    breaks: [await readBreak(stored, TENANT, 'break-1')],
    pendingClaims: await books.readPendingClaims(TENANT),
    marks: await ledger.readHaltMarks(TENANT, 'all'),
    counted: await counted({
      tables: () => countMarksIn(stored).countedTables(TENANT),
      last: (of, epoch) => countMarksIn(stored).lastCountNumber(TENANT, of, epoch),
    }),
    head: await ledger.readAuditHead(TENANT),
    known: [...(await ledger.knownWithdrawals(TENANT, Commits.WITHDRAWAL_IDS))].sort(),
    knownTrades: [...(await ledger.knownTrades(TENANT, Commits.TRADE_IDS))].sort(),
  };
}

async function contentsOf(table: SimulatedTable) {
  const policy = table.policy();
  return {
    controls: policy.controls,
    rules: byId(policy.rules),
    accounts: byId(policy.accounts),
    lanes: byCurrency(table.lanes()),
    instructions: Commits.INSTRUCTION_IDS.map((id) => table.instruction(id)),
    changes: Commits.CHANGE_IDS.map((id) => table.change(id)),
    runs: Commits.SNAPSHOTS.map((snapshot) => table.decisionRun(snapshot)),
    usage: table.tradeUsage,
    approvals: table.approvalUsage,
    outflows: table.outflowUsage,
    flows: [table.booked(`FLOW#${Commits.AT}#BTC`)],
    breaks: [table.booked('BREAK#break-1')],
    pendingClaims: table.booked('PENDING-CLAIMS'),
    marks: table.haltMarks('all'),
    counted: await counted({
      tables: () => table.countedTables(),
      last: (of, epoch) => table.lastCountNumber(of, epoch),
    }),
    head: table.auditHead(),
    known: [...table.knownWithdrawals(Commits.WITHDRAWAL_IDS)].sort(),
    knownTrades: [...table.knownTrades(Commits.TRADE_IDS)].sort(),
  };
}

interface Marks {
  readonly tables: () => Awaitable<readonly string[]>;
  readonly last: (of: string, epoch: string) => Awaitable<number>;
}
type Awaitable<T> = T | Promise<T>;

/** The last number of each count in each table that a mark names. */
async function counted({ tables, last }: Marks) {
  const named = [...(await tables())].sort();
  const each = named.flatMap((epoch) =>
    Commits.COUNTS.map(async (of) => [epoch, of, await last(of, epoch)] as const),
  );
  return await Promise.all(each);
}

function byId<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function byCurrency<T extends { readonly currency: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
