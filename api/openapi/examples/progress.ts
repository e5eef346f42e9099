import { showEvidence } from '../../../treasury/facts/sentences/say/say-evidence.ts';
import type { CurrencyEvidence } from '../../../treasury/instructions/evidence.ts';
import { INSTRUCTION_EXAMPLES } from './instructions.ts';

/*
 * The progress of one withdrawal and one trade, each step as the routes answer it: waiting, decided, unknown and
 * settled. The bodies are those of `INSTRUCTION_EXAMPLES`.
 */

const WITHDRAWAL = INSTRUCTION_EXAMPLES.Instruction;
const { tenant, origin, history, createdAt, status, contentDigest, version } = WITHDRAWAL;

const APPROVED_AT = '2026-11-22T13:20:10.104Z';
const SENT_AT = '2026-11-22T13:20:11.015Z';
const ANSWERED_AT = '2026-11-22T13:20:12.430Z';
const SEEN_AT = '2026-11-22T13:25:00.312Z';
const SETTLED_AT = '2026-11-22T13:40:02.871Z';
const QUARANTINE_UNTIL = '2026-11-22T13:22:21.015Z';

interface Entry {
  readonly at: string;
  readonly state: string;
  readonly message: string;
  readonly by?: readonly string[];
}

const SENDING: Entry = {
  at: SENT_AT,
  state: 'sending',
  message: 'claimed; to be sent before 2026-11-22T13:20:21.015Z',
};
const LOST: Entry = { at: ANSWERED_AT, state: 'unknown', message: 'connection-lost' };
const SAID: Entry = {
  at: SEEN_AT,
  state: 'unknown',
  message:
    'tina says it was executed: row 3 of the statement of today; a second person has to agree',
};
const RETRACTED: Entry = {
  at: SETTLED_AT,
  state: 'unknown',
  message: 'tina took back what was said to settle it',
};
const CONFIRMED: Entry = { at: SETTLED_AT, state: 'confirmed', message: 'confirmed' };
const SETTLED = {
  kind: 'settled',
  by: ['tina', 'anna'],
  comment: 'tina: row 3 of the statement of today; anna: row 3 of the statement of today',
};

/** The instruction with a later status, and with its history's line about it. */
function later<Body extends object>(
  body: Body,
  status: object,
  entries: readonly Entry[],
  more: object = {},
) {
  return { ...body, status, history: entries, ...more, version: entries.length };
}

/** People's decisions before it was sent. */
function decided(waiting: { readonly contentDigest: string }) {
  const { contentDigest: _, ...body } = waiting;
  const approved = {
    at: APPROVED_AT,
    state: 'approved',
    message: 'approved by anna',
    by: ['anna'],
  };
  const approvals = [{ by: 'anna', at: APPROVED_AT }];
  return {
    approved: later(body, { state: 'approved', at: APPROVED_AT, by: 'anna', approvals }, [
      ...history,
      approved,
    ]),
    declined: later(
      body,
      { state: 'declined', at: APPROVED_AT, by: 'anna', comment: 'the wrong month' },
      [
        ...history,
        { at: APPROVED_AT, state: 'declined', message: 'declined by anna: the wrong month' },
      ],
    ),
    cancelled: later(
      body,
      {
        state: 'cancelled',
        at: APPROVED_AT,
        reason: 'cancelled-by-tina',
        explanation: 'cancelled by tina: the wrong month',
        checks: [],
      },
      [
        ...history,
        { at: APPROVED_AT, state: 'cancelled', message: 'cancelled by tina: the wrong month' },
      ],
    ),
  };
}

