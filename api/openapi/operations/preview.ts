import { forecastResponse } from '../forecast-response.ts';
import { matchingBacktestResponse } from '../matching-backtest-response.ts';
import type { Documented } from '../operation.ts';
import { backtestResponse, previewResponse } from '../preview-responses.ts';

const rules = [
  {
    id: 'btc-cold-storage',
    label: 'BTC to cold storage',
    currency: 'BTC',
    withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
    threshold: '2',
    keep: '1.5',
    step: '0.01',
    budgets: { per24Hours: '10' },
  },
];

export const PREVIEW = {
  'GET /v1/forecast': {
    answers: {
      200: {
        description: 'What would leave if nothing else changed; nothing is written',
        schema: forecastResponse,
      },
    },
    problems: ['balance-unknown', 'disarmed'],
  },
  'POST /v1/sweep-rules/preview': {
    example: { rules, scope: 'replacing', effect: true },
    answers: {
      200: {
        description: 'What a run of this moment would decide; nothing is written',
        schema: previewResponse,
      },
    },
    problems: ['balance-unknown'],
  },
  'POST /v1/sweep-rules/backtest': {
    example: { rules, from: '2026-01-01T00:00:00Z', to: '2026-03-31T23:59:59Z' },
    answers: {
      200: { description: 'Both pasts side by side; nothing is written', schema: backtestResponse },
    },
    problems: ['disarmed', 'continuation-differs'],
  },
  'POST /v1/matching-rules/backtest': {
    example: {
      rules: [
        {
          id: 'btc-network-fees',
          label: 'Bitcoin network fee',
          kind: 'fee',
          direction: 'outflow',
          currency: 'BTC',
          maximum: '0.0005',
          per24Hours: '0.01',
        },
      ],
      from: '2026-01-01T00:00:00Z',
      to: '2026-02-01T00:00:00Z',
    },
    answers: {
      200: {
        description: 'What the draft changes about the recorded differences; nothing is written',
        schema: matchingBacktestResponse,
      },
    },
    problems: [],
  },
} as const satisfies Readonly<Record<string, Documented>>;
