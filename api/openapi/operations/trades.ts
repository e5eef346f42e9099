import type { ProblemCode } from '../../problems/problem-table.ts';
import { tradeCheck } from '../check-responses.ts';
import { balancesResponse, pricesResponse } from '../market-responses.ts';
import type { Documented } from '../operation.ts';
import { namedPageOf } from '../page-responses.ts';
import { instruction } from '../response-schemas.ts';

const UNREADABLE: readonly ProblemCode[] = [
  'service-unreachable',
  'service-timeout',
  'service-token-refused',
  'service-rate-limited',
  'service-refused',
  'service-service-error',
  'service-not-understood',
  'service-no-token',
];

export const TRADES = {
  'POST /v1/trades': {
    example: {
      instrument: 'BTC/USD',
      side: 'Sell',
      price: '64250.5',
      amount: '0.25',
      reference: 'HEDGE-2026-0031',
    },
    answers: {
      201: {
        description: 'The service confirmed it',
        schema: instruction,
        headers: ['Idempotent-Replayed'],
      },
      202: {
        description:
          'An approval is awaited, or the outcome is not known; Location says where to look',
        schema: instruction,
        headers: ['ETag', 'Location', 'Idempotent-Replayed'],
      },
    },
    problems: [
      'seals-unavailable',
      'in-flight',
      'contended',
      'disarmed',
      'halted',
      'dry-run',
      'price-stale',
      'price-unusable',
      'price-jumped',
      'currency-uncertain',
      'currency-busy',
      'instrument-not-allowed',
      'instrument-unknown',
      'price-outside-collar',
      'notional-unknown',
      'notional-above-limit',
      'rolling-limit-too-small',
      'balance-insufficient',
      'instrument-invalid',
      'side-unknown',
      'too-many-waiting',
      'trade-declined',
      'trade-expired',
      'trade-cancelled',
      'trade-released',
      'rolling-limit-reached',
      'trade-rejected',
      'trade-anomaly',
      'trade-not-sent',
      ...UNREADABLE,
    ],
  },
  'POST /v1/trades/check': {
    example: { instrument: 'BTC/USD', side: 'Sell', price: '64250.5', amount: '0.25' },
    answers: {
      200: {
        description: 'What a request would be told on the latest snapshot; nothing is written',
        schema: tradeCheck,
      },
    },
    problems: ['instrument-invalid', 'side-unknown', 'contended', 'seals-unavailable'],
  },
  'GET /v1/trades': {
    answers: { 200: { description: 'Newest first', schema: namedPageOf(instruction) } },
    problems: [],
  },
  'GET /v1/trades/{id}': {
    answers: { 200: { description: 'As it stands', schema: instruction, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/prices': {
    answers: {
      200: { description: 'As the service answers at this moment', schema: pricesResponse },
    },
    problems: UNREADABLE,
  },
  'GET /v1/balances': {
    answers: {
      200: { description: 'As the service answers at this moment', schema: balancesResponse },
    },
    problems: UNREADABLE,
  },
} as const satisfies Readonly<Record<string, Documented>>;
