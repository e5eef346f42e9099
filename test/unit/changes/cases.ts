import type { CalendarDraft } from '../../../treasury/calendars/calendar.ts';
import type { Comparison } from '../../../treasury/ledger/policy-change.ts';
import type { ManualRateDraft } from '../../../treasury/policy/manual-rate-schema.ts';
import type { MatchingRuleDraft } from '../../../treasury/policy/matching-rule-schema.ts';
import type {
  ControlsDraft,
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../../../treasury/policy/policy-schema.ts';
import type { WebhookDraft } from '../../../treasury/policy/webhook.ts';
import { ACCOUNT, CALENDAR, CONTROLS, RULE, WEBHOOK } from '../../samples/policy.ts';

const { version: _r, activeSince: _s, ...RULE_DRAFT } = RULE;
const { version: _a, ...ACCOUNT_DRAFT } = ACCOUNT;
const { version: _c, ...CONTROLS_DRAFT } = CONTROLS;

const { version: _v, activeSince: _t, secretFor: _f, ...WEBHOOK_DRAFT } = WEBHOOK;

/** What people do to a policy, in the words of docs/policy-changes.md, and how many it takes. */
export interface Case {
  readonly what: string;
  readonly people: 1 | 2;
  readonly comparison: Comparison;
}

type Pair<T> = readonly [people: 1 | 2, what: string, before: Partial<T>, after: Partial<T>];

const CAPPED = { maximum: '5', approvalAbove: '3' };
const usd = (value: string) => ({ value, in: 'USD' }) as const;
const percentage = (percent: string) =>
  ({ kind: 'percentage', basis: 'surplus', percent }) as const;
const fixed = (amount: string) => ({ kind: 'fixed', basis: 'amount', amount }) as const;
const AT_THREE = { time: '15:00', timeZone: 'UTC' } as const;
const OTHER_ID = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02';
const weights = (...parts: readonly (readonly [id: string, percent: string])[]) =>
  ({
    kind: 'weights',
    parts: parts.map(([withdrawalAccountId, percent]) => ({ withdrawalAccountId, percent })),
  }) as const;
const halves = weights([ACCOUNT.id, '50'], [OTHER_ID, '50']);
const reversed = weights([OTHER_ID, '50'], [ACCOUNT.id, '50']);
const unequal = weights([ACCOUNT.id, '49'], [OTHER_ID, '51']);
const cron = { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' } as const;

const RULES: readonly Pair<SweepRuleDraft>[] = [
  [1, 'switch a rule off', {}, { enabled: false }],
  [2, 'switch a rule on', { enabled: false }, {}],
  [1, 'name it otherwise', {}, { label: 'another name' }],
  [1, 'say another purpose or owner', { owner: 'Treasury' }, { purpose: 'Surplus to storage' }],
  [2, 'pay to another account', {}, { withdrawalAccountId: crypto.randomUUID() }],
  [2, 'divide it among accounts', {}, { split: halves }],
  [2, 'pay all of it to one account again', { split: halves }, {}],
  [2, 'divide it by other weights', { split: halves }, { split: unequal }],
  [2, 'divide it in another order', { split: halves }, { split: reversed }],
  [
    2,
    'use another step where it is divided',
    { split: halves, step: '0.1' },
    { split: halves, step: '0.5' },
  ],
  [
    2,
    'lower the maximum so that no part needs an approval',
    { split: halves, approvalAbove: '3', maximum: '10' },
    { split: halves, approvalAbove: '3', maximum: '6' },
  ],
  [
    1,
    'lower the maximum where every part still needs one',
    { split: halves, approvalAbove: '3', maximum: '10' },
    { split: halves, approvalAbove: '3', maximum: '8' },
  ],
  [2, 'sweep another currency', {}, { currency: 'ETH' }],
  [1, 'raise the threshold', {}, { threshold: '11' }],
  [2, 'lower the threshold', {}, { threshold: '9' }],
  [1, 'keep more', {}, { keep: '6' }],
  [2, 'keep less', {}, { keep: '4' }],
  [1, 'raise the minimum', {}, { minimum: '2' }],
  [2, 'lower the minimum', {}, { minimum: '0' }],
  [1, 'set or lower a maximum', { maximum: '5' }, { maximum: '4' }],
  [2, 'raise or remove the maximum', { maximum: '5' }, { maximum: '6' }],
  [2, 'lower the maximum below the limit of approvals', CAPPED, { ...CAPPED, maximum: '3' }],
  [
    2,
    'use a step that makes each sweep too small to need an approval',
    { maximum: '3.4', approvalAbove: '3', step: '0.1' },
    { maximum: '3.4', approvalAbove: '3', step: '1' },
  ],
  [1, 'take a smaller part', { allocation: percentage('50') }, { allocation: percentage('40') }],
  [2, 'take a larger part', { allocation: percentage('50') }, { allocation: percentage('60') }],
  [1, 'take a smaller fixed amount', { allocation: fixed('3') }, { allocation: fixed('2') }],
  [2, 'take a larger fixed amount', { allocation: fixed('3') }, { allocation: fixed('4') }],
  [2, 'take another kind of part', { allocation: fixed('3') }, { allocation: percentage('1') }],
  [1, 'use a step that is a multiple of the one before', { step: '0.1' }, { step: '0.5' }],
  [2, 'use another step', { step: '0.2' }, { step: '0.3' }],
  [1, 'set or lower a budget', {}, { budgets: { per24Hours: '9' } }],
  [2, 'raise or remove a budget', { budgets: { per30Days: '9' } }, { budgets: {} }],
  [
    1,
    'withdraw less often, or for the first time not more often than',
    {},
    { withdrawalsPer24Hours: 3 },
  ],
  [2, 'withdraw more often', { withdrawalsPer24Hours: 3 }, { withdrawalsPer24Hours: 4 }],
  [2, 'withdraw as often as it is due', { withdrawalsPer24Hours: 3 }, {}],
  [1, 'wait longer between sweeps', {}, { cooldownSeconds: 60 }],
  [2, 'wait less between sweeps', { cooldownSeconds: 60 }, { cooldownSeconds: 59 }],
  [2, 'change the schedule', {}, { schedule: cron }],
  [1, 'start less late', { schedule: cron }, { schedule: cron, latestStartSeconds: 3599 }],
  [
    2,
    'start later than by default',
    { schedule: cron },
    { schedule: cron, latestStartSeconds: 3601 },
  ],
  [
    2,
    'start as late as by default again',
    { schedule: cron, latestStartSeconds: 600 },
    { schedule: cron },
  ],
  [1, 'name another calendar, and skip its days', {}, { calendars: ['target'] }],
  [2, 'name one calendar less, or none', { calendars: ['target'] }, {}],
  [
    2,
    'name another calendar while occurrences move',
    { schedule: cron, calendars: ['target'], convention: 'following' },
    { schedule: cron, calendars: ['target', 'fedwire'], convention: 'following' },
  ],
  [
    1,
    'skip what falls on a closed day',
    { schedule: cron, calendars: ['target'], convention: 'following' },
    { schedule: cron, calendars: ['target'], convention: 'skip' },
  ],
  [
    2,
    'move what falls on a closed day, or move it otherwise',
    { schedule: cron, calendars: ['target'] },
    { schedule: cron, calendars: ['target'], convention: 'preceding' },
  ],
  [1, 'set an earlier cut-off, or the first', {}, { cutOff: AT_THREE }],
  [
    2,
    'set a later cut-off, one in another time zone, or none',
    { cutOff: AT_THREE },
    { cutOff: { ...AT_THREE, time: '15:01' } },
  ],
  [1, 'act on fresher balances only', {}, { maximumBalanceAgeSeconds: 299 }],
  [2, 'act on older balances', {}, { maximumBalanceAgeSeconds: 301 }],
  [1, 'pause longer after a failure', {}, { backoff: { firstSeconds: 61, maximumSeconds: 3601 } }],
  [2, 'pause less after a failure', {}, { backoff: { firstSeconds: 60, maximumSeconds: 3599 } }],
  [2, 'change its place among the rules of its currency', {}, { priority: 101 }],
  [1, 'raise a floor by value', { keep: usd('100') }, { keep: usd('101') }],
  [
    2,
    'raise a threshold by value beside an amount that is kept',
    { threshold: usd('100'), keep: '1' },
    { threshold: usd('101'), keep: '1' },
  ],
  [2, 'lower a floor by value', { keep: usd('100') }, { keep: usd('99') }],
  [1, 'set or lower a cap by value', { maximum: usd('100') }, { maximum: usd('99') }],
  [2, 'raise or remove a cap by value', { maximum: usd('100') }, {}],
  [2, 'turn an amount into a value', {}, { threshold: usd('100000000') }],
  [2, 'turn a value into an amount', { maximum: usd('100') }, { maximum: '0.000001' }],
  [2, 'turn a value of nothing into an amount', { minimum: usd('0') }, { minimum: '1' }],
  [1, 'turn a floor of nothing into a value', { minimum: '0' }, { minimum: usd('100') }],
  [
    2,
    'lower a cap by value beside a limit of approvals',
    { maximum: usd('100'), approvalAbove: '3' },
    { maximum: usd('99'), approvalAbove: '3' },
  ],
  [1, 'ask for approvals, or from a lower amount on', {}, { approvalAbove: '3' }],
  [2, 'ask for approvals from a higher amount on only, or never', { approvalAbove: '3' }, {}],
];

const ACCOUNTS: readonly Pair<RegisteredAccountDraft>[] = [
  [1, 'switch an account off', {}, { status: 'inactive' }],
  [2, 'switch an account on', { status: 'inactive' }, {}],
  [2, 'name it otherwise', {}, { label: 'another name' }],
  [2, 'change its network', {}, { network: 'lightning' }],
  [2, 'change its currency', {}, { currency: 'ETH' }],
  [2, 'change its details', {}, { details: { address: 'bc1q' } }],
  [2, "confirm the service's name for its network", {}, { networkAtService: 'BTC-MAINNET' }],
  [2, 'take that name back', { networkAtService: 'BTC-MAINNET' }, {}],
  [1, 'set or lower its first-payment maximum', {}, { firstPaymentMaximum: '9' }],
  [2, 'raise or remove its first-payment maximum', { firstPaymentMaximum: '9' }, {}],
  [2, 'say that a payment has arrived', {}, { paymentArrived: true }],
  [1, 'take back that one has', { paymentArrived: true }, {}],
  [2, 'say how answers state its amounts', {}, { answeredAmounts: { amounts: 'net' } }],
  [1, 'book what leaves to it against another code', {}, { generalLedgerCode: '1210' }],
  [1, 'set or lower what it may be paid', {}, { limits: { per24Hours: '9' } }],
  [2, 'raise or remove what it may be paid', { limits: { per30Days: '9' } }, {}],
  [1, 'set or lower what it may be paid for ever', {}, { limits: { lifetime: '9' } }],
  [2, 'raise or remove what it may be paid for ever', { limits: { lifetime: '9' } }, {}],
  [1, 'name its counterparty', {}, { counterparty: 'Bank A' }],
  [2, 'name another counterparty, or none', { counterparty: 'Bank A' }, { counterparty: 'Bank B' }],
];

const MATCHING_RULE_DRAFT: MatchingRuleDraft = {
  id: 'fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  minimum: '0.1',
  maximum: '1',
  per24Hours: '5',
  enabled: true,
};
const OFFICE = {
  timeZone: 'Europe/Zurich',
  from: '08:00',
  to: '17:00',
  weekdays: ['MON', 'TUE'],
} as const satisfies MatchingRuleDraft['hours'];
const DAILY = { expression: '0 9 * * ? *', timeZone: 'UTC', toleranceSeconds: 600 };
const repeated = (amount: string, tolerance = '0') => ({ repeats: { amount, tolerance } });

const MANUAL_RATE_DRAFT: ManualRateDraft = {
  ...{ id: 'chf', label: 'Francs', currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2026-04-01', source: 'the central bank' },
};
const MANUAL_RATES: readonly Pair<ManualRateDraft>[] = [
  [2, 'raise the rate', {}, { rate: '1.2' }],
  [2, 'lower the rate', {}, { rate: '1.1' }],
  [2, 'value another currency', {}, { currency: 'XAU' }],
  [2, 'value in another currency', {}, { in: 'EUR' }],
  [2, 'let it begin on another day', {}, { from: '2026-02-01' }],
  [2, 'let it end on another day', {}, { until: '2026-03-01' }],
  [2, 'name the rate otherwise', {}, { label: 'another name' }],
  [2, 'name another source', {}, { source: 'a bank' }],
];

const MATCHING_RULES: readonly Pair<MatchingRuleDraft>[] = [
  [1, 'switch a matching rule off', {}, { enabled: false }],
  [2, 'switch a matching rule on', { enabled: false }, {}],
  [2, 'name the class otherwise', {}, { label: 'another name' }],
  [2, 'say that its movements are of another kind', {}, { kind: 'other' }],
  [2, 'expect the other direction', {}, { direction: 'inflow' }],
  [2, 'expect another currency', {}, { currency: 'ETH' }],
  [1, 'raise the smallest movement', {}, { minimum: '0.2' }],
  [2, 'lower the smallest movement', {}, { minimum: '0' }],
  [1, 'set or lower the largest movement', {}, { maximum: '0.9' }],
  [2, 'raise or remove the largest movement', {}, { maximum: '1.1' }],
  [1, 'expect an amount that repeats', {}, repeated('0.5')],
  [1, 'lower the tolerance of that amount', repeated('0.5', '0.2'), repeated('0.4', '0.1')],
  [
    2,
    'expect another amount that repeats, or none',
    repeated('0.5', '0.1'),
    repeated('0.6', '0.1'),
  ],
  [1, 'set or shorten the hours', { hours: OFFICE }, { hours: { ...OFFICE, from: '09:00' } }],
  [2, 'expect other hours, or any', { hours: OFFICE }, { hours: { ...OFFICE, to: '17:30' } }],
  [1, 'set a schedule, or lower its tolerance', {}, { schedule: DAILY }],
  [
    2,
    'expect another schedule, a wider tolerance, or none',
    { schedule: DAILY },
    { schedule: { ...DAILY, toleranceSeconds: 601 } },
  ],
  [1, 'set or lower what it explains in a day', {}, { per24Hours: '4' }],
  [2, 'raise or remove what it explains in a day', {}, { per24Hours: '6' }],
  [1, 'book its movements against another code', {}, { generalLedgerCode: '4010' }],
];

const TRADES = CONTROLS.trades;
const trades = (change: Partial<ControlsDraft['trades']>) => ({ trades: { ...TRADES, ...change } });

const CONTROL: readonly Pair<ControlsDraft>[] = [
  [1, 'halt, or go from live to dry-run', {}, { mode: 'halted' }],
  [2, 'end a halt, or go live', { mode: 'halted' }, { mode: 'dry-run' }],
  [1, 'halt one currency, or put it into dry-run', {}, { currencyModes: { BTC: 'dry-run' } }],
  [2, 'loosen the mode of one currency', { currencyModes: { BTC: 'halted' } }, {}],
  [2, 'count in another reporting currency', {}, { reportingCurrency: 'EUR' }],
  [1, 'allow fewer instruments', trades({ instruments: ['BTC/USD'] }), {}],
  [2, 'allow another instrument', {}, trades({ instruments: ['BTC/USD'] })],
  [
    1,
    'lower the largest trade',
    trades({ maximumNotional: '9' }),
    trades({ maximumNotional: '8' }),
  ],
  [2, 'raise the largest trade', {}, trades({ maximumNotional: '9' })],
  [1, 'narrow the collar', {}, trades({ collarPercent: '4.9' })],
  [2, 'widen the collar', {}, trades({ collarPercent: '5.1' })],
  [1, 'set or lower what is traded in a day', {}, trades({ per24Hours: { person: '9' } })],
  [2, 'raise or remove what is traded in a day', trades({ per24Hours: { total: '9' } }), {}],
  [1, 'have more trades approved', {}, trades({ approvalAbove: '9' })],
  [2, 'have fewer trades approved', trades({ approvalAbove: '9' }), {}],
  [
    1,
    'confirm trades by fewer forms of ids',
    trades({ idForms: ['uuid', '<9-digits>'] }),
    trades({ idForms: ['uuid'] }),
  ],
  [2, 'confirm trades by another form of ids', {}, trades({ idForms: ['uuid'] })],
  [1, 'have more withdrawals approved', {}, { approvalTiers: { oneAbove: '9' } }],
  [2, 'have fewer withdrawals approved', { approvalTiers: { twoAbove: '9' } }, {}],
  [1, 'let approvals expire earlier', {}, { approvalExpirySeconds: 3_599 }],
  [2, 'let approvals expire later', {}, { approvalExpirySeconds: 3_601 }],
  [1, 'let changes expire earlier', {}, { changeExpirySeconds: 3_600 }],
  [2, 'let changes expire later', {}, { changeExpirySeconds: 72 * 3_600 + 1 }],
  [1, 'let new accounts rest longer', {}, { accountCoolingOffSeconds: 86_401 }],
  [2, 'let new accounts rest for a shorter time', {}, { accountCoolingOffSeconds: 0 }],
  [1, 'book against other codes', {}, { generalLedgerCodes: { suspense: '9999' } }],
  [1, 'raise the bound on late execution', {}, { lateExecutionBoundSeconds: 61 }],
  [2, 'lower the bound on late execution', {}, { lateExecutionBoundSeconds: 59 }],
  [1, 'set or raise a floor', {}, { liquidityFloor: { total: '9', currencies: { BTC: '1' } } }],
  [2, 'lower or remove a floor', { liquidityFloor: { currencies: { BTC: '1' } } }, {}],
  [2, 'remove a floor of zero', { liquidityFloor: { currencies: { BTC: '0' } } }, {}],
  [2, 'remove a floor of zero for everything', { liquidityFloor: { total: '0' } }, {}],
  [1, 'set or lower what may leave in a day', {}, { withdrawalLimits: { per24Hours: '9' } }],
  [2, 'raise or remove what may leave in a day', { withdrawalLimits: { per24Hours: '9' } }, {}],
  [
    1,
    'set or lower what a counterparty may be paid',
    {},
    { withdrawalLimits: { counterparties: [{ name: 'Bank A', per24Hours: '9' }] } },
  ],
  [
    2,
    'raise or remove what a counterparty may be paid',
    { withdrawalLimits: { counterparties: [{ name: 'Bank A', per30Days: '9' }] } },
    { withdrawalLimits: { counterparties: [{ name: 'Bank A' }] } },
  ],
  [1, 'switch automatic settlement off', { automaticSettlement: true }, {}],
  [2, 'switch automatic settlement on', {}, { automaticSettlement: true }],
  [1, 'let prices over a third currency permit nothing', { crossedPrices: true }, {}],
  [2, 'let prices over a third currency permit', {}, { crossedPrices: true }],
  [1, 'take what is left out for not known again', { zeroBalances: 'omitted' }, {}],
  [1, 'say that zero balances are listed', {}, { zeroBalances: 'listed' }],
  [2, 'count what is left out as zero', { zeroBalances: 'listed' }, { zeroBalances: 'omitted' }],
];

const WEBHOOKS: readonly Pair<WebhookDraft>[] = [
  [1, 'pause a webhook', {}, { status: 'paused' }],
  [2, 'send to a paused webhook again', { status: 'paused' }, {}],
  [1, 'name it otherwise', {}, { label: 'another name' }],
  [2, 'send to another address', {}, { url: 'https://erp.example/other' }],
  [1, 'send it fewer types of events', {}, { eventTypes: ['com.sluice.trade.confirmed'] }],
  [2, 'send it another type of event', {}, { eventTypes: ['com.sluice.halt.halted'] }],
  [2, 'send it every event', {}, { eventTypes: ['*'] }],
  [1, 'send it some events rather than every one', { eventTypes: ['*'] }, {}],
  [2, 'have a new signing secret', {}, { secretGeneration: 2 }],
];

const { version: _y, activeSince: _z, ...CALENDAR_DRAFT } = CALENDAR;
const NAMED = { date: '2026-12-24', name: 'Christmas Eve' } as const;

const CALENDARS: readonly Pair<CalendarDraft>[] = [
  [1, 'name it otherwise', {}, { label: 'another name' }],
  [1, 'add a day', {}, { holidays: [NAMED] }],
  [1, 'name a day otherwise', { holidays: [NAMED] }, { holidays: [{ date: NAMED.date }] }],
  [2, 'remove a day', { holidays: [NAMED] }, {}],
  [1, 'close another day of every week', {}, { weekend: ['FRI', 'SAT', 'SUN'] }],
  [2, 'open a day of every week', {}, { weekend: ['SUN'] }],
  [1, 'shorten its range', {}, { until: '2026-12-30' }],
  [2, 'extend its range', {}, { until: '2027-12-31' }],
  [2, 'let it begin earlier', {}, { from: '2025-12-31' }],
  [2, 'change its time zone', {}, { timeZone: 'America/New_York' }],
];

type Title =
  | 'Rules'
  | 'Accounts'
  | 'Calendars'
  | 'Webhooks'
  | 'Matching rules'
  | 'Manual rates'
  | 'Controls';

export const CASES: Readonly<Record<Title, readonly Case[]>> = {
  Rules: [
    {
      what: 'set up a new rule',
      people: 2,
      comparison: { kind: 'rule', before: null, after: RULE_DRAFT },
    },
    ...RULES.map(([people, what, before, after]) => ({
      what,
      people,
      comparison: {
        kind: 'rule',
        before: { ...RULE_DRAFT, ...before },
        after: { ...RULE_DRAFT, ...after },
      } as const,
    })),
  ],
  Accounts: [
    {
      what: 'register an account',
      people: 2,
      comparison: { kind: 'account', before: null, after: ACCOUNT_DRAFT },
    },
    ...ACCOUNTS.map(([people, what, before, after]) => ({
      what,
      people,
      comparison: {
        kind: 'account',
        before: { ...ACCOUNT_DRAFT, ...before },
        after: { ...ACCOUNT_DRAFT, ...after },
      } as const,
    })),
  ],
  Calendars: [
    {
      what: 'set up a calendar',
      people: 2,
      comparison: { kind: 'calendar', before: null, after: CALENDAR_DRAFT },
    },
    ...CALENDARS.map(([people, what, before, after]) => ({
      what,
      people,
      comparison: {
        kind: 'calendar',
        before: { ...CALENDAR_DRAFT, ...before },
        after: { ...CALENDAR_DRAFT, ...after },
      } as const,
    })),
  ],
  Webhooks: [
    {
      what: 'set up a webhook',
      people: 2,
      comparison: { kind: 'webhook', before: null, after: WEBHOOK_DRAFT },
    },
    ...WEBHOOKS.map(([people, what, before, after]) => ({
      what,
      people,
      comparison: {
        kind: 'webhook',
        before: { ...WEBHOOK_DRAFT, ...before },
        after: { ...WEBHOOK_DRAFT, ...after },
      } as const,
    })),
  ],
  'Matching rules': [
    {
      what: 'set up a new matching rule',
      people: 2,
      comparison: { kind: 'matching-rule', before: null, after: MATCHING_RULE_DRAFT },
    },
    ...MATCHING_RULES.map(([people, what, before, after]) => ({
      what,
      people,
      comparison: {
        kind: 'matching-rule',
        before: { ...MATCHING_RULE_DRAFT, ...before },
        after: { ...MATCHING_RULE_DRAFT, ...after },
      } as const,
    })),
  ],
  'Manual rates': [
    {
      what: 'set up a manual rate',
      people: 2,
      comparison: { kind: 'manual-rate', before: null, after: MANUAL_RATE_DRAFT },
    },
    ...MANUAL_RATES.map(([people, what, before, after]) => ({
      what,
      people,
      comparison: {
        kind: 'manual-rate',
        before: { ...MANUAL_RATE_DRAFT, ...before },
        after: { ...MANUAL_RATE_DRAFT, ...after },
      } as const,
    })),
  ],
  Controls: CONTROL.map(([people, what, before, after]) => ({
    what,
    people,
    comparison: {
      kind: 'controls',
      before: { ...CONTROLS_DRAFT, ...before },
      after: { ...CONTROLS_DRAFT, ...after },
    } as const,
  })),
};
