import { NOTHING_UNBOOKED } from '../../treasury/booking/booking.ts';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';
import type { ClaimRecord, Lane } from '../../treasury/instructions/lane.ts';
import type { LowBalanceState } from '../../treasury/ledger/low-balance.ts';
import type { Reminder } from '../../treasury/ledger/reminder.ts';
import type { WrittenExport } from '../../treasury/ledger/written-export.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import type { TokenUse } from '../../treasury/snapshots/token-use.ts';
import { AT, moved } from './moved.ts';

/** A lane that is blocked by a claim, and is free again. */
export function laneMoves(claim: ClaimRecord): readonly LedgerMove[] {
  const blocked: Lane = {
    tenant: 'main',
    currency: 'BTC',
    epoch: 'never told',
    version: 7,
    status: { state: 'unknown', claim, since: AT },
    open: {},
    usage: {},
    counts: [],
    booking: NOTHING_UNBOOKED,
  };
  const free: Lane = { ...blocked, status: { state: 'idle' }, version: 8, concludedAt: AT };
  return [moved('lane', { ...free, version: 6 }, blocked), moved('lane', blocked, free)];
}

const TAKEN: Snapshot = {
  kind: 'taken',
  tenant: 'main',
  scheduledFor: '2026-01-05T09:00:00.000Z',
  takenAt: AT,
  balances: { BTC: { total: '3.25', available: '3.25' } },
  prices: {},
  valuation: { reportingCurrency: 'USD', total: '0', values: {}, unvalued: ['BTC'] },
  rawBalances: 'never told',
  rawBalancesDigest: 'never told',
};
const NO_SNAPSHOT: Snapshot = {
  kind: 'missed',
  tenant: 'main',
  scheduledFor: '2026-01-05T09:05:00.000Z',
  missedAt: AT,
  code: 'timeout',
  why: {
    code: 'not-read',
    failed: {
      why: {
        ...{ code: 'unanswered', asked: 'GET /v1/balances', error: 'TIMEOUT' },
        why: { code: 'not-begun', afterMs: 10_000 },
      },
    },
  },
};
const EXPORT: WrittenExport = {
  tenant: 'main',
  id: '20260105T090000Z-6d0c1f0a9b3e4d5c8a7b6c5d4e3f2a1b',
  report: 'GET /v1/reports/flows',
  format: 'csv',
  fileName: 'flows-2025.csv',
  bytes: 8_388_608,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  requestedBy: 'tina',
  writtenAt: AT,
};
const TOKEN_USE: TokenUse = {
  tenant: 'main',
  version: 2,
  secretVersion: 'never told',
  firstUsedAt: AT,
};

const REMINDER: Reminder = {
  tenant: 'main',
  kind: 'withdrawal',
  id: 'sweep-btc-cold-20260105T090000Z',
  what: { code: 'amount', amount: '1.25', currency: 'BTC' },
  waitingSince: '2026-01-04T09:00:03.000Z',
  expiresAt: '2026-01-05T15:00:03.000Z',
  remindedAt: AT,
};

const BELOW: LowBalanceState = {
  tenant: 'main',
  ruleId: 'btc-cold',
  currency: 'BTC',
  state: 'below',
  since: AT,
  snapshot: '2026-01-05T09:00:00.000Z',
  balance: '1.2',
  low: '1.5',
  missing: '0.8',
  version: 1,
};
const { missing: _, ...KNOWN } = BELOW;
const OVER: LowBalanceState = { ...KNOWN, state: 'over', balance: '2.7', version: 2 };

/** What functions saw or finished. */
export function observations(): readonly LedgerMove[] {
  return [
    moved('snapshot', null, TAKEN),
    moved('snapshot', null, NO_SNAPSHOT),
    moved('export', null, EXPORT),
    moved('token-use', null, TOKEN_USE),
    moved('reminder', null, REMINDER),
    moved('low-balance', null, BELOW),
    moved('low-balance', BELOW, OVER),
  ];
}