/** An instruction whose answer was lost, before and after two people settle it. */
function settling(sent: Sent) {
  const { body, before, claim, evidence: whole, fill = {} } = sent;
  const evidence = summaryOf(whole);
  const unknown = [...before, SENDING, LOST, SAID];
  const status = {
    state: 'unknown',
    at: ANSWERED_AT,
    cause: 'connection-lost',
    evidence: 'CONNECTION_LOST (after the connection stood): ECONNRESET: read ECONNRESET',
    claim,
  };
  const settlement = {
    by: 'tina',
    at: SEEN_AT,
    executed: true,
    ...fill,
    comment: 'row 3 of the statement of today',
    evidence: evidence.digest,
  };
  const end = {
    state: 'confirmed',
    at: SETTLED_AT,
    confirmation: { ...SETTLED, ...fill },
    evidence: 'settled by tina and anna',
  };
  return {
    unknown: later(body, status, [...before, SENDING, LOST], { evidence: whole }),
    said: later(body, status, unknown, { evidence, settlement }),
    retracted: later(body, status, [...unknown, RETRACTED], { evidence }),
    settled: later(body, end, [...unknown, CONFIRMED], { evidence }),
  };
}

interface Sent {
  readonly body: object;
  readonly before: readonly Entry[];
  readonly claim: object;
  readonly evidence: ReturnType<typeof evidenceOf>;
  readonly fill?: object;
}

/** The reading of one balance once it shows the request. */
function shown(currency: string, before: string, change: string, now: string): CurrencyEvidence {
  return {
    currency,
    balanceBefore: before,
    balance: now,
    changeIfExecuted: change,
    unexplainedIfExecuted: '0',
    unexplainedIfNot: change,
    earlierFlows: [],
    explanations: [{ executed: true, shownLate: [] }],
  };
}

function evidenceOf(digest: string, ...currencies: readonly CurrencyEvidence[]) {
  const balances = Object.fromEntries(currencies.map((each) => [each.currency, each.balance]));
  const evidence = {
    digest,
    claimedAt: SENT_AT,
    quarantineUntil: QUARANTINE_UNTIL,
    points: [{ takenAt: SEEN_AT, balances }],
    omitted: 0,
    weighedUntil: SEEN_AT,
    afterQuarantine: true,
    currencies,
  };
  const explains = { executed: true, notExecuted: false };
  return { ...showEvidence(evidence), readings: 1, explains };
}

/** As it is shown unless all of it is asked for. */
function summaryOf({ points: _, currencies, ...rest }: ReturnType<typeof evidenceOf>) {
  const summed = currencies.map(({ earlierFlows: __, explanations: ___, ...each }) => each);
  return { ...rest, currencies: summed };
}

const SWEEP_ID = 'sweep-btc-cold-20261122T132000000Z';
const RULE_APPROVES: readonly Entry[] = [
  {
    at: APPROVED_AT,
    state: 'proposed',
    message:
      'Withdraw 0.01 BTC to "Cold storage": all of the 0.01 BTC above the kept 3.99 BTC; 3.99 BTC stays.',
  },
  {
    at: APPROVED_AT,
    state: 'approved',
    message: 'approved by rule btc-cold',
    by: ['rule btc-cold'],
  },
];

const TICK = '2026-11-22T13:20:00.000Z';

/** The decision of the rule that led to the second of the withdrawals below. */
export const SWEEP_DECISION = {
  tenant,
  snapshot: TICK,
  instructionId: SWEEP_ID,
  decision: {
    ruleId: 'btc-cold',
    ruleVersion: 1,
    currency: 'BTC',
    withdrawalAccountId: WITHDRAWAL.content.withdrawalAccountId,
    decidedAt: APPROVED_AT,
    occurrence: TICK,
    consumesOccurrence: true,
    checks: [
      { limit: 'mode', holds: true, seen: 'live', accepted: 'live' },
      { limit: 'threshold', holds: true, seen: '4', accepted: 'more than 3.99', value: '4' },
    ],
    explanation: RULE_APPROVES[0]?.message,
    outcome: 'sweep',
    amount: '0.01',
    needsApproval: false,
  },
};

