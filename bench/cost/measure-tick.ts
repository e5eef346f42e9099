import { createHash } from 'node:crypto';
import { createFlows } from '../../adapters/store/flows.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import { localKms } from '../../local/kms/kms.ts';
import { localSeals } from '../../local/kms/local-seals.ts';
import { putItem } from '../../treasury/changes/writes-of.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { CurrentItem } from '../../treasury/ledger/policy-change.ts';
import type { WithdrawalRequest } from '../../treasury/outcomes/outcome.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { sealedPiece } from '../../treasury/sealing/policy-seals.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { watch } from '../../treasury/watchdog/watch.ts';
import { sendWithdrawal } from '../../treasury/withdrawals/send-withdrawal.ts';
import { IN_FORCE, POLICY } from '../backtest-rules.ts';
import type { CostTables } from './tables.ts';
import { added, NO_UNITS, perOne, type Units, type unitsOf } from './units.ts';

/** The consumption of one tick of one tenant, function by function, and the addition of one sweep. */
export interface TickUnits {
  readonly currencies: number;
  readonly takeSnapshot: Units;
  readonly runSweeps: Units;
  readonly updateBooks: Units;
  readonly watchdog: Units;
  /** One withdrawal, from approved to confirmed. */
  readonly sendWithdrawal: Units;
}

/** Of this process: what KMS takes is measured with the calls, not here. */
const SEAL_KEYS = ['key-of-the-bench'];
const SEALS = localSeals(localKms(SEAL_KEYS, null), SEAL_KEYS);

const FROM: Instant = '2026-01-05T00:00:00.000Z';
/** Hours of ticks that are measured: what comes once an hour is in it, what comes once a day is not worth more. */
const HOURS = 2;
/** Changes of one commit: as many as DynamoDB takes. */
const PER_COMMIT = 25;

/** Whole ticks of a tenant with so many currencies, one rule each, on the engine's own count. */
export async function measureTick(
  tables: CostTables,
  counted: ReturnType<typeof unitsOf>,
  currencies: number,
  everyMinutes: number,
): Promise<TickUnits> {
  const { ledger, ledgerTable, snapshotsTable, seriesTable } = tables;
  const tenant = `bench-${currencies}-${everyMinutes}`;
  const names = Array.from({ length: currencies }, (_, index) => `C${100 + index}`);
  await writePolicy(tables, tenant, names);
  const balances = new Map(names.map((name) => [name, 10]));
  let now = FROM;
  const effects = { now: () => now, nonce: () => crypto.randomUUID() };
  const snapshots = createSnapshots(snapshotsTable, 13);
  const books = { readings: createReadings(snapshotsTable), flows: createFlows(ledgerTable) };
  const ports = {
    ...effects,
    ...books,
    ledger,
    seals: SEALS,
    snapshots,
    series: createSeries(seriesTable),
    service: serviceOf(balances, () => now),
    deliver: async () => undefined,
    pause: async () => undefined,
  };
  const sums = { snapshot: NO_UNITS, sweeps: NO_UNITS, books: NO_UNITS, watchdog: NO_UNITS };
  const ticks = Math.ceil((HOURS * 60) / everyMinutes);
  for (let index = 0; index < ticks; index++) {
    now = plusSeconds(FROM, index * everyMinutes * 60);
    const tick = { tenant, scheduledFor: now, reportingCurrency: 'USD' };
    const taken = await counted(() => takeSnapshot(ports, tick));
    if (taken.value.result !== 'recorded' || taken.value.snapshot.kind !== 'taken') {
      throw new Error('no snapshot was taken');
    }
    const { snapshot } = taken.value;
    sums.snapshot = added(sums.snapshot, taken);
    sums.sweeps = added(sums.sweeps, await counted(() => runSweeps(ports, snapshot)));
    sums.books = added(
      sums.books,
      await counted(async () => {
        await reconcile(ports, { tenant, scheduledFor: tick.scheduledFor }, {});
        await updateSeries(ports, tenant, tick.scheduledFor);
      }),
    );
    sums.watchdog = added(sums.watchdog, await counted(() => watch(ports, tenant)));
  }
  const [swept = ''] = names;
  balances.set(swept, 500);
  now = plusSeconds(now, everyMinutes * 60);
  const taken = await takeSnapshot(ports, { tenant, scheduledFor: now, reportingCurrency: 'USD' });
  if (taken.result !== 'recorded' || taken.snapshot.kind !== 'taken')
    throw new Error('no snapshot');
  const { proposed } = await runSweeps(ports, taken.snapshot);
  const [instruction] = proposed;
  if (instruction === undefined) throw new Error('nothing was swept');
  const sent = await counted(() => sendWithdrawal(ports, tenant, instruction.id));
  if (sent.value.result !== 'concluded') throw new Error(`not sent: ${JSON.stringify(sent.value)}`);
  return {
    currencies,
    takeSnapshot: perOne(sums.snapshot, ticks),
    runSweeps: perOne(sums.sweeps, ticks),
    updateBooks: perOne(sums.books, ticks),
    watchdog: perOne(sums.watchdog, ticks),
    sendWithdrawal: perOne(sent, 1),
  };
}

