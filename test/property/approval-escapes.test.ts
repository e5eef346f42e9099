import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountDraftOf, controlsDraftOf, ruleDraftOf } from '../../treasury/changes/drafts.ts';
import { widens } from '../../treasury/changes/widens.ts';
import { Decimal, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type {
  ControlsDraft,
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../../treasury/policy/policy-schema.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { step } from '../../treasury/preview/step.ts';
import { newWorld, type World } from '../../treasury/preview/world.ts';
import { epochMsOf, plusSeconds } from '../../treasury/time/instant.ts';
import { ACCOUNT, CONTROLS, rule } from '../samples/policy.ts';
import { unitValuesOf } from '../samples/values.ts';
import { isThorough, shareOf, takesPart } from '../thoroughness.ts';
import { TICK } from '../unit/rules/samples.ts';

/*
 * What one person can do alone, held against what leaves later: two people agreed to a policy, one of them then
 * changes whatever needs no second person, in any order, while money comes in. To no account, and of no value, may more
 * leave without approval within 24 hours than the policy of both allowed.
 */

const HOUR_SECONDS = 3_600;
const DAY_MS = 24 * HOUR_SECONDS * 1_000;
const CURRENCIES = ['BTC', 'ETH'] as const;
const ETH_ACCOUNT: RegisteredAccount = { ...ACCOUNT, id: 'eth-account', currency: 'ETH' };
/** A unit of either is worth 10 USD. */
const PRICES = unitValuesOf({ BTC: '10', ETH: '10' });

interface Agreed {
  readonly rules: readonly SweepRule[];
  readonly accounts: readonly RegisteredAccount[];
  readonly controls: Controls;
}

/** Two rules that pay to one account, the second one looser, and one of another currency. */
const AGREED: Agreed = {
  rules: [
    rule({ id: 'first', threshold: '10', keep: '5', minimum: '0', approvalAbove: '3' }),
    rule({
      id: 'second',
      threshold: '4',
      keep: '4',
      minimum: '0',
      approvalAbove: '8',
      priority: 200,
    }),
    rule({
      id: 'third',
      currency: 'ETH',
      withdrawalAccountId: ETH_ACCOUNT.id,
      threshold: '2',
      keep: '2',
      minimum: '0',
    }),
  ],
  accounts: [ACCOUNT, ETH_ACCOUNT],
  controls: { ...CONTROLS, approvalTiers: { oneAbove: '60', twoAbove: '90' } },
};
/** What of it may go to the account of the first two without approval, and what may by value. */
const LIMITS = { toAccount: decimalOf('3'), byNobody: decimalOf('60'), byOne: decimalOf('90') };

function usd(value: string) {
  return { value, in: 'USD' };
}

type Edit = (policy: Agreed) => Agreed;
type Values<T> = { readonly [K in keyof Required<T>]: readonly T[K][] };

/** Every field there is, by its type: one that is new has to be added here. */
const RULE_VALUES: Values<SweepRuleDraft> = {
  id: ['another'],
  label: ['another name'],
  purpose: ['another purpose'],
  owner: ['another owner'],
  currency: ['ETH'],
  kind: ['convert'],
  withdrawalAccountId: [ETH_ACCOUNT.id],
  split: [
    {
      kind: 'weights',
      parts: [
        { withdrawalAccountId: ACCOUNT.id, percent: '50' },
        { withdrawalAccountId: ETH_ACCOUNT.id, percent: '50' },
      ],
    },
  ],
  into: ['USD'],
  instrument: ['BTC/USD'],
  side: ['sell'],
  low: ['1'],
  threshold: ['5', '12', '20', usd('240')],
  keep: ['4', '8', '10', usd('160')],
  allocation: [
    { kind: 'percentage', basis: 'surplus', percent: '20' },
    { kind: 'fixed', basis: 'amount', amount: '1' },
  ],
  minimum: ['0.5', '2', usd('10')],
  maximum: ['1', '2.9', '3.4', usd('90')],
  step: ['0.5', '1', '3'],
  budgets: [{ per24Hours: '2' }, { per24Hours: '9', per30Days: '9' }, { per24Hours: usd('50') }],
  withdrawalsPer24Hours: [1, 5],
  cooldownSeconds: [HOUR_SECONDS, 2 * HOUR_SECONDS],
  schedule: [{ kind: 'cron', expression: '0 * * * ? *', timeZone: 'UTC' }],
  latestStartSeconds: [HOUR_SECONDS],
  calendars: [['target'], ['target', 'fedwire'], undefined],
  convention: ['skip', 'following', undefined],
  cutOff: [{ time: '15:00', timeZone: 'UTC' }, undefined],
  maximumBalanceAgeSeconds: [60, 900],
  backoff: [{ firstSeconds: 600, maximumSeconds: 7_200 }],
  priority: [1, 300],
  approvalAbove: [undefined, '2', '9', usd('40')],
  enabled: [true, false],
};
const ACCOUNT_VALUES: Values<RegisteredAccountDraft> = {
  id: ['another'],
  label: ['another name'],
  network: ['lightning'],
  currency: ['ETH'],
  details: [{ address: 'bc1q' }],
  networkAtService: [undefined, 'BTC-MAINNET'],
  answeredAmounts: [undefined, { amounts: 'net' }, { digits: 4 }],
  firstPaymentMaximum: [undefined, '1', '5'],
  paymentArrived: [undefined, true, false],
  status: ['active', 'inactive'],
  generalLedgerCode: [undefined, '1210', '1220.BTC'],
  counterparty: [undefined, 'Bank A', 'Bank B'],
  limits: [undefined, { per24Hours: '1' }, { per24Hours: '5', per30Days: '9' }],
};
const CONTROLS_VALUES: Values<ControlsDraft> = {
  mode: ['live', 'dry-run', 'halted'],
  currencyModes: [{}, { BTC: 'dry-run' }],
  reportingCurrency: ['EUR'],
  crossedPrices: [true, false],
  trades: [{ instruments: [], maximumNotional: '0', approvalAbove: '1' }],
  approvalTiers: [{}, { oneAbove: '40' }, { oneAbove: '40', twoAbove: '50' }, { oneAbove: '200' }],
  approvalExpirySeconds: [60, HOUR_SECONDS],
  lateExecutionBoundSeconds: [0, 600],
  bookingBoundSeconds: [60, 600_000],
  feeBound: [{ percent: '1' }],
  answeredAmounts: [undefined, { amounts: 'net' }, { digits: { BTC: 4 } }],
  automaticSettlement: [true, false],
  zeroBalances: [undefined, 'listed', 'omitted', 'unknown'],
  changeExpirySeconds: [60, 600_000],
  accountCoolingOffSeconds: [0, 600_000],
  generalLedgerCodes: [undefined, { suspense: '9999' }, { holdings: { BTC: '1020' } }],
  liquidityFloor: [undefined, { total: '10' }, { total: '100', currencies: { BTC: '1' } }],
  withdrawalLimits: [
    undefined,
    { per24Hours: '100' },
    { per24Hours: '50', counterparties: [{ name: 'Bank A', per24Hours: '10' }] },
  ],
};

/** Applied only where one person is enough: whatever else stays a proposal. */
function editsOfRule(id: string): readonly Edit[] {
  return valuesOf(RULE_VALUES).map(
    (change): Edit =>
      (policy) => ({
        ...policy,
        rules: policy.rules.map((each) => {
          if (each.id !== id) return each;
          const before = ruleDraftOf(each);
          const after = withoutAbsent({ ...before, ...change });
          const alone = widens({ kind: 'rule', before, after }).length === 0;
          return alone ? { ...each, ...after, version: each.version + 1 } : each;
        }),
      }),
  );
}

const ofAccount: readonly Edit[] = valuesOf(ACCOUNT_VALUES).map(
  (change): Edit =>
    (policy) => ({
      ...policy,
      accounts: policy.accounts.map((each) => {
        const before = accountDraftOf(each);
        const after = { ...before, ...change };
        const alone = widens({ kind: 'account', before, after }).length === 0;
        return alone && each.id === ACCOUNT.id ? { ...each, ...after } : each;
      }),
    }),
);

const ofControls: readonly Edit[] = valuesOf(CONTROLS_VALUES).map(
  (change): Edit =>
    (policy) => {
      const before = controlsDraftOf(policy.controls);
      const after = withoutAbsent({ ...before, ...change });
      const alone = widens({ kind: 'controls', before, after }).length === 0;
      return alone ? { ...policy, controls: { ...policy.controls, ...after } } : policy;
    },
);

function valuesOf<T extends object>(values: Values<T>): readonly Partial<T>[] {
  return Object.entries<readonly unknown[]>(values).flatMap(([field, each]) =>
    // The table pairs each name with values of its own type; entries can't say so.
    each.map((value) => ({ [field]: value }) as Partial<T>),
  );
}

function withoutAbsent<T extends object>(draft: T): T {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as T;
}

const EDITS: readonly Edit[] = [
  ...editsOfRule('first'),
  ...editsOfRule('second'),
  ...ofAccount,
  ...ofControls,
];

/** More than a thousand pairs, each with a day of its own: two seconds, on a machine that has nothing else to do. */
const PAIRS_TIMEOUT_MS = 60_000;

/** What comes in hour by hour, in tenths; much at first, then little by little. */
const INFLOW = [90, 12, 25, 29, 17];
type Moment = { readonly edit?: Edit; readonly inflow: number; readonly hours: number };

function lived(moments: readonly Moment[], assumeApproved: boolean): World {
  const world = newWorld({ tenant: 'main', rules: AGREED.rules }, CURRENCIES);
  let policy = AGREED;
  let total = decimalOf('4');
  let at = TICK;
  for (const { edit, inflow, hours } of moments) {
    policy = edit?.(policy) ?? policy;
    total = total.plus(new Decimal(inflow).div(10));
    at = plusSeconds(at, hours * HOUR_SECONDS);
    const held = { total: formatDecimal(total) };
    const reading = { scheduledFor: at, takenAt: at, balances: { BTC: held, ETH: held } };
    const accounts = new Map(policy.accounts.map((each) => [each.id, each]));
    step(
      world,
      { ...policy, tenant: 'main', accounts, assumeApproved },
      { ...reading, values: PRICES, pricesReadAt: at },
      {},
    );
  }
  return world;
}

/** The most that left within 24 hours of what `counts`, each weighed as told. */
function most(world: World, counts: (people: number, ruleId: string) => boolean, unit: string) {
  const left = world.totals.listed.filter(({ approvals, ruleId }) => counts(approvals, ruleId));
  return left.reduce((highest, { at: from }) => {
    const until = epochMsOf(from) + DAY_MS;
    const window = left.filter(({ at }) => at >= from && epochMsOf(at) < until);
    const sum = window.reduce((all, { amount }) => all.plus(decimalOf(amount)), ZERO);
    return Decimal.max(highest, sum.times(decimalOf(unit)));
  }, ZERO);
}

const toAccount = (people: number, ruleId: string) => people === 0 && ruleId !== 'third';

function keepsToLimits(moments: readonly Moment[]): Decimal {
  const unapproved = lived(moments, false);
  const reached = most(unapproved, toAccount, '1');
  expect(reached.lessThanOrEqualTo(LIMITS.toAccount)).toBe(true);
  const value = most(unapproved, (people) => people === 0, '10');
  expect(value.lessThanOrEqualTo(LIMITS.byNobody)).toBe(true);
  return reached;
}

describe('what one person changes alone', () => {
  const title =
    'lets nothing leave that people would have approved: every field, every pair of fields';
  it(title, { timeout: PAIRS_TIMEOUT_MS }, () => {
    let pairs = 0;
    let sweeping = 0;
    const timeline = (first: Edit, second: Edit) =>
      INFLOW.map((inflow, hour): Moment => {
        const edit = hour === 0 ? first : hour === 2 ? second : undefined;
        return { inflow, hours: 1, ...(edit === undefined ? {} : { edit }) };
      });
    // Where an edit changes nothing one person may change, its pairs are those of the others alone.
    const alone = EDITS.filter((edit) => JSON.stringify(edit(AGREED)) !== JSON.stringify(AGREED));
    for (const [index, first] of alone.entries()) {
      for (const second of alone.slice(index)) {
        pairs += 1;
        if (!takesPart(pairs)) continue;
        if (keepsToLimits(timeline(first, second)).greaterThan(0)) sweeping += 1;
      }
    }
    expect(alone.length).toBeGreaterThan(30);
    expect(sweeping).toBeGreaterThan(shareOf(300));
  });

  it('nor in any sequence of changes, whatever comes in and however people approve', () => {
    let nearly = 0;
    const moment = fc.record({
      edit: fc.option(fc.constantFrom(...EDITS, ...editsOfRule('third')), { nil: undefined }),
      inflow: fc.integer({ min: 0, max: 60 }),
      hours: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(moment, { minLength: 3, maxLength: 14 }), (drawn) => {
        const moments = drawn.map(({ edit, ...rest }): Moment => {
          return edit === undefined ? rest : { edit, ...rest };
        });
        if (keepsToLimits(moments).greaterThan('2.5')) nearly += 1;
        const approved = lived(moments, true);
        const value = most(approved, (people) => people < 2, '10');
        expect(value.lessThanOrEqualTo(LIMITS.byOne)).toBe(true);
        expect(most(approved, toAccount, '1').lessThanOrEqualTo(LIMITS.toAccount)).toBe(true);
      }),
      { numRuns: shareOf(100) },
    );
    // Or nothing was shown: the limit has to be met.
    expect(nearly).toBeGreaterThan(isThorough ? 5 : 0);
  });
});
