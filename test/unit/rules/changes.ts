import { PIECES } from '../../../treasury/counters/counter.ts';
import type { NoSweepReason } from '../../../treasury/decisions/decision.ts';
import { READS } from '../../../treasury/policy/ledger-format.ts';
import type { EvaluateInput } from '../../../treasury/rules/evaluate.ts';
import { valuesNow } from '../../../treasury/valuation/believed-values.ts';
import { counted } from '../../samples/counts.ts';
import { ACCOUNT, CONTROLS, calendar, rule } from '../../samples/policy.ts';
import { readingOf } from '../../samples/values.ts';
import {
  CLAIM,
  converting,
  LANE,
  laneUsing,
  MARKET,
  NOW,
  outflow,
  TRADING,
  withLane,
} from './samples.ts';

/** Closed on the Monday of every situation. */
const OFFICE = calendar({ holidays: [{ date: '2026-01-05', name: 'Inventory' }] });
const byValue = rule({ threshold: { value: '400', in: 'USD' } });
const BTC_IN_USD = { 'BTC/USD': { bid: '40', ask: '50' } };
const readAt = (at: string) => readingOf(BTC_IN_USD, at);
/** It was 10 USD before. */
const CHEAPER = {
  unitValues: { BTC: { last: '10' } },
  valuation: { reportingCurrency: 'USD' },
};

/** One change of a situation that sweeps, for each reason not to. */
export const CHANGES: Readonly<Record<NoSweepReason, Partial<EvaluateInput>>> = {
  disarmed: { controls: null },
  halted: { controls: { ...CONTROLS, mode: 'halted' } },
  'newer-version': { controls: { ...CONTROLS, format: READS.to + 1 } },
  unreadable: {
    rules: [],
    unreadableRules: [{ id: 'r', version: 1, currency: 'BTC', withdrawalAccountId: ACCOUNT.id }],
  },
  disabled: { rules: [rule({ enabled: false })] },
  'account-cooling-off': {
    accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, usableFrom: '2026-01-05T09:00:05.001Z' }]]),
  },
  'account-not-active': { accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, status: 'inactive' }]]) },
  'currency-mismatch': { accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, currency: 'ETH' }]]) },
  'conversion-circle': converting({ into: 'USD' }, { ...MARKET }, [
    rule({ id: 'back', currency: 'USD', kind: 'convert', into: 'BTC' }),
  ]),
  'instrument-not-allowed': converting({ into: 'EUR' }),
  'currency-not-held': { balances: { ETH: { total: '20' } } },
  'balance-not-stated': {
    balances: {
      BTC: {
        reading: 'not-listed',
        since: '2026-01-05T08:45:00.000Z',
        readings: 1,
        last: {
          total: '5',
          readAt: '2026-01-05T08:30:00.000Z',
          tick: '2026-01-05T08:30:00.000Z',
        },
      },
    },
  },
  'stale-balance': { balancesReadAt: '2026-01-05T08:55:04.999Z' },
  'price-unusable': converting({ into: 'USD' }, { ...MARKET, prices: {} }),
  'not-scheduled': withLane(laneUsing({ lastOccurrence: '2026-01-05T09:00:00.000Z' })),
  missed: {
    rules: [
      rule({
        activeSince: '2026-01-04T00:00:00.000Z',
        schedule: { kind: 'cron', expression: '0 7 * * ? *', timeZone: 'UTC' },
      }),
    ],
    ...withLane(laneUsing({ lastOccurrence: '2026-01-04T07:00:00.000Z' })),
  },
  holiday: { rules: [rule({ calendars: ['office'] })], calendars: [OFFICE] },
  'outside-calendar': {
    rules: [rule({ calendars: ['office'] })],
    calendars: [{ ...OFFICE, until: '2026-01-04', holidays: [] }],
  },
  'after-cut-off': {
    rules: [rule({ cutOff: { time: '10:00', timeZone: 'Europe/Zurich' } })],
  },
  uncertain: withLane({ ...LANE, status: { state: 'unknown', claim: CLAIM, since: CLAIM.sendBy } }),
  'in-flight': withLane({ ...LANE, status: { state: 'sending', claim: CLAIM } }),
  backoff: withLane(laneUsing({ failures: 2, backoffUntil: '2026-01-05T09:00:05.001Z' })),
  cooldown: {
    rules: [rule({ cooldownSeconds: 60 })],
    ...withLane(laneUsing({ lastClaimedAt: '2026-01-05T08:59:05.001Z' })),
  },
  'withdrawals-exhausted': {
    rules: [rule({ withdrawalsPer24Hours: 2 })],
    ...withLane({
      ...LANE,
      counts: [
        counted(
          { kind: 'withdrawals', of: rule().id, unit: PIECES },
          { hours: { '2026-01-04T09:00:00.000Z': '1', '2026-01-05T08:00:00.000Z': '1' } },
        ),
      ],
    }),
  },
  'no-price': { rules: [byValue] },
  'stale-price': { rules: [byValue], prices: readAt('2026-01-05T08:45:04.000Z') },
  'price-jumped': {
    rules: [byValue],
    prices: { values: valuesNow(BTC_IN_USD, CHEAPER, 'USD', {}), readAt: NOW },
  },
  'keep-above-threshold': {
    rules: [rule({ keep: { value: '900', in: 'USD' } })],
    prices: readAt(NOW),
  },
  'below-threshold': { balances: { BTC: { total: '10' } } },
  'nothing-left-by-earlier-rule': withLane({
    ...LANE,
    open: { other: { instructionId: 'other', ruleId: 'another-rule', amount: '10' } },
  }),
  'budget-exhausted': {
    rules: [rule({ budgets: { per24Hours: '8' } })],
    ...withLane(laneUsing({ hours: { '2026-01-05T08:00:00.000Z': '7.1' } })),
  },
  'trade-limit-exhausted': {
    ...converting({ into: 'USD' }),
    controls: { ...TRADING, trades: { ...TRADING.trades, maximumNotional: '49000' } },
  },
  'limit-unknown': {
    controls: { ...CONTROLS, withdrawalLimits: { per24Hours: '1' } },
    outflow: outflow({ prices: null }),
  },
  'liquidity-floor': {
    controls: { ...CONTROLS, liquidityFloor: { currencies: { BTC: '19.1' } } },
    outflow: outflow(),
  },
  'account-limit': {
    accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, limits: { per24Hours: '0.9' } }]]),
    outflow: outflow(),
  },
  'counterparty-limit': {
    accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, counterparty: 'Vault Inc.' }]]),
    controls: {
      ...CONTROLS,
      withdrawalLimits: { counterparties: [{ name: 'VAULT Inc.', per30Days: '99' }] },
    },
    outflow: outflow(),
  },
  'outflow-limit': {
    controls: { ...CONTROLS, withdrawalLimits: { per24Hours: '99' } },
    outflow: outflow(),
  },
  'below-minimum': { rules: [rule({ minimum: '15.1' })] },
  'dry-run': { controls: { ...CONTROLS, mode: 'dry-run' } },
};