/** Withdrawals: one that a person requested, and one of a rule whose answer was lost. */
export const WITHDRAWAL_EXAMPLES = {
  ...decided(WITHDRAWAL),
  ...settling({
    body: {
      id: SWEEP_ID,
      tenant,
      origin: {
        kind: 'sweep',
        ruleId: 'btc-cold',
        ruleVersion: 1,
        occurrence: TICK,
        snapshot: TICK,
      },
      content: WITHDRAWAL.content,
      destination: WITHDRAWAL.destination,
      createdAt: APPROVED_AT,
      value: WITHDRAWAL.value,
    },
    before: RULE_APPROVES,
    claim: {
      instructionId: SWEEP_ID,
      claimedAt: SENT_AT,
      sendBy: '2026-11-22T13:20:21.015Z',
      quarantineUntil: QUARANTINE_UNTIL,
      balanceBefore: '4',
      outgoing: '0.01',
      fee: '0',
      debits: [
        {
          counter: { kind: 'rule', of: 'btc-cold', unit: 'BTC' },
          ...{ amount: '0.01', at: SENT_AT },
        },
        {
          counter: { kind: 'unapproved', of: WITHDRAWAL.content.withdrawalAccountId, unit: 'BTC' },
          ...{ amount: '0.01', at: SENT_AT },
        },
      ],
    },
    evidence: evidenceOf('ace845e9579c8eff', shown('BTC', '4', '-0.01', '3.99')),
  }),
};

const TRADE_ID = 'trade-6e41c1b2d6ed8c3120a1cfc4dffc9af0';
const BODY = {
  id: TRADE_ID,
  tenant,
  origin,
  content: { kind: 'trade', instrument: 'BTC/USD', side: 'sell', price: '64250.5', amount: '0.25' },
  createdAt,
};
const WAITING = { ...BODY, status, history, version, contentDigest };
const FILL = { base: '0.25', quote: '16062.625' };
const LIMITS_APPROVE: readonly Entry[] = [
  { at: APPROVED_AT, state: 'proposed', message: 'asked for by tina' },
  {
    at: APPROVED_AT,
    state: 'approved',
    message: 'approved by the trade limits',
    by: ['the trade limits'],
  },
];
const ANSWER =
  '{"id":"0f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f","instrument":"BTC/USD","side":"Sell","price":"64250.5","amount":"0.25","state":"filled","fills":[{"price":"64250.5","amount":"0.25"}],"createdAt":"2026-11-22T13:20:12.211Z"}';

/** Trades: one that waits for an approval, one that the service confirmed, and one whose answer was lost. */
export const TRADE_EXAMPLES = {
  waiting: WAITING,
  ...decided(WAITING),
  confirmed: later(
    BODY,
    {
      state: 'confirmed',
      at: ANSWERED_AT,
      confirmation: {
        kind: 'trade',
        trade: {
          id: '0f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
          state: 'filled',
          fills: [{ price: '64250.5', amount: '0.25' }],
          executed: FILL,
        },
        answer: ANSWER,
      },
      evidence: `answered 200 application/json; charset=utf-8: ${ANSWER}`,
    },
    [...LIMITS_APPROVE, SENDING, { at: ANSWERED_AT, state: 'confirmed', message: 'confirmed' }],
  ),
  ...settling({
    body: BODY,
    before: LIMITS_APPROVE,
    claim: {
      instructionId: TRADE_ID,
      claimedAt: SENT_AT,
      sendBy: '2026-11-22T13:20:21.015Z',
      quarantineUntil: QUARANTINE_UNTIL,
      balanceBefore: '4',
      outgoing: '0.25',
      debits: (
        [
          { kind: 'traded', of: '', unit: 'USD' },
          { kind: 'trader', of: 'tina', unit: 'USD' },
          { kind: 'trader-alone', of: 'tina', unit: 'USD' },
        ] as const
      ).map((counter) => ({ counter, amount: '16230.64625', at: SENT_AT })),
    },
    evidence: evidenceOf(
      '4097c08c1134c468',
      shown('BTC', '4', '-0.25', '3.75'),
      shown('USD', '500000', '16062.625', '516062.625'),
    ),
    fill: { fill: FILL },
  }),
};
