import { EVERYBODY, PREVIEWERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { forecastQuery } from '../forecast.ts';
import {
  backtestBody,
  MAX_PREVIEW_BODY_BYTES,
  matchingBacktestBody,
  previewBody,
} from '../preview.ts';

const draft = { roles: PREVIEWERS, maximumBytes: MAX_PREVIEW_BODY_BYTES } as const;

export const PREVIEW_POLICY = declare('preview-policy', {
  'GET /v1/forecast': { roles: EVERYBODY, query: forecastQuery, said: true },
  'POST /v1/sweep-rules/preview': { ...draft, body: previewBody, said: true },
  'POST /v1/sweep-rules/backtest': { ...draft, body: backtestBody },
  'POST /v1/matching-rules/backtest': { ...draft, body: matchingBacktestBody },
});
