import type { ServiceLimits } from '../../../adapters/http-client/limits.ts';
import { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import type { TokenSource } from '../../../adapters/secrets/token-source.ts';
import { createFlows } from '../../../adapters/store/flows.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { TradeFields } from '../../../adapters/trading-service/trade-fields.ts';
import { createTradingService } from '../../../adapters/trading-service/trading-service.ts';
import { type RunningSandbox, SANDBOX_ACCOUNTS, startSandbox } from '../../../sandbox/index.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { TradingService } from '../../../treasury/ports/trading-service.ts';
import type { Snapshots } from '../../../treasury/snapshots/ports.ts';
import { takeSnapshot } from '../../../treasury/snapshots/take-snapshot.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { epochMsOf, type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN } from '../../canary/canary.ts';
import { record } from '../../canary/record.ts';
import { accountOf, controls, rule } from '../../samples/policy.ts';
import { policyWrites } from '../../samples/policy-writes.ts';
import { hmacSeals, readerOf, readingSeals } from '../../seals/hmac-seals.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { agreePrices } from '../market/agreed-prices.ts';
import type { Engine } from '../store/engine.ts';
import { itemsOf, putItems } from '../store/items.ts';

export const TENANT = 'main';
const START = '2026-01-05T09:00:00.000Z';

export const CONTROLS = controls({
  trades: { instruments: ['BTC/USD', 'ETH/USD'], maximumNotional: '1000000' },
});

/** Everything above 1 BTC goes to cold storage: with the sandbox's 3.25 BTC, a sweep of 2.25. */
export const RULE = rule({
  id: 'btc-cold',
  label: 'BTC to cold storage',
  withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id,
  threshold: '2',
  keep: '1',
  minimum: '0.01',
  step: '0.01',
  budgets: { per24Hours: '10' },
  maximumBalanceAgeSeconds: 600,
  backoff: { firstSeconds: 60, maximumSeconds: 600 },
  priority: 1,
  version: 1,
  activeSince: START,
});

interface ClientOptions {
  readonly baseUrl?: string;
  readonly limits?: Partial<ServiceLimits>;
  readonly token?: TokenSource;
  readonly now?: () => Instant;
  readonly tradeFields?: TradeFields;
}

export type TreasuryUnderTest = Awaited<ReturnType<typeof startTreasury>>;

/** A treasury over whichever store. */
export type TreasuryOverStore = Awaited<ReturnType<typeof treasuryOver>>;

/** A whole treasury over the real engine. */
export async function startTreasury(engine: Engine, prices?: 'agreed') {
  const table = await engine.table();
  const snapshotsTable = await engine.table();
  const stores = {
    ledger: createLedger(table, { table, retention: 'for-ever' }),
    snapshots: createSnapshots(snapshotsTable),
  };
  return {
    ...(await treasuryOver(stores, prices)),
    /** The ledger's table, for what a test does to it behind the ledger's back. */
    table,
    snapshotsTable,
    flows: createFlows(table),
    /** A backup of this moment, restored into another table. */
    restored: async (of: StoreTable = table): Promise<StoreTable> => {
      const copy = await engine.table();
      await putItems(copy, await itemsOf(of));
      return copy;
    },
  };
}

/** The real client, the sandbox over real sockets, and a clock that the test turns. */
export async function treasuryOver(
  stores: { readonly ledger: Ledger; readonly snapshots: Snapshots },
  prices?: 'agreed',
) {
  let time: Instant = START;
  const startedMs = Date.now();
  const sandbox: RunningSandbox = await startSandbox({
    port: 0,
    splitWithdrawals: 'never',
    token: CANARY_TOKEN,
    // What is created there bears about the time at which it was asked for; its own work takes real time.
    clock: () => epochMsOf(time) + Date.now() - startedMs,
  });
  const effects = { now: () => time, nonce: () => crypto.randomUUID() };
  const { snapshots } = stores;
  const ledger = sealingLedger(stores.ledger);
  /** The real client with this clock, of the sandbox unless told otherwise. */
  const serviceWith = (options: ClientOptions = {}): TradingService =>
    createTradingService(
      {
        baseUrl: options.baseUrl ?? sandbox.url,
        // Short enough that a test of a hanging service does not hang itself.
        limits: { headersTimeoutMs: 400, writeTimeoutMs: 800, ...options.limits },
        tradeFields: options.tradeFields ?? {},
      },
      {
        token: options.token ?? tokenOf(sandbox),
        now: options.now ?? (() => time),
        sleep: async () => {},
        random: Math.random,
        warn: () => {},
      },
    );
  const service = serviceWith();
  const ports = {
    ...effects,
    ledger,
    service,
    snapshots,
    seals: hmacSeals,
    reader: readerOf(service),
  };
  await arm(ledger, ['BTC', 'USD', 'ETH']);
  if (prices === 'agreed') await agreePrices(snapshots, sandbox, plusSeconds(START, -300));
  const snapshot = async () => {
    time = plusSeconds(time, 1);
    const tick = { tenant: TENANT, scheduledFor: time, reportingCurrency: 'USD' };
    const taken = await takeSnapshot(
      { ...effects, service, snapshots, readingSealer: readingSeals },
      tick,
    );
    if (taken.result !== 'recorded' || taken.snapshot.kind !== 'taken') {
      throw new Error(`no snapshot: ${JSON.stringify(taken)}`);
    }
    return taken.snapshot;
  };
  return {
    sandbox,
    ledger,
    snapshots,
    service,
    serviceWith,
    ports,
    /** A snapshot that no run decides on. */
    snapshot,
    now: () => time,
    pass: (seconds: number) => {
      time = plusSeconds(time, seconds);
    },
    /** The next tick: a snapshot, and the sweeps that follow from it. */
    tick: async () => {
      const taken = await snapshot();
      const run = await runSweeps(
        { ...effects, ledger, seals: hmacSeals, reader: readingSeals },
        taken,
      );
      return { snapshot: taken, ...run };
    },
    posts: (path = '/v1/withdrawals') =>
      sandbox.journal().filter((entry) => entry.method === 'POST' && entry.path === path),
    lane: async (currency = 'BTC') => {
      const lane = (await ledger.readLanes(TENANT)).find((each) => each.currency === currency);
      if (lane === undefined) throw new Error(`no lane ${currency}`);
      return lane;
    },
    state: async (id: string) => (await ledger.readInstruction(TENANT, id))?.status.state,
    putControls: async (controls: Partial<Controls>) => {
      const current = (await ledger.readPolicy(TENANT)).controls ?? CONTROLS;
      const next = { ...current, ...controls, version: current.version + 1 };
      await mustCommit(ledger, [{ kind: 'put-controls', controls: next }]);
    },
    stop: async () => {
      record('the journal of the sandbox', JSON.stringify(sandbox.journal()));
      await sandbox.close();
    },
  };
}

function tokenOf(sandbox: RunningSandbox) {
  const reading = async () => ({ ok: true, token: new ServiceToken(sandbox.token) }) as const;
  return { current: reading, refresh: reading };
}

/** The policy of most tests: one rule, one account, and a lane of each currency. */
export async function arm(ledger: Ledger, currencies: readonly string[]): Promise<void> {
  const accounts = [accountOf(SANDBOX_ACCOUNTS.btcWallet)];
  const first = { controls: CONTROLS, accounts, rules: [RULE], currencies };
  await mustCommit(ledger, policyWrites(await ledger.epoch(), first));
}

async function mustCommit(ledger: Ledger, changes: readonly LedgerWrite[]): Promise<void> {
  const result = await ledger.commit(TENANT, changes);
  if (!result.ok) throw new Error(`not written: ${result.conflicts.join(', ')}`);
}
