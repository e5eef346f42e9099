import { describe, expect, it } from 'vitest';
import type { CheckCode, CheckFact, RefusalFact } from '../../../treasury/facts/check-fact.ts';
import { sayCheck, sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { ALL, AT, CRON, type SaidBy, WEIGHTS } from './said-by-check.ts';
import { SAID_OF_AMOUNTS } from './said-of-amounts.ts';
import { SAID_OF_RULES } from './said-of-rules.ts';

/*
 * Every fact that a check states, once, with all that is said of it: what was found, what is required, and the sentence
 * where it stops something.
 */

const SAID: SaidBy<CheckCode> = { ...SAID_OF_RULES, ...SAID_OF_AMOUNTS };

type Row = readonly [fact: CheckFact, seen: string, accepted: string, refused?: string];

const UNPRICED = { code: 'open-unpriced', currencies: ['ETH'], into: 'USD' } as const;

/** What is said otherwise where a value is another one, or is not there. */
const OTHERWISE: readonly Row[] = [
  [
    {
      ...{ limit: 'calendar', calendars: ['office'], code: 'holiday', name: null },
      ...{ calendar: { id: 'office', label: 'Office' }, date: '2026-01-05' },
    },
    '2026-01-05 is a holiday of office',
    'a business day of office',
    'Nothing leaves on 2026-01-05: it is a holiday in the calendar "Office".',
  ],
  [
    {
      ...{ limit: 'rule', code: 'rule-version', current: null },
      decidedBy: { ruleId: 'r', version: 1 },
    },
    'no such rule',
    'r version 1',
    'The rule r is gone.',
  ],
  [
    { limit: 'backoff', code: 'backoff', until: null, failures: 0, now: AT },
    'no pause',
    'no pause',
  ],
  [
    {
      ...{ limit: 'cooldown', code: 'cooldown', cooldownSeconds: 60 },
      ...{ lastClaimedAt: null, now: AT },
    },
    'no withdrawal yet',
    '1 minute or more since the last withdrawal',
  ],
  [
    {
      ...{ limit: 'withdrawals-24h', code: 'withdrawals' },
      ...{ maximum: 1, counted: 0, needed: 2, roomAt: null },
    },
    '0 of 1 in 24 hours',
    'at least 2 left',
    'Withdrawals of this rule in 24 hours: 0 of at most 1, and 2 more would be needed; there is never room for that.',
  ],
  [
    { limit: 'schedule', plan: CRON, code: 'not-fallen', since: AT, next: null },
    'has not fallen since 2026-01-05 10:00 Europe/Zurich, and never will again',
    'cron 0 7 * * ? * Europe/Zurich, started within 1 hour',
    'The rule is not scheduled now, and never again.',
  ],
  [
    {
      ...{ limit: 'threshold', code: 'threshold', currency: 'BTC', threshold: '5' },
      ...{ balance: '20', committed: '0', unbooked: '0' },
    },
    '20',
    'more than 5',
    'The balance of 20 BTC is not above the threshold of 5 BTC.',
  ],
  [
    { limit: 'allocation', code: 'taken', currency: 'BTC', surplus: '15', allocation: ALL },
    '15 of a surplus of 15',
    'all of the surplus',
  ],
  [
    { limit: 'budget-24h', code: 'budget', currency: 'BTC', needed: '3', budget: null },
    'no budget set',
    'no budget',
  ],
  [
    {
      ...{ limit: 'budget-24h', code: 'budget', currency: 'BTC', needed: '3' },
      budget: { cap: '8', spent: '9' },
    },
    '9 of 8 used in 24 hours, 0 left',
    'at least 3 left',
  ],
  [{ limit: 'approval', code: 'approvals', currency: 'BTC', parts: [] }, 'no part', 'no part'],
  [
    {
      ...{ limit: 'floor-currency', code: 'bound-unknown' },
      ...{ currency: 'USD', cap: '9', why: UNPRICED },
    },
    'not known: withdrawals in ETH are open, and there is no usable price for them in USD',
    'at least 9 USD stays',
    'The liquidity floor of 9 USD cannot be compared, so nothing leaves: withdrawals in ETH are open, and there is no usable price for them in USD.',
  ],
  [
    { limit: 'split', code: 'divided', split: WEIGHTS, parts: [] },
    'nothing to divide',
    '60 %; 40 %',
  ],
  [
    {
      ...{ limit: 'traded-24h', code: 'trade-limit', scope: 'all-trades', currency: 'USD' },
      ...{ cap: '100', used: null, value: '70' },
      ...{ room: { currency: 'BTC', amount: '6' }, needed: { currency: 'BTC', amount: '7' } },
    },
    '70 USD, what was traded before is not known',
    'at most 100 together in 24 hours',
  ],
];

const ROWS = [...(Object.values(SAID) as readonly Row[]), ...OTHERWISE];

const kept = <Fact>(fact: Fact): Fact => JSON.parse(JSON.stringify(fact)) as Fact;

describe('a check is said by its fact alone, which JSON holds whole', () => {
  it.each(ROWS.map(([fact, ...said]) => [fact.code, fact, said] as const))(
    '%s',
    (_code, fact, [seen, accepted, refused]) => {
      expect(sayCheck(kept(fact))).toEqual({ seen, accepted });
      if (refused !== undefined) expect(sayRefusal(kept(fact) as RefusalFact)).toBe(refused);
    },
  );

  it('says beside a refusal of an account that nothing is divided', () => {
    const by = { limit: 'account', code: 'account-not-registered', accountId: 'a' } as const;
    expect(sayRefusal({ code: 'nothing-divided', by })).toBe(
      'Withdrawal account a is not registered. Nothing is divided while one of its accounts cannot be paid.',
    );
  });

  it('names what other instructions have of a balance', () => {
    const holding = { currency: 'BTC', balance: '20', committed: '15' };
    expect(sayRefusal({ code: 'spoken-for', ...holding })).toBe(
      'Of the balance of 20 BTC, 15 BTC is already spoken for by other instructions; what is left is not enough for this rule.',
    );
  });
});