async function writePolicy({ ledger }: CostTables, tenant: string, names: readonly string[]) {
  const epoch = await ledger.epoch();
  const [account] = POLICY.accounts;
  if (account === undefined || POLICY.controls === null) throw new Error('there is no policy');
  const pieces: CurrentItem[] = [
    { kind: 'controls', item: POLICY.controls },
    ...names.flatMap((currency, index): CurrentItem[] => {
      const id = `6a1f6d0e-58c3-4b1d-9b53-${String(index).padStart(12, '0')}`;
      return [
        { kind: 'account', item: { ...account, id, currency } },
        {
          kind: 'rule',
          item: {
            ...IN_FORCE,
            id: `sweep-${currency.toLowerCase()}`,
            currency,
            withdrawalAccountId: id,
          },
        },
      ];
    }),
  ];
  const changes = names.map(
    (currency): LedgerWrite => ({ kind: 'create-lane', lane: newLane(tenant, currency, epoch) }),
  );
  for (const piece of pieces) {
    changes.push(putItem(await sealedPiece(SEALS, { tenant: tenant, epoch }, piece, FROM)));
  }
  for (let start = 0; start < changes.length; start += PER_COMMIT) {
    const written = await ledger.commit(tenant, changes.slice(start, start + PER_COMMIT));
    if (!written.ok) throw new Error(`no policy: ${written.conflicts.join(', ')}`);
  }
}

/** Answers at once: what is measured is what follows from it. */
function serviceOf(balances: ReadonlyMap<string, number>, now: () => Instant): TradingService {
  const shown = () =>
    Object.fromEntries(
      [...balances].map(([name, total]) => [
        name,
        { total: `${total}.12345678`, available: `${total}.12345678` },
      ]),
    );
  return {
    readBalances: async () => {
      const raw = JSON.stringify(shown());
      const rawDigest = createHash('sha256').update(raw).digest('hex');
      return { ok: true, value: { readAt: now(), balances: shown(), raw, rawDigest } };
    },
    readPrices: async () => {
      const quotes = [...balances.keys()].map((name) => [
        `${name}/USD`,
        { bid: '63984.75', ask: '65016.25' },
      ]);
      return { ok: true, value: { readAt: now(), prices: Object.fromEntries(quotes) } };
    },
    sendWithdrawal: async (request) =>
      classifyWithdrawal({
        kind: 'answered',
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(answerTo(request, now())),
      }),
    sendTrade: () => Promise.reject(new Error('no trade is measured here')),
  };
}

function answerTo(
  { withdrawalAccountId, amount, currency }: WithdrawalRequest,
  createdAt: Instant,
) {
  const network = 'bitcoin';
  const withdrawalAccount = { id: withdrawalAccountId, network, currency };
  return [{ id: crypto.randomUUID(), network, currency, amount, withdrawalAccount, createdAt }];
}
