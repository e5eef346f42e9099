import { createHash } from 'node:crypto';
import { alone, ledgerIn } from '../../adapters/memory/ledger-ports.ts';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import type { BalancesReading } from '../../treasury/ports/trading-service.ts';
import type { DecidingPorts } from '../../treasury/sending/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { hmacSeals } from '../seals/hmac-seals.ts';
import { REPORTING_CURRENCY } from './reporting-currency.ts';
import type { Scheduler } from './scheduler.ts';
import { successBody } from './service/answers.ts';
import type { SimulatedService } from './service/service.ts';
import type { SimulatedTable } from './table.ts';
import { TENANT } from './world.ts';

/** Milliseconds that anything asked of the service takes. */
const EXCHANGE_MS = 300;

/** Ports without a fault: whatever is asked for happens, and takes its time. */
export interface SteadyPorts extends DecidingPorts {
  readonly pass: (ms: number) => Promise<void>;
}

export function steadyPorts(
  scheduler: Scheduler,
  service: SimulatedService,
  table: SimulatedTable,
): SteadyPorts {
  const pass = (ms: number) => scheduler.runUntil(scheduler.nowMs + ms, () => true);
  let nonces = 0;
  return {
    pass,
    now: () => instantOf(scheduler.nowMs),
    nonce: () => `nonce-${nonces++}`,
    ledger: ledgerIn(alone(table)),
    seals: hmacSeals,
    service: {
      readBalances: async () => {
        await pass(EXCHANGE_MS);
        return { ok: true, value: readBalances(scheduler, service) };
      },
      readPrices: () => Promise.reject(new Error('no prices are read here')),
      sendTrade: () => Promise.reject(new Error('no trades are sent here')),
      sendWithdrawal: async ({ withdrawalAccountId, amount }) => {
        await pass(EXCHANGE_MS);
        const request = { kind: 'withdrawal', withdrawalAccountId, amount } as const;
        const execution = service.execute('a sweep', request);
        if (execution === null) throw new Error('the balance does not carry it');
        const body = successBody(service.accounts, execution);
        const contentType = 'application/json';
        return classifyWithdrawal({ kind: 'answered', status: 200, contentType, body });
      },
    },
  };
}

export function readBalances(scheduler: Scheduler, service: SimulatedService): BalancesReading {
  const raw = service.balancesBody();
  const totals = Object.entries(JSON.parse(raw) as Readonly<Record<string, string>>);
  return {
    readAt: instantOf(scheduler.nowMs),
    balances: Object.fromEntries(totals.map(([currency, total]) => [currency, { total }])),
    raw,
    rawDigest: createHash('sha256').update(raw).digest('hex'),
  };
}

export function snapshotOf(reading: BalancesReading, tickMs: number): SnapshotTaken {
  return {
    kind: 'taken',
    tenant: TENANT,
    scheduledFor: instantOf(tickMs),
    takenAt: reading.readAt,
    balances: reading.balances,
    prices: {},
    valuation: { reportingCurrency: REPORTING_CURRENCY, total: '0', values: {}, unvalued: [] },
    rawBalances: reading.raw,
    rawBalancesDigest: reading.rawDigest,
  };
}
