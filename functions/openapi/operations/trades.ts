import { tradeBody } from '../../../contract/trades.ts';
import { instruction } from '../answers.ts';
import { type Operation, problems } from '../operation.ts';

export const TRADES: Readonly<Record<string, Operation>> = {
  'POST /v1/trades': {
    idempotencyKey: true,
    body: {
      schema: tradeBody,
      example: { instrument: 'BTC/USD', side: 'Sell', price: '64250.5', amount: '0.25' },
    },
    answers: {
      201: { description: 'The service confirmed it', schema: instruction },
      202: {
        description:
          'An approval is awaited, or the outcome is not known; Location says where to look',
        schema: instruction,
      },
    },
    problems: [
      ...problems(409, 'in-flight', 'contended', 'disarmed', 'halted', 'dry-run'),
      ...problems(409, 'price-stale', 'price-unusable', 'currency-uncertain', 'currency-busy'),
      ...problems(422, 'instrument-not-allowed', 'instrument-unknown', 'price-outside-collar'),
      ...problems(422, 'notional-unknown', 'notional-above-limit', 'rolling-limit-too-small'),
      ...problems(422, 'balance-insufficient', 'instrument-invalid', 'side-unknown'),
      ...problems(422, 'decimal-syntax', 'too-many-digits', 'not-positive'),
      ...problems(429, 'rolling-limit-reached'),
      ...problems(502, 'trade-rejected', 'trade-anomaly'),
      ...problems(503, 'trade-not-sent', 'service-unreachable', 'service-timeout'),
      ...problems(503, 'service-token-refused', 'service-rate-limited', 'service-refused'),
      ...problems(503, 'service-service-error', 'service-not-understood', 'service-no-token'),
    ],
  },
};
