import { describe, expect, it } from 'vitest';
import { NO_SWEEP_REASONS, type NoSweepReason } from '../../../treasury/decisions/decision.ts';
import type { EvaluateInput } from '../../../treasury/rules/evaluate.ts';
import { counted } from '../../samples/counts.ts';
import { ACCOUNT, CONTROLS, RULE, rule } from '../../samples/policy.ts';
import { CHANGES } from './changes.ts';
import {
  CLAIM,
  checkLines,
  decideOne,
  LANE,
  laneUsing,
  outflow,
  TICK,
  withLane,
} from './samples.ts';

/** What people read for each reason: one sentence with the numbers of the situation in `changes.ts`. */
const SENTENCES: Readonly<Record<NoSweepReason, string>> = {
  disarmed: 'No policy has been applied, so nothing may be sent.',
  halted: 'BTC is halted.',
  'newer-version':
    'A later version of Sluice writes this ledger: its format is 2, and this version reads up to 1. Nothing is decided or sent until that version runs again.',
  unreadable: 'The rule cannot be read: it is not in a form that this version of Sluice reads.',
  disabled: 'The rule "BTC surplus" is switched off.',
  'account-cooling-off':
    'Withdrawal account "Cold storage" is new or changed, and rests until 2026-01-05T09:00:05.001Z.',
  'account-not-active': 'Withdrawal account "Cold storage" is inactive.',
  'currency-mismatch': 'Withdrawal account "Cold storage" is for ETH, not for BTC.',
  'conversion-circle': 'The rules convert in a circle: BTC > USD > BTC.',
  'instrument-not-allowed':
    'BTC cannot be converted into EUR: the controls permit neither trade of BTC/EUR and EUR/BTC.',
  'currency-not-held': 'The service lists no balance in BTC.',
  'balance-not-stated':
    "The service's answer does not list BTC since 2026-01-05T08:45:00.000Z; what is held of it is not known. The last answer that did stated 5 BTC, at 2026-01-05T08:30:00.000Z.",
  'stale-balance':
    'The balance was read 5 minutes ago; this rule acts on balances at most 5 minutes old.',
  'price-unusable': 'The snapshot has no price of BTC/USD.',
  'not-scheduled':
    'This rule has already swept on the snapshot of 2026-01-05T09:00:00.000Z, which is not older than this one (2026-01-05T09:00:00.000Z).',
  missed:
    'The occurrence of 2026-01-05 07:00 UTC is missed: the rule starts at most 1 hour after its time.',
  holiday: 'Nothing leaves on 2026-01-05: it is Inventory in the calendar "Office".',
  'outside-calendar':
    'The calendar "Office" knows the dates from 2026-01-01 to 2026-01-04. Nothing leaves on 2026-01-05, of which it says nothing.',
  'after-cut-off':
    'The cut-off of 2026-01-05 10:00 Europe/Zurich is over (it is 2026-01-05 10:00 Europe/Zurich): the occurrence of that day is not started any more.',
  uncertain: 'BTC is blocked since 2026-01-05T09:00:00.000Z: the outcome of i-earlier is unknown.',
  'in-flight': 'Instruction i-earlier in BTC is being sent.',
  backoff:
    'The rule pauses until 2026-01-05T09:00:05.001Z, since 2 of its withdrawals in a row did not succeed.',
  cooldown:
    'The last withdrawal of this rule was 59 seconds ago; the next may follow at 2026-01-05T09:00:05.001Z, after 1 minute.',
  'withdrawals-exhausted':
    'Withdrawals of this rule in 24 hours: 2 of at most 2, and 1 more would be needed; there is room again at 2026-01-05T10:00:00.000Z.',
  'no-price': 'Its limits in USD need a price of BTC/USD or USD/BTC; there is none.',
  'stale-price':
    'The prices are 15 minutes 1 second old; a limit by value rests on prices at most 15 minutes old.',
  'price-jumped':
    'The price of BTC went from 10 to 45 USD, further than 25 %: it counts once 3 readings in a row agree (so far: 1).',
  'keep-above-threshold':
    'At these prices the rule keeps 22.5 BTC, more than its threshold of 10 BTC. By value: the kept part of 900 USD is 22.5 BTC at 40 USD (BTC/USD).',
  'below-threshold': 'The balance of 10 BTC is not above the threshold of 10 BTC.',
  'nothing-left-by-earlier-rule':
    'Of the balance of 20 BTC, 10 BTC is already spoken for by other instructions; what is left is not enough for this rule.',
  'budget-exhausted': 'The budget of 8 BTC per 24 hours has 0.9 BTC left; 1 BTC would be needed.',
  'trade-limit-exhausted':
    'Trades are limited to 49000 USD of one trade; that leaves 0.9702 BTC, and 1 BTC would be needed.',
  'limit-unknown':
    'The limit of 1 USD per 24 hours over all withdrawals cannot be compared, so nothing leaves: there is no usable price of BTC in USD.',
  'liquidity-floor':
    'The liquidity floor of 19.1 BTC must stay; 20 BTC are there, so 1 BTC cannot leave.',
  'account-limit':
    'The limit of 0.9 BTC per 24 hours to "Cold storage" has 0.9 BTC left; 1 BTC would be needed.',
  'counterparty-limit':
    'The limit of 99 USD per 30 days to counterparty "Vault Inc." has 99 USD left; 1 BTC (worth 100 USD) would be needed.',
  'outflow-limit':
    'The limit of 99 USD per 24 hours over all withdrawals has 99 USD left; 1 BTC (worth 100 USD) would be needed.',
  'below-minimum':
    'Only 15 BTC could be withdrawn, in steps of 0.1; the smallest withdrawal is at least 15.1 BTC.',
  'dry-run':
    'BTC is in dry-run, so nothing is sent. Otherwise it would withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
};

