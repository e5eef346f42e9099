import { TARGET_CURRENCY } from '../policy.ts';
import type { Effect } from '../proxy/effect.ts';
import type { Actor } from '../proxy/wire-request.ts';

/* What the functions do to the world, as it looks on the wire. */

const OF_TARGET = `"currency":{"S":"${TARGET_CURRENCY}"}`;
const INSTRUCTION = '"entity":{"S":"instruction"}';

function state(text: string): string {
  return `"state":{"S":"${text}"}`;
}

export const SNAPSHOT = {
  secret: { by: 'take-snapshot', operation: 'GetSecretValue' },
  balances: { by: 'take-snapshot', operation: 'GET /v1/balances' },
  prices: { by: 'take-snapshot', operation: 'GET /v1/prices' },
  write: { by: 'take-snapshot', operation: 'PutItem' },
  /** The stream as it is handed over, with the snapshot in it. */
  handedOver: {
    by: 'stack',
    operation: 'GetRecords',
    answerHolds: ['"entity":{"S":"snapshot"}'],
  },
} as const satisfies Record<string, Effect>;

export const DECIDING = {
  firstRead: { by: 'run-sweeps', operation: 'Query' },
  /** The decisions of the run, the instructions and the lanes of both currencies, in one write. */
  commit: {
    by: 'run-sweeps',
    operation: 'TransactWriteItems',
    holds: ['"entity":{"S":"decision-run"}', INSTRUCTION, OF_TARGET],
  },
  /** The stream as it is handed over, with the approved instruction in it. */
  handedOver: {
    by: 'stack',
    operation: 'GetRecords',
    answerHolds: [INSTRUCTION, state('approved'), OF_TARGET],
  },
} as const satisfies Record<string, Effect>;

/** The effects of a function that sends; both do the same. */
export function sending(by: Actor, post: string) {
  return {
    firstRead: { by, operation: 'GetItem' },
    secret: { by, operation: 'GetSecretValue' },
    balances: { by, operation: 'GET /v1/balances' },
    prices: { by, operation: 'GET /v1/prices' },
    claim: { by, operation: 'TransactWriteItems', holds: [INSTRUCTION, state('sending')] },
    post: { by, operation: post },
    outcome: {
      by,
      operation: 'TransactWriteItems',
      holds: [INSTRUCTION, state('confirmed')],
    },
    rejection: {
      by,
      operation: 'TransactWriteItems',
      holds: [INSTRUCTION, state('rejected')],
    },
  } as const satisfies Record<string, Effect>;
}

export const WITHDRAWAL = {
  ...sending('send-withdrawal', 'POST /v1/withdrawals'),
  /** Whether the ids of the answer were ever seen: the first read after the answer. */
  lookUp: { by: 'send-withdrawal', operation: 'GetItem', holds: ['WITHDRAWAL#'] },
} as const;

export const TRADE = sending('place-trade', 'POST /v1/trades');

export const WATCHDOG = {
  giveUp: {
    by: 'watchdog',
    operation: 'TransactWriteItems',
    holds: [INSTRUCTION, state('unknown')],
  },
  free: { by: 'watchdog', operation: 'TransactWriteItems', holds: [OF_TARGET, state('idle')] },
  redelivery: { by: 'watchdog', operation: 'Invoke' },
} as const satisfies Record<string, Effect>;

export const SETTLING = {
  /** The first person's word. */
  proposal: {
    by: 'settle-instruction',
    operation: 'TransactWriteItems',
    holds: ['"action":{"S":"propose-settlement"}'],
  },
  /** The second person's: instruction, lane and audit, in one write. */
  settlement: {
    by: 'settle-instruction',
    operation: 'TransactWriteItems',
    holds: ['"action":{"S":"settle"}'],
  },
} as const satisfies Record<string, Effect>;

export const START = {
  table: { by: 'stack', operation: 'CreateTable' },
  secondTable: { by: 'stack', operation: 'CreateTable', nth: 2 },
  lane: { by: 'stack', operation: 'TransactWriteItems', holds: ['"entity":{"S":"lane"}'], nth: 2 },
  controls: {
    by: 'stack',
    operation: 'TransactWriteItems',
    holds: ['"entity":{"S":"controls"}'],
  },
  streams: { by: 'stack', operation: 'GetShardIterator' },
} as const satisfies Record<string, Effect>;
