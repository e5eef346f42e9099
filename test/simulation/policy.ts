import { appendToChain, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { policyWrites } from '../samples/policy-writes.ts';
import { sealedChanges } from '../seals/sealed-changes.ts';
import { drawCalendars, withDays } from './days.ts';
import { withFirstPayment } from './first-payments.ts';
import type { Random } from './random.ts';
import { REPORTING_CURRENCY } from './reporting-currency.ts';
import {
  type AmountManner,
  AS_ASKED,
  accountTermsOf,
  controlsOf,
  stepOf,
} from './service/amounts.ts';
import { MAX_FEE_PERCENT } from './service/booking.ts';
import { detailsOf } from './service/places.ts';
import type { ServiceAccount } from './service/service.ts';
import { SPLIT_ACCOUNTS, withSplits } from './splits.ts';
import type { SimulatedTable } from './table.ts';
import { TENANT } from './world.ts';

const ACCOUNTS: readonly ServiceAccount[] = [
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01', currency: 'BTC', network: 'bitcoin' },
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02', currency: 'BTC', network: 'bitcoin' },
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a03', currency: 'ETH', network: 'ethereum' },
  { id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a04', currency: 'USD', network: 'wire' },
];

/** Instruments of every world, mid prices in cents. */
export const PRICES: Readonly<Record<string, number>> = {
  'BTC/USD': 6_000_000,
  'ETH/USD': 300_000,
};

/** Instruments that only some worlds have: one without a price, one with no path into USD. */
export const EXOTIC = ['XRP/USD', 'ABC/DEF'] as const;

export function serviceAccounts(splits: boolean): readonly ServiceAccount[] {
  return splits ? [...ACCOUNTS, ...SPLIT_ACCOUNTS] : ACCOUNTS;
}

function account(index: number): ServiceAccount {
  const found = ACCOUNTS[index];
  if (found === undefined) throw new RangeError(`no account ${index}`);
  return found;
}

function registered({ id, currency, network }: ServiceAccount): RegisteredAccount {
  const label = `${currency} ${id.slice(-1)}`;
  return { id, label, network, currency, details: detailsOf(id), status: 'active', version: 1 };
}

interface Drawing {
  readonly random: Random;
  /** For floors and limits over several currencies. */
  readonly limits: Random;
  readonly at: Instant;
  readonly lateExecutionBoundSeconds: number;
  readonly automaticSettlement: boolean;
  /** Whether the service takes fees on top of withdrawals. */
  readonly fees: boolean;
  /** Chance of its own: what is drawn of conversions changes no other world. */
  readonly conversions: Random;
  /** The same for limits by value; null: there are none. */
  readonly values: Random | null;
  /** The same for rules that split, and for calendars and cut-offs. */
  readonly splits: Random | null;
  readonly days: Random | null;
  /** The same for first-payment maxima, and for services that deal with amounts in their own way. */
  readonly firstPayments: Random | null;
  readonly amounts: { readonly manner: AmountManner; readonly random: Random } | null;
}

function drawControls({
  random,
  lateExecutionBoundSeconds,
  automaticSettlement,
  fees,
}: Drawing): Controls {
  return {
    mode: 'live',
    currencyModes: {},
    reportingCurrency: REPORTING_CURRENCY,
    trades: {
      instruments: [...Object.keys(PRICES), ...EXOTIC],
      maximumNotional: '100000',
      ...(random.chance(0.4) ? { approvalAbove: '14000' } : {}),
      ...(random.chance(0.5) ? { per24Hours: { total: '80000', person: '50000' } } : {}),
    },
    approvalExpirySeconds: random.pick([120, 300, 600]),
    lateExecutionBoundSeconds,
    ...(automaticSettlement ? { automaticSettlement } : {}),
    ...(fees ? { feeBound: { percent: MAX_FEE_PERCENT } } : {}),
    ...(random.chance(0.3) ? { approvalTiers: { oneAbove: '50000', twoAbove: '80000' } } : {}),
    version: 1,
  };
}

function drawRules(
  { random, at, conversions, values, splits, days }: Drawing,
  calendars: readonly Calendar[],
): readonly SweepRule[] {
  const base = {
    minimum: '0.01',
    step: '0.01',
    cooldownSeconds: 0,
    schedule: { kind: 'every-snapshot' },
    maximumBalanceAgeSeconds: random.pick([60, 300]),
    backoff: { firstSeconds: random.pick([1, 30]), maximumSeconds: 120 },
    enabled: true,
    version: 1,
    activeSince: at,
  } as const;
  const rules: readonly SweepRule[] = [
    {
      ...base,
      id: 'btc-all',
      label: 'BTC above 2',
      currency: 'BTC',
      withdrawalAccountId: account(0).id,
      threshold: '2',
      keep: '1',
      allocation: { kind: 'all', basis: 'surplus' },
      maximum: '2',
      budgets: random.pick([{}, { per24Hours: '3' }, { per24Hours: '6', per30Days: '8' }]),
      priority: 1,
    },
    {
      ...base,
      id: 'btc-fixed',
      label: 'BTC by halves',
      currency: 'BTC',
      withdrawalAccountId: account(1).id,
      threshold: '1.5',
      keep: '1',
      allocation: { kind: 'fixed', basis: 'amount', amount: '0.5' },
      budgets: random.pick([{}, { per24Hours: '2' }]),
      cooldownSeconds: random.pick([0, 90]),
      priority: 2,
    },
    {
      ...base,
      id: 'eth-half',
      label: 'Half of the ETH',
      currency: 'ETH',
      withdrawalAccountId: account(2).id,
      threshold: '10',
      keep: '8',
      allocation: { kind: 'percentage', basis: 'surplus', percent: '50' },
      minimum: '1.2',
      budgets: { per30Days: '30' },
      approvalAbove: '2',
      priority: 1,
    },
    {
      ...base,
      id: 'usd-cron',
      label: 'USD every five minutes',
      currency: 'USD',
      withdrawalAccountId: account(3).id,
      threshold: '40000',
      keep: '30000',
      allocation: { kind: 'all', basis: 'surplus' },
      maximum: '5000',
      budgets: { per24Hours: '20000' },
      schedule: { kind: 'cron', expression: '0/5 * * * ? *', timeZone: 'UTC' },
      priority: 1,
    },
  ];
  // Fewer rules make a quicker world; which of them interfere is left to chance.
  const drawn = rules.filter(({ id }) => random.chance(id === 'usd-cron' ? 0.3 : 0.7));
  const limited = values === null ? drawn : drawn.map((rule) => byValue(rule, values));
  const all = [...limited, ...drawConversions(conversions, base)];
  const divided = splits === null ? all : withSplits(all, serviceAccounts(true), splits);
  return days === null ? divided : withDays(divided, calendars, days);
}

type Base = Pick<
  SweepRule,
  | 'minimum'
  | 'step'
  | 'cooldownSeconds'
  | 'schedule'
  | 'maximumBalanceAgeSeconds'
  | 'backoff'
  | 'enabled'
  | 'version'
  | 'activeSince'
>;

/** Worlds with a rule that converts, and with two: what one brings is the other one's surplus. */
const WITH_CONVERSIONS = 0.5;

/** A sale down to a target balance, and a purchase: never both ways, which would be a circle. */
function drawConversions(random: Random, base: Base): readonly SweepRule[] {
  if (!random.chance(WITH_CONVERSIONS)) return [];
  const surplus = {
    ...base,
    kind: 'convert',
    allocation: { kind: 'all', basis: 'surplus' },
  } as const;
  const sale: SweepRule = {
    ...surplus,
    id: 'eth-to-usd',
    label: 'ETH down to its target',
    currency: 'ETH',
    into: 'USD',
    threshold: '9',
    keep: '7',
    low: '6',
    maximum: random.pick(['1', '4']),
    budgets: random.pick([{}, { per24Hours: '6' }]),
    cooldownSeconds: random.pick([0, 90]),
    ...(random.chance(0.4) ? { approvalAbove: '2' } : {}),
    priority: 3,
  };
  const purchase: SweepRule = {
    ...surplus,
    id: 'usd-to-btc',
    label: 'USD into BTC',
    currency: 'USD',
    into: 'BTC',
    instrument: 'BTC/USD',
    threshold: '35000',
    keep: '30000',
    maximum: '12000',
    budgets: random.pick([{}, { per24Hours: '20000' }]),
    priority: 4,
  };
  const other: SweepRule = {
    ...surplus,
    id: 'btc-to-usd',
    label: 'BTC into USD',
    currency: 'BTC',
    into: 'USD',
    threshold: '4',
    keep: '3',
    maximum: '1',
    budgets: {},
    priority: 4,
  };
  // Bought with dollars: in a world that sells its ETH that would be a circle.
  const bought: SweepRule = {
    ...purchase,
    id: 'usd-to-eth',
    label: 'USD into ETH',
    into: 'ETH',
    instrument: 'ETH/USD',
    maximum: '7000',
    ...(random.chance(0.3) ? { approvalAbove: '5000' } : {}),
  };
  const sells = random.chance(0.7);
  const others = sells ? [purchase, purchase, other] : [purchase, bought, bought];
  return [...(sells ? [sale] : []), ...(random.chance(0.6) ? [random.pick(others)] : [])];
}

/** Worlds with floors or limits over several currencies, near what the rules would send. */
const BOUND_WORLDS = 0.3;

function drawBounds(limits: Random): {
  readonly controls: Pick<Controls, 'liquidityFloor' | 'withdrawalLimits'>;
  readonly accountOf: (account: RegisteredAccount) => RegisteredAccount;
} {
  if (!limits.chance(BOUND_WORLDS)) return { controls: {}, accountOf: (account) => account };
  const some = <T extends object>(probability: number, drawn: T): T | Record<never, never> =>
    limits.chance(probability) ? drawn : {};
  const total = limits.pick(['60000', '150000', '300000', '500000']);
  const currencies = limits.pick([{}, { BTC: '1.7', ETH: '8.9' }, { USD: '36000', BTC: '3' }]);
  const per24Hours = limits.pick(['20000', '90000', '150000', '400000']);
  const bank = { name: 'Bank A', per24Hours: limits.pick(['40000', '130000']) };
  const ofAccount = { per24Hours: limits.pick(['1.2', '2.5', '9']), per30Days: '12' };
  const limited = limits.chance(0.5);
  const lifetime = limits.chance(0.5) ? { lifetime: limits.pick(['2.4', '6', '20']) } : {};
  return {
    controls: {
      ...some(0.6, { liquidityFloor: { ...some(0.8, { total }), currencies } }),
      ...some(0.6, {
        withdrawalLimits: { ...some(0.6, { per24Hours }), counterparties: [bank] },
      }),
    },
    accountOf: (account) => ({
      ...account,
      ...(account.currency === 'USD' ? {} : { counterparty: 'Bank A' }),
      ...(limited && account.currency !== 'USD' ? { limits: { ...ofAccount, ...lifetime } } : {}),
    }),
  };
}

/** Rules that may withdraw only so often: about as often as they would in the time of a world. */
const COUNTED_RULES = 0.3;

function withCount(rule: SweepRule, limits: Random): SweepRule {
  if (rule.kind === 'convert' || !limits.chance(COUNTED_RULES)) return rule;
  const least = rule.split?.parts.length ?? 1;
  return { ...rule, withdrawalsPer24Hours: least * limits.between(1, 4) };
}

/** What the amounts of the rules are worth at the first prices, by rule. */
const WORTH: Readonly<Record<string, Partial<SweepRule>>> = {
  'btc-all': { threshold: usd('120000'), keep: usd('60000'), maximum: usd('120000') },
  'btc-fixed': { threshold: usd('90000'), keep: '1', minimum: usd('600') },
  'eth-half': { keep: usd('24000'), approvalAbove: usd('6000') },
  'usd-cron': { maximum: usd('5000') },
};

function usd(value: string) {
  return { value, in: REPORTING_CURRENCY };
}

/** Some of its limits by value: whichever they are, it means about the same. */
function byValue(rule: SweepRule, values: Random): SweepRule {
  const limits = Object.entries(WORTH[rule.id] ?? {}).filter(() => values.chance(0.7));
  const { per24Hours } = rule.budgets;
  const isBudget = rule.currency === 'BTC' && per24Hours !== undefined && values.chance(0.7);
  const budgets = isBudget ? { ...rule.budgets, per24Hours: usd('180000') } : rule.budgets;
  return { ...rule, ...Object.fromEntries(limits), budgets };
}

/** What the policy says of amounts in answers, and of first payments. */
function drawTerms({ amounts, firstPayments }: Drawing, currencies: readonly string[]) {
  const manner = amounts?.manner ?? AS_ASKED;
  const byAccount = amounts?.random.chance(0.5) === true;
  const { feeBound, answeredAmounts } = controlsOf(manner, currencies);
  return {
    controls: {
      ...(feeBound === undefined ? {} : { feeBound }),
      ...(byAccount || answeredAmounts === undefined ? {} : { answeredAmounts }),
    },
    ofRules: stepOf(manner),
    accountOf: (account: RegisteredAccount): RegisteredAccount => {
      const own = { ...account, ...(byAccount ? accountTermsOf(manner) : {}) };
      return firstPayments === null ? own : withFirstPayment(firstPayments, own);
    },
  };
}

/** A first policy, written as applyFirstPolicy would: accounts, rules, lanes, and the controls last. */
export function arm(table: SimulatedTable, drawing: Drawing, exotic: boolean): void {
  const currencies = ['BTC', 'ETH', 'USD', ...(exotic ? ['ABC', 'DEF', 'XRP'] : [])];
  const { controls: bounds, accountOf } = drawBounds(drawing.limits);
  const terms = drawTerms(drawing, currencies);
  const controls = { ...drawControls(drawing), ...bounds, ...terms.controls };
  const entry = appendToChain(EMPTY_CHAIN, {
    at: drawing.at,
    by: 'ana',
    action: 'apply-first-policy',
    subject: 'policy',
    requestId: 'first',
    before: null,
    after: { mode: controls.mode },
  });
  const calendars = drawing.days === null ? [] : drawCalendars(drawing.days, drawing.at);
  const changes: readonly LedgerWrite[] = [
    ...calendars.map((calendar) => ({ kind: 'put-calendar', calendar }) as const),
    ...policyWrites(table.epoch, {
      accounts: serviceAccounts(drawing.splits !== null)
        .map(registered)
        .map(accountOf)
        .map(terms.accountOf),
      rules: drawRules(drawing, calendars)
        .map((rule) => ({ ...rule, ...terms.ofRules }))
        .map((rule) => withCount(rule, drawing.limits)),
      currencies,
      controls,
    }),
    { kind: 'append-audit', entry },
  ];
  const { ok } = table.commit(sealedChanges({ tenant: TENANT, epoch: table.epoch }, changes));
  if (!ok) throw new Error('the first policy was refused');
}