/** Every check where everything is in order, as people read it: held or not, seen, accepted. */
const IN_ORDER = [
  '+ mode: live | live',
  '+ enabled: enabled | enabled',
  '+ account: active | active',
  '+ currency: BTC | BTC',
  '+ balance-age: 4 seconds old | at most 5 minutes old',
  '+ schedule: snapshot of 2026-01-05T09:00:00.000Z | every snapshot',
  '+ lane: idle | idle, armed in this ledger',
  '+ backoff: no pause | no pause',
  '+ cooldown: no withdrawal yet | 0 seconds or more since the last withdrawal',
  '+ threshold: 20 | more than 10',
  '+ keep: 5 stays | at least 5 stays',
  '+ allocation: 15 of a surplus of 15 | all of the surplus',
  '+ maximum: 15 | no maximum',
  '+ budget-24h: no budget set | no budget',
  '+ budget-30d: no budget set | no budget',
  '+ step: 15 | a multiple of 0.1',
  '+ minimum: 15 | at least 1',
  '+ approval: 15 | no approval needed',
];

const ONE_PRICE = 'one instrument, at most 15 minutes old, near the price before';

/** Refused checks of the situations in `changes.ts`, in the same form. */
const REFUSED_CHECKS: Readonly<Record<NoSweepReason, readonly string[]>> = {
  disarmed: ['- mode: no controls | live'],
  halted: ['- mode: halted | live'],
  'newer-version': ['- mode: format 2 | at most format 1'],
  unreadable: ['- rule: cannot be read | in a form that this version reads'],
  disabled: ['- enabled: disabled | enabled'],
  'account-cooling-off': [
    '- cooling-off: usable from 2026-01-05T09:00:05.001Z | usable at 2026-01-05T09:00:05.000Z',
  ],
  'account-not-active': ['- account: inactive | active'],
  'currency-mismatch': ['- currency: ETH | BTC'],
  'conversion-circle': ['- conversion: BTC > USD > BTC | no circle'],
  'instrument-not-allowed': ['- instrument: none | BTC/EUR or EUR/BTC, of BTC/USD'],
  'currency-not-held': ['- threshold: not held | a balance in BTC'],
  'balance-not-stated': ['- threshold: not stated | a balance in BTC'],
  'stale-balance': ['- balance-age: 5 minutes old | at most 5 minutes old'],
  'price-unusable': ['- price: BTC/USD: none | a current price that has not jumped'],
  'not-scheduled': [
    '- schedule: snapshot of 2026-01-05T09:00:00.000Z, already swept on 2026-01-05T09:00:00.000Z | every snapshot',
  ],
  missed: [
    '- schedule: fell 2026-01-05 07:00 UTC, more than 1 hour ago | cron 0 7 * * ? * UTC, started within 1 hour',
  ],
  holiday: ['- calendar: 2026-01-05 is Inventory of office | a business day of office'],
  'outside-calendar': [
    '- calendar: 2026-01-05 is outside of office, which knows 2026-01-01 to 2026-01-04 | a business day of office',
  ],
  'after-cut-off': [
    '- cut-off: 2026-01-05 10:00 Europe/Zurich | before 2026-01-05 10:00 Europe/Zurich',
  ],
  uncertain: ['- lane: unknown, i-earlier | idle, armed in this ledger'],
  'in-flight': ['- lane: sending, i-earlier | idle, armed in this ledger'],
  backoff: [
    '- backoff: pause until 2026-01-05T09:00:05.001Z after 2 failed in a row | a pause that is over at 2026-01-05T09:00:05.000Z',
  ],
  cooldown: [
    '- cooldown: 59 seconds since the last withdrawal | 1 minute or more since the last withdrawal',
  ],
  'withdrawals-exhausted': ['- withdrawals-24h: 2 of 2 in 24 hours | at least 1 left'],
  'no-price': [`- price-of-limits: no price of BTC in USD | ${ONE_PRICE}`],
  'stale-price': [`- price-of-limits: prices 15 minutes 1 second old | ${ONE_PRICE}`],
  'price-jumped': [`- price-of-limits: 10 USD, then 45 USD | ${ONE_PRICE}`],
  'keep-above-threshold': [
    '- price-of-limits: keeps 22.5 above the threshold of 10 | keeps at most the threshold',
  ],
  'below-threshold': ['- threshold: 10 | more than 10'],
  'nothing-left-by-earlier-rule': [
    '- threshold: 10 (20 less 10 already spoken for) | more than 10',
  ],
  'budget-exhausted': ['- budget-24h: 7.1 of 8 used in 24 hours, 0.9 left | at least 1 left'],
  'trade-limit-exhausted': ['- notional: 45000 USD | at most 49000 of one trade'],
  'limit-unknown': [
    '- outflow-24h: not known: there is no usable price of BTC in USD | at most 1 USD in 24 hours',
  ],
  'liquidity-floor': [
    '- floor-currency: 20 BTC there, 0.9 above the floor | at least 19.1 BTC stays',
  ],
  'account-limit': ['- account-24h: 0 of 0.9 BTC used in 24 hours, 0.9 left | at least 1 left'],
  'counterparty-limit': [
    '- counterparty-30d: 0 of 99 USD used in 30 days, 99 left | at least 100 left',
  ],
  'outflow-limit': ['- outflow-24h: 0 of 99 USD used in 24 hours, 99 left | at least 100 left'],
  'below-minimum': ['- minimum: 15 | at least 15.1'],
  'dry-run': ['- mode: dry-run | live'],
};

