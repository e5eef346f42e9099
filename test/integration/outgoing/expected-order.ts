import {
  approvedTrade,
  conversion,
  countedSweep,
  type Prepare,
  partOfSplit,
  placedTrade,
  plainSweep,
  requestedWithdrawal,
} from './outgoing-kinds.ts';

/** The lines of a kind of outgoing, from the first read of its delivery to the last write of its conclusion. */
export interface ExpectedOrder {
  readonly prepare: Prepare;
  readonly path: '/v1/withdrawals' | '/v1/trades';
  /** A currency of which it claims the lane. */
  readonly currency: string;
  /** Everything that it is decided on, in the order in which it is asked for. */
  readonly decided: readonly string[];
  readonly claim: string;
  readonly sent: string;
  /** What the outcome is recorded on, asked for while it is judged. */
  readonly read: string;
  readonly confirmed: string;
  readonly rejected: string;
  readonly unknown: string;
  /** Where nothing left: the counters outside of lanes are read, and all is given back in one write. */
  readonly notSent: readonly string[];
}

/** The last look at the kill switch: between the claim and the sending, and nothing else. */
export const LAST_LOOK = 'read halt';

/** What the service has booked at once, seen before a deposit hides it. */
export const bookingsNoted = (currency: string): readonly string[] => [
  'service balances, one-attempt',
  'read lanes, policy',
  `write lane ${currency} idle`,
];

const WITHDRAWAL = {
  path: '/v1/withdrawals',
  sent: 'service WITHDRAWAL',
  read: 'read instruction, known withdrawals, lanes, policy',
} as const;

const TRADE = {
  path: '/v1/trades',
  currency: 'BTC',
  sent: 'service TRADE',
  read: 'read instruction, known trades, lanes, policy',
  confirmed: 'write id, instruction confirmed, lane BTC idle, lane USD idle',
  rejected: 'write instruction rejected, lane BTC rejected, lane USD rejected',
  unknown: 'write instruction unknown, lane BTC unknown, lane USD unknown',
} as const;

/** What is counted is read before the balances, the lanes once more after them; prices beside both. */
const DECIDED_UNDER_LIMITS = [
  'read instruction',
  'read epoch, lanes, policy',
  'read latest snapshot, outflow-usage & service prices',
  'key verifies a reading & service balances',
  'read lanes',
  'key verifies',
  'read halt marks',
  'read approval-usage',
] as const;

/** The ledger first, then the service. */
const DECIDED_TRADE = [
  'read instruction',
  'read epoch, lanes, latest snapshot, policy, trade-usage',
  'service balances & service prices',
  'key verifies a reading',
  'key verifies',
  'read halt marks',
] as const;

export const EXPECTED_ORDER: Readonly<Record<string, ExpectedOrder>> = {
  'a sweep without limits': {
    ...WITHDRAWAL,
    prepare: plainSweep,
    currency: 'BTC',
    decided: [
      'read instruction',
      'read epoch, lanes, policy',
      'service balances',
      'key verifies',
      'read halt marks',
    ],
    claim:
      'write instruction sending, lane BTC sending and its counts, mark if account, controls, halt, rule',
    confirmed: 'write id, instruction confirmed, lane BTC idle',
    rejected: 'write instruction rejected, lane BTC rejected',
    unknown: 'write instruction unknown, lane BTC unknown',
    notSent: ['write instruction not-sent, lane BTC idle and its counts'],
  },
  'a sweep under every limit': {
    ...WITHDRAWAL,
    prepare: countedSweep,
    currency: 'BTC',
    decided: DECIDED_UNDER_LIMITS,
    claim:
      'write approval-usage, instruction sending, lane BTC sending and its counts, mark, outflow-usage if account, controls, halt, rule',
    confirmed: 'write id, instruction confirmed, lane BTC idle',
    rejected: 'write instruction rejected, lane BTC rejected',
    unknown: 'write instruction unknown, lane BTC unknown',
    notSent: [
      'read approval-usage, outflow-usage',
      'write approval-usage, instruction not-sent, lane BTC idle and its counts, outflow-usage',
    ],
  },
  'a withdrawal that one person requested and another approved': {
    ...WITHDRAWAL,
    prepare: requestedWithdrawal,
    currency: 'BTC',
    decided: DECIDED_UNDER_LIMITS,
    claim:
      'write approval-usage, instruction sending, lane BTC sending, mark, outflow-usage if account, controls, halt',
    confirmed: 'write id, instruction confirmed, lane BTC idle',
    rejected: 'write instruction rejected, lane BTC rejected',
    unknown: 'write instruction unknown, lane BTC unknown',
    notSent: [
      'read approval-usage, outflow-usage',
      'write approval-usage, instruction not-sent, lane BTC idle, outflow-usage',
    ],
  },
  'a part of a split': {
    ...WITHDRAWAL,
    prepare: partOfSplit,
    currency: 'EUR',
    decided: DECIDED_UNDER_LIMITS,
    claim:
      'write approval-usage, instruction sending, lane EUR sending and its counts, mark, outflow-usage if account, controls, halt, rule',
    confirmed: 'write id, instruction confirmed, lane EUR idle',
    rejected: 'write instruction rejected, lane EUR rejected',
    unknown: 'write instruction unknown, lane EUR unknown',
    notSent: [
      'read approval-usage, outflow-usage',
      'write approval-usage, instruction not-sent, lane EUR idle and its counts, outflow-usage',
    ],
  },
  'a placed trade': {
    ...TRADE,
    prepare: placedTrade,
    decided: DECIDED_TRADE,
    claim:
      'write lane BTC sending, lane USD sending, new instruction sending, trade-usage if controls, halt',
    notSent: [
      'read trade-usage',
      'write instruction not-sent, lane BTC idle, lane USD idle, trade-usage',
    ],
  },
  'a placed trade that another person approved': {
    ...TRADE,
    prepare: approvedTrade,
    decided: DECIDED_TRADE,
    claim:
      'write instruction sending, lane BTC sending, lane USD sending, mark, trade-usage if controls, halt',
    notSent: [
      'read trade-usage',
      'write instruction not-sent, lane BTC idle, lane USD idle, trade-usage',
    ],
  },
  'a conversion': {
    ...TRADE,
    prepare: conversion,
    decided: [...DECIDED_TRADE, 'read approval-usage'],
    claim:
      'write approval-usage, instruction sending, lane BTC sending and its counts, lane USD sending, mark, trade-usage if controls, halt, rule',
    notSent: [
      'read approval-usage, trade-usage',
      'write approval-usage, instruction not-sent, lane BTC idle and its counts, lane USD idle, trade-usage',
    ],
  },
};
