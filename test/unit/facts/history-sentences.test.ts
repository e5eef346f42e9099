import { describe, expect, it } from 'vitest';
import { historySentence, sayHistory } from '../../../treasury/facts/sentences/say/say-history.ts';
import type { DecisionFact } from '../../../treasury/facts/sweep-fact.ts';
import {
  type HistoryFact,
  historyFactSchema,
} from '../../../treasury/instructions/history-fact.ts';
import { numbersIn } from './numbers-in.ts';

/*
 * Every line of an instruction's history: a code with numbers and what people wrote, which the ledger holds whole and each
 * language says.
 */

type Said = {
  readonly [Code in HistoryFact['code']]: readonly [
    fact: Extract<HistoryFact, { readonly code: Code }>,
    said: string,
  ];
};

const AT = '2026-01-05T09:00:00.000Z';
const SWEEP: Extract<DecisionFact, { readonly code: 'sweep' }> = {
  code: 'sweep',
  ...{ currency: 'BTC', valued: {}, missed: null },
  sweep: {
    ...{ currency: 'BTC', amount: '2.25', keep: '1', step: '0', cap: null, split: null },
    allocation: { kind: 'all', basis: 'surplus' },
    holding: { balance: '3.25', committed: '0', unbooked: '0' },
    parts: [{ part: 1, to: 'Vault', amount: '2.25', approval: null }],
  },
};

const SAID: Said = {
  decided: [
    { code: 'decided', decision: SWEEP },
    'Withdraw 2.25 BTC to "Vault": all of the 2.25 BTC above the kept 1 BTC; 1 BTC stays.',
  ],
  requested: [
    { code: 'requested', by: 'tom', comment: 'January', missed: { ruleId: 'r', occurrence: AT } },
    `asked for by tom, for the missed occurrence ${AT} of rule r: January`,
  ],
  'awaiting-approval': [
    { code: 'awaiting-approval', expiresAt: AT, approvalsRequired: 2 },
    `waits for the approvals of 2 people until ${AT}`,
  ],
  'approval-given': [
    { code: 'approval-given', by: 'ann', expiresAt: AT },
    `ann approves; one more person has to by ${AT}`,
  ],
  approved: [{ code: 'approved', by: ['ann', 'ben'] }, 'approved by ann and ben'],
  declined: [{ code: 'declined', by: 'ann', comment: 'not today' }, 'declined by ann: not today'],
  expired: [{ code: 'expired' }, 'expired'],
  cancelled: [
    { code: 'cancelled', why: { limit: 'mode', code: 'dry-run', currency: 'BTC' } },
    'BTC is in dry-run, so nothing is sent.',
  ],
  claimed: [{ code: 'claimed', sendBy: AT }, `claimed; to be sent before ${AT}`],
  'not-confirmed': [{ code: 'not-confirmed', cause: 'timeout' }, 'timeout'],
  rejected: [{ code: 'rejected', status: 422 }, 'the service answered 422'],
  confirmed: [
    { code: 'confirmed', notStated: ['network'] },
    'confirmed; the answer does not state where it went by network',
  ],
  released: [
    { code: 'released', by: ['ann', 'ben'], comment: 'seen' },
    'not executed, settled by ann and ben: seen',
  ],
  'released-by-evidence': [
    { code: 'released-by-evidence' },
    'not executed, settled by the evidence alone',
  ],
  'settlement-proposed': [
    {
      ...{ code: 'settlement-proposed', by: 'ann', executed: true, withdrawalId: 'w-1' },
      ...{ fill: { base: '0.2', quote: '12000' }, comment: 'seen' },
    },
    'ann says it was executed, 0.2 for 12000 as w-1: seen; a second person has to agree',
  ],
  'settlement-withdrawn': [
    { code: 'settlement-withdrawn', by: 'ann' },
    'ann took back what was said to settle it',
  ],
  'settlement-lapsed': [
    {
      ...{ code: 'settlement-lapsed', by: 'ann', executed: false },
      why: {
        code: 'moved',
        currency: 'BTC',
        from: '130',
        to: '80',
        at: '2026-01-05T09:20:00.000Z',
      },
    },
    'What ann said of it (not executed) no longer holds: the balance went from 130 BTC to 80 BTC by 2026-01-05T09:20:00.000Z.',
  ],
  'unbooked-concluded': [
    {
      ...{ code: 'unbooked-concluded', by: ['ann', 'ben'] },
      ...{ outcome: 'booked', amount: '1.5', currency: 'BTC' },
    },
    '1.5 BTC of it was booked, as ann and ben concluded',
  ],
};

type Row = readonly [fact: HistoryFact, said: string];

/** What is said otherwise where a value is another one, or is not there. */
const OTHERWISE: readonly Row[] = [
  [
    { code: 'decided', decision: SWEEP, part: { part: 1, of: 3 } },
    'Part 1 of 3. Withdraw 2.25 BTC to "Vault": all of the 2.25 BTC above the kept 1 BTC; 1 BTC stays.',
  ],
  [{ code: 'requested', by: 'tom' }, 'asked for by tom'],
  [{ code: 'approved', by: [{ code: 'rule', ruleId: 'r' }] }, 'approved by rule r'],
  [{ code: 'approved', by: [{ code: 'trade-limits' }] }, 'approved by the trade limits'],
  [
    { code: 'awaiting-approval', expiresAt: AT, approvalsRequired: 1 },
    `waits for an approval until ${AT}`,
  ],
  [{ code: 'confirmed' }, 'confirmed'],
  [
    { code: 'settlement-proposed', by: 'ann', executed: false, comment: 'seen' },
    'ann says it was not executed: seen; a second person has to agree',
  ],
  [
    {
      ...{ code: 'unbooked-concluded', by: ['ann', 'ben'] },
      ...{ outcome: 'not-executed', amount: '1.5', currency: 'BTC' },
    },
    '1.5 BTC of it was not executed, as ann and ben concluded',
  ],
];

const ROWS = [...(Object.values(SAID) as readonly Row[]), ...OTHERWISE];

describe('a line of the history is said by its fact alone, which the ledger holds whole', () => {
  it.each(ROWS.map(([fact, said]) => [fact.code, fact, said] as const))(
    '%s',
    (_code, fact, said) => {
      const kept = historyFactSchema.parse(JSON.parse(JSON.stringify(fact)));
      expect(kept).toEqual(fact);
      expect(sayHistory(kept)).toBe(said);
    },
  );
});

it('names what required no person in each language', () => {
  const by = [{ code: 'rule', ruleId: 'r' }, { code: 'trade-limits' }] as const;
  expect(by.map((each) => sayHistory({ code: 'approved', by: [each] }, 'de'))).toEqual([
    'freigegeben durch Regel r',
    'freigegeben durch die Handelslimits',
  ]);
});

describe('in German, a line names each number and name that it names in English', () => {
  it.each(ROWS.map(([fact]) => [fact.code, fact] as const))('%s', (_code, fact) => {
    expect(numbersIn(historySentence(fact, 'de'))).toEqual(numbersIn(historySentence(fact)));
  });
});