describe('what people read', () => {
  it('is the whole list of checks where everything is in order', () => {
    expect(checkLines(decideOne().checks)).toEqual(IN_ORDER);
  });

  it.each(NO_SWEEP_REASONS)('with the reason %s is one sentence and the check', (reason) => {
    const decision = decideOne(CHANGES[reason]);
    expect(decision.explanation).toBe(SENTENCES[reason]);
    expect(checkLines(decision.checks)).toEqual(
      expect.arrayContaining([...REFUSED_CHECKS[reason]]),
    );
  });

  const haltedBecause = { by: 'ada', at: TICK, comment: 'a stranger in the books' };
  const everyDay = { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' } as const;
  const once = { kind: 'cron', expression: '0 9 5 1 ? 2026', timeZone: 'UTC' } as const;
  const CASES: readonly (readonly [string, Partial<EvaluateInput>, string, string[]])[] = [
    [
      'a lane that was never armed',
      { lanes: new Map() },
      'BTC has never been armed in this ledger, so nothing may be sent.',
      ['- lane: no lane | idle, armed in this ledger'],
    ],
    [
      "a lane of another ledger's",
      withLane({ ...LANE, epoch: 'table-0' }),
      'BTC was armed in another ledger (a restored copy, for example) and must be armed again by people.',
      ['- lane: armed in another ledger | idle, armed in this ledger'],
    ],
    [
      'everything halted by a person',
      { controls: { ...CONTROLS, mode: 'halted', haltedBecause } },
      'BTC is halted, as everything is, by ada since 2026-01-05T09:00:00.000Z: a stranger in the books.',
      ['- mode: halted | live'],
    ],
    [
      'its currency halted, whatever everything was halted for before',
      { controls: { ...CONTROLS, currencyModes: { BTC: 'halted' }, haltedBecause } },
      'BTC is halted.',
      ['- mode: halted | live'],
    ],
    [
      'an account that is not registered',
      { accounts: new Map() },
      'Withdrawal account 6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01 is not registered.',
      ['- account: not registered | active'],
    ],
    [
      'a lane held after a rejection',
      withLane({ ...LANE, status: { state: 'rejected', claim: CLAIM, since: TICK } }),
      'BTC is blocked since 2026-01-05T09:00:00.000Z: the outcome of i-earlier is rejected.',
      ['- lane: rejected, i-earlier | idle, armed in this ledger'],
    ],
    [
      'an open instruction of its own',
      withLane({
        ...LANE,
        open: {
          other: { instructionId: 'other', ruleId: 'another', amount: '2' },
          own: { instructionId: 'own', ruleId: RULE.id, amount: '1' },
        },
      }),
      "This rule's earlier instruction own is still open.",
      [
        '- lane: idle, own is open | idle, armed in this ledger',
        '+ threshold: 17 (20 less 3 already spoken for) | more than 10',
      ],
    ],
    [
      'a balance from the future',
      { balancesReadAt: '2026-01-05T09:01:05.001Z' },
      'The balance says it was read at 2026-01-05T09:01:05.001Z, but it is only 2026-01-05T09:00:05.000Z: its age is not known.',
      ['- balance-age: read at 2026-01-05T09:01:05.001Z, later than now | at most 5 minutes old'],
    ],
    [
      'a cron schedule that has not fallen',
      {
        rules: [rule({ schedule: everyDay })],
        ...withLane(laneUsing({ lastOccurrence: TICK })),
      },
      'The rule is not scheduled now; it next runs 2026-01-06 09:00 UTC.',
      [
        '- schedule: has not fallen since 2026-01-05 09:00 UTC, next 2026-01-06 09:00 UTC | cron 0 9 * * ? * UTC, started within 1 hour',
      ],
    ],
    [
      'a cron schedule that will not fall again',
      { rules: [rule({ schedule: once })], ...withLane(laneUsing({ lastOccurrence: TICK })) },
      'The rule is not scheduled now, and never again.',
      [
        '- schedule: has not fallen since 2026-01-05 09:00 UTC, and never will again | cron 0 9 5 1 ? 2026 UTC, started within 1 hour',
      ],
    ],
    [
      'a balance below the threshold, less what is spoken for',
      {
        balances: { BTC: { total: '10' } },
        ...withLane({ ...LANE, open: { x: { instructionId: 'x', amount: '1.5' } } }),
      },
      'The balance of 10 BTC, less 1.5 BTC already spoken for, is not above the threshold of 10 BTC.',
      ['- threshold: 8.5 (10 less 1.5 already spoken for) | more than 10'],
    ],
    [
      'a budget of 30 days that is used up',
      {
        rules: [rule({ budgets: { per30Days: '8' } })],
        ...withLane(laneUsing({ days: { '2026-01-02T00:00:00.000Z': '9' } })),
      },
      'The budget of 8 BTC per 30 days has 0 BTC left; 1 BTC would be needed.',
      ['- budget-30d: 9 of 8 used in 30 days, 0 left | at least 1 left'],
    ],
    [
      'a surplus below one step and no minimum',
      { rules: [rule({ step: '20', minimum: '0' })] },
      'Only 0 BTC could be withdrawn, in steps of 20; the smallest withdrawal is more than 0 BTC.',
      ['- minimum: 0 | more than 0'],
    ],
    [
      'a pause that is over',
      withLane(laneUsing({ failures: 1, backoffUntil: TICK })),
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      [
        '+ backoff: pause until 2026-01-05T09:00:00.000Z after 1 failed in a row | a pause that is over at 2026-01-05T09:00:05.000Z',
      ],
    ],
    [
      'a cooldown that is over',
      {
        rules: [rule({ cooldownSeconds: 5 })],
        ...withLane(laneUsing({ lastClaimedAt: TICK })),
      },
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      [
        '+ cooldown: 5 seconds since the last withdrawal | 5 seconds or more since the last withdrawal',
      ],
    ],
    [
      'a cron schedule that has fallen',
      { rules: [rule({ schedule: everyDay, activeSince: '2026-01-04T09:00:00.000Z' })] },
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      ['+ schedule: fell 2026-01-05 09:00 UTC | cron 0 9 * * ? * UTC, started within 1 hour'],
    ],
    [
      'a cron schedule that has fallen, and was missed before',
      { rules: [rule({ schedule: everyDay, activeSince: '2026-01-03T00:00:00.000Z' })] },
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays. 2 occurrences before it are missed, the first 2026-01-03 09:00 UTC.',
      ['+ schedule: fell 2026-01-05 09:00 UTC | cron 0 9 * * ? * UTC, started within 1 hour'],
    ],
    [
      'a part of the surplus',
      {
        rules: [rule({ allocation: { kind: 'percentage', basis: 'surplus', percent: '33.3' } })],
      },
      'Withdraw 4.9 BTC to "Cold storage": 33.3 % of the 15 BTC above the kept 5 BTC, rounded down to a multiple of 0.1; 15.1 BTC stays.',
      ['+ allocation: 4.995 of a surplus of 15 | 33.3 % of the surplus'],
    ],
    [
      'a fixed amount',
      { rules: [rule({ allocation: { kind: 'fixed', basis: 'amount', amount: '4' } })] },
      'Withdraw 4 BTC to "Cold storage": a fixed amount out of the 15 BTC above the kept 5 BTC; 16 BTC stays.',
      ['+ allocation: 4 of a surplus of 15 | 4, or the surplus where that is less'],
    ],
    [
      'a fixed amount that is more than the surplus',
      { rules: [rule({ allocation: { kind: 'fixed', basis: 'amount', amount: '40' } })] },
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      ['+ allocation: 15 of a surplus of 15 | 40, or the surplus where that is less'],
    ],
    [
      'a maximum that is in the way and no multiple of the step',
      { rules: [rule({ maximum: '6.19' })] },
      'Withdraw 6.1 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, cut to the maximum of 6.19; 13.9 BTC stays.',
      ['+ keep: 13.9 stays | at least 5 stays', '+ maximum: 6.1 | at most 6.19'],
    ],
    [
      'a maximum that is just not in the way',
      { rules: [rule({ maximum: '15' })] },
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      ['+ maximum: 15 | at most 15'],
    ],
    [
      'a step that does not divide the surplus',
      { rules: [rule({ step: '0.7' })] },
      'Withdraw 14.7 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, rounded down to a multiple of 0.7; 5.3 BTC stays.',
      ['+ step: 14.7 | a multiple of 0.7'],
    ],
    [
      'maximum and budget in the way',
      { rules: [rule({ maximum: '6.19', budgets: { per24Hours: '3.35', per30Days: '100' } })] },
      'Withdraw 3.3 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, cut to the 3.35 BTC left of the budget of 3.35 BTC per 24 hours; 16.7 BTC stays.',
      [
        '+ budget-24h: 0 of 3.35 used in 24 hours, 3.35 left | at least 1 left',
        '+ budget-30d: 0 of 100 used in 30 days, 100 left | at least 1 left',
      ],
    ],
    [
      'an approval that is needed',
      { rules: [rule({ approvalAbove: '14.9' })] },
      'Withdraw 15 BTC to "Cold storage", once it is approved (needed above 14.9 BTC in 24 hours): all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      ['- approval: 15 | at most 14.9 without approval in 24 hours'],
    ],
    [
      'an approval that is just not needed',
      { rules: [rule({ approvalAbove: '15' })] },
      'Withdraw 15 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      ['+ approval: 15 | at most 15 without approval in 24 hours'],
    ],
    [
      'a part of the balance spoken for',
      withLane({ ...LANE, open: { x: { instructionId: 'x', amount: '8' } } }),
      'Withdraw 7 BTC to "Cold storage": all of the 7 BTC above the kept 5 BTC; 5 BTC stays beside 8 BTC already spoken for.',
      ['+ threshold: 12 (20 less 8 already spoken for) | more than 10'],
    ],
    [
      'a dry-run that is not the only thing in the way',
      { controls: { ...CONTROLS, mode: 'dry-run' }, balances: { BTC: { total: '10' } } },
      'The balance of 10 BTC is not above the threshold of 10 BTC.',
      ['- mode: dry-run | live', '- threshold: 10 | more than 10'],
    ],
    [
      'a balance below what is kept',
      { balances: { BTC: { total: '3' } } },
      'The balance of 3 BTC is not above the threshold of 10 BTC.',
      [
        '- threshold: 3 | more than 10',
        '- keep: 3 stays | at least 5 stays',
        '+ allocation: 0 of a surplus of 0 | all of the surplus',
        '- minimum: 0 | at least 1',
      ],
    ],
    [
      'a balance between the threshold and what is kept',
      { rules: [rule({ threshold: '1' })], balances: { BTC: { total: '3' } } },
      'Only 0 BTC could be withdrawn, in steps of 0.1; the smallest withdrawal is at least 1 BTC.',
      ['+ threshold: 3 | more than 1', '- keep: 3 stays | at least 5 stays'],
    ],
    [
      'both budgets used up, of which the shorter is named',
      {
        rules: [rule({ budgets: { per24Hours: '8', per30Days: '9' } })],
        ...withLane(
          laneUsing({
            hours: { '2026-01-05T08:00:00.000Z': '8' },
            days: { '2026-01-05T00:00:00.000Z': '9' },
          }),
        ),
      },
      'The budget of 8 BTC per 24 hours has 0 BTC left; 1 BTC would be needed.',
      ['- budget-24h: 8 of 8 used in 24 hours, 0 left | at least 1 left'],
    ],
    [
      'a budget in the way of a sweep that is just large enough',
      { rules: [rule({ minimum: '15', budgets: { per24Hours: '14.9' } })] },
      'The budget of 14.9 BTC per 24 hours has 14.9 BTC left; 15 BTC would be needed.',
      ['- budget-24h: 0 of 14.9 used in 24 hours, 14.9 left | at least 15 left'],
    ],
    [
      'a minimum that is no multiple of the step',
      { rules: [rule({ minimum: '1', step: '0.4', budgets: { per24Hours: '100' } })] },
      'Withdraw 14.8 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, rounded down to a multiple of 0.4; 5.2 BTC stays.',
      ['+ budget-24h: 0 of 100 used in 24 hours, 100 left | at least 1.2 left'],
    ],
    [
      'a floor over everything that leaves less than the surplus',
      { controls: { ...CONTROLS, liquidityFloor: { total: '1234' } }, outflow: outflow() },
      'Withdraw 7.6 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, cut to the 766 USD above the liquidity floor of 1234 USD over everything; 12.4 BTC stays.',
      ['+ floor-total: 2000 USD there, 766 above the floor | at least 1234 USD stays'],
    ],
    [
      'a floor of the currency below a limit that leaves more',
      {
        controls: { ...CONTROLS, liquidityFloor: { currencies: { BTC: '12.5' } } },
        accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, limits: { per24Hours: '10' } }]]),
        outflow: outflow(),
      },
      'Withdraw 7.5 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, cut to the 7.5 BTC above the liquidity floor of 12.5 BTC; 12.5 BTC stays.',
      ['+ floor-currency: 20 BTC there, 7.5 above the floor | at least 12.5 BTC stays'],
    ],
    [
      'a budget of 30 days that leaves less than the one of 24 hours',
      { rules: [rule({ budgets: { per24Hours: '9', per30Days: '8' } })] },
      'Withdraw 8 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, cut to the 8 BTC left of the budget of 8 BTC per 30 days; 12 BTC stays.',
      ['+ budget-24h: 0 of 9 used in 24 hours, 9 left | at least 1 left'],
    ],
    [
      'a maximum that the step alone would keep to',
      { rules: [rule({ maximum: '14.9', step: '7' })] },
      'Withdraw 14 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, rounded down to a multiple of 7; 6 BTC stays.',
      ['+ maximum: 14 | at most 14.9'],
    ],
    [
      'a limit of the account that is half used',
      {
        accounts: new Map([
          [ACCOUNT.id, { ...ACCOUNT, limits: { per24Hours: '10', per30Days: '30' } }],
        ]),
        outflow: outflow({
          usage: {
            tenant: 'main',
            counts: [
              counted(
                { kind: 'account', of: ACCOUNT.id },
                {
                  hours: { '2026-01-05T08:00:00.000Z': '5' },
                  days: { '2026-01-05T00:00:00.000Z': '5' },
                },
              ),
            ],
            version: 1,
          },
        }),
      },
      'Withdraw 5 BTC to "Cold storage": all of the 15 BTC above the kept 5 BTC, cut to the 5 BTC left of the limit of 10 BTC per 24 hours to "Cold storage"; 15 BTC stays.',
      [
        '+ account-24h: 5 of 10 BTC used in 24 hours, 5 left | at least 1 left',
        '+ account-30d: 5 of 30 BTC used in 30 days, 25 left | at least 1 left',
      ],
    ],
    [
      'an account under another label',
      { accounts: new Map([[ACCOUNT.id, { ...ACCOUNT, label: 'Vault' }]]) },
      'Withdraw 15 BTC to "Vault": all of the 15 BTC above the kept 5 BTC; 5 BTC stays.',
      ['+ account: active | active'],
    ],
  ];

  it.each(CASES)('with %s', (_, change, sentence, lines) => {
    const decision = decideOne(change);
    expect(decision.explanation).toBe(sentence);
    expect(checkLines(decision.checks)).toEqual(expect.arrayContaining(lines));
  });
});
