import { describe, expect, it } from 'vitest';
import { MemoryStore, type StorePorts } from '../../adapters/memory/memory-store.ts';
import { TENANT } from '../simulation/tenant.ts';
import { takesPart } from '../thoroughness.ts';
import { Commits } from './commits.ts';
import { storeKinds } from './stores.ts';

/** Enough for every condition to hold and not to hold several times with each seed (the seldomest three times), and a few seconds of the engine. */
const COMMITS_PER_SEED = 1000;

const [, ...others] = storeKinds();

describe.each(others)('a ledger $name', ({ open }) => {
  it.each([1, 2, 3].filter((_, index) => takesPart(index)))(
    'decides every commit as the one in memory does, and keeps the same (seed %i)',
    async (seed) => {
      const ports = await open();
      const memory = new MemoryStore(await ports.ledger.epoch());
      const model = memory.ledgerOf(TENANT);
      const commits = new Commits(seed, memory.epoch);
      const refused = new Map<string, number>();
      for (let n = 0; n < COMMITS_PER_SEED; n++) {
        const changes = commits.next(model);
        const expected = model.commit(changes);
        const told = await ports.ledger.commit(TENANT, changes);
        expect(told, `seed ${seed}, commit ${n}: ${JSON.stringify(changes)}`).toEqual(expected);
        for (const kind of expected.ok ? ['none'] : expected.conflicts) {
          refused.set(kind, (refused.get(kind) ?? 0) + 1);
        }
      }
      expect(await contents(ports)).toEqual(await contents(memory.ports));
      // Every kind of change was refused at least once, and many commits were not. A halt never is, nor its mark.
      const refusable = Commits.KINDS.filter((kind) => kind !== 'halt' && kind !== 'mark-halt');
      expect([...refused.keys()].sort()).toEqual(['none', ...refusable].sort());
      expect(refused.get('none')).toBeGreaterThan(COMMITS_PER_SEED / 10);
    },
  );
});

/** Before and behind every moment of these commits. */
const EARLIER = '2026-01-01T00:00:00.000Z';
const LATER = '2027-01-01T00:00:00.000Z';

/** Everything that the ports read of what was committed, in an order of its own where the ports promise none. */
async function contents({ ledger, policyLedger, flows }: StorePorts) {
  const policy = await ledger.readPolicy(TENANT);
  const { AT } = Commits;
  const currents = Commits.SUBJECTS.map((subject) => policyLedger.readCurrent(TENANT, subject));
  return {
    halt: await ledger.readHalt(TENANT),
    controls: policy.controls,
    rules: byId(policy.rules),
    accounts: byId(policy.accounts),
    calendars: byId(policy.calendars ?? []),
    currents: await Promise.all(currents),
    rates: await policyLedger.readManualRates(TENANT),
    matchingRules: await policyLedger.readMatchingRules(TENANT),
    webhooks: await policyLedger.readWebhooks(TENANT),
    lanes: byCurrency(await ledger.readLanes(TENANT)),
    instructions: await all(Commits.INSTRUCTION_IDS, (id) => ledger.readInstruction(TENANT, id)),
    changes: await all(Commits.CHANGE_IDS, (id) => policyLedger.readChange(TENANT, id)),
    open: await policyLedger.openChangesOf(TENANT, 'ana', EARLIER, 10),
    runs: await all(Commits.SNAPSHOTS, (snapshot) => ledger.readDecisionRun(TENANT, snapshot)),
    usage: await ledger.readCounts(TENANT, 'trade-usage'),
    approvals: await ledger.readCounts(TENANT, 'approval-usage'),
    outflows: await ledger.readCounts(TENANT, 'outflow-usage'),
    flows: await flows.flowsBetween(TENANT, AT, AT),
    moved: await flows.movedBetween(TENANT, 'BTC', AT, LATER),
    differed: await flows.differedBetween(TENANT, 'BTC', { from: AT, to: LATER }),
    breaks: await flows.breaksBetween(TENANT, EARLIER, LATER),
    breakAt: await flows.breakAt(TENANT, { snapshot: AT, currency: 'BTC' }),
    claims: await flows.claimsEnding(TENANT, EARLIER, LATER),
    conclusions: await flows.conclusionsOf(TENANT, 'BTC'),
    pendingClaims: await flows.readPendingClaims(TENANT),
    marks: await ledger.readHaltMarks(TENANT, 'all'),
    head: await ledger.readAuditHead(TENANT),
    known: [...(await ledger.knownWithdrawals(TENANT, Commits.WITHDRAWAL_IDS))].sort(),
    knownTrades: [...(await ledger.knownTrades(TENANT, Commits.TRADE_IDS))].sort(),
  };
}

async function all<Id, T>(ids: readonly Id[], read: (id: Id) => Promise<T>): Promise<readonly T[]> {
  return await Promise.all(ids.map(read));
}

function byId<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function byCurrency<T extends { readonly currency: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
