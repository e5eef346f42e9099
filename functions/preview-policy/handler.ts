import { cachedVerifier } from '../../adapters/seals/cached-verifier.ts';
import { callersIn } from '../../adapters/store/callers.ts';
import { createFlows } from '../../adapters/store/flows.ts';
import { createHistory } from '../../adapters/store/history.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { readMatchingRules } from '../../adapters/store/matching-rules.ts';
import { createOpenRequests } from '../../adapters/store/open-requests.ts';
import { namesIn } from '../../adapters/store/people.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { type HttpResponse, ProblemError, type SaidResponse } from '../../api/problems/problem.ts';
import type { InputTo } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { PREVIEW_POLICY } from '../../api/routes/declared/preview-policy.ts';
import { dynamo, readingDynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { effects } from '../../runtime/effects.ts';
import {
  previewPolicyEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { forecast } from '../../treasury/forecast/forecast.ts';
import { backtest, type Continued } from '../../treasury/preview/backtest.ts';
import { backtestMatching } from '../../treasury/preview/backtest-matching.ts';
import { effectOfDraft } from '../../treasury/preview/effect-of-change.ts';
import { previewDraft } from '../../treasury/preview/preview.ts';
import { pastValuesByRates, shownByRates } from '../../treasury/report-values/shown-by-rates.ts';
import { readContinuation } from './continuation.ts';
import {
  backtestedResponse,
  continuationRefused,
  forecastResponse,
  matchingBacktestedResponse,
  previewedResponse,
} from './responses.ts';

const environment = readEnvironment(previewPolicyEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const pastLedger = { client: readingDynamo(), tableName: environment.LEDGER_TABLE };
const ratesOf = reportRates(ledgerTable, cachedVerifier(connectSeals(environment)), {
  consistent: false,
});
const ports = {
  ...effects,
  shownValues: shownByRates(ratesOf),
  pastValues: pastValuesByRates(ratesOf),
  ledger: createLedger(ledgerTable),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
  history: createHistory({
    snapshots: { client: readingDynamo(), tableName: environment.SNAPSHOTS_TABLE },
    ledger: pastLedger,
  }),
};
const { flowsBetween, breaksBetween } = createFlows(pastLedger, false);
const matchingPorts = {
  ...effects,
  flowsBetween,
  breaksBetween,
  readRules: (tenant: string) => readMatchingRules(ledgerTable, tenant),
  snapshotEverySeconds: environment.SNAPSHOT_EVERY_SECONDS,
};
const forecastPorts = {
  ...ports,
  breaksBetween,
  snapshotEverySeconds: environment.SNAPSHOT_EVERY_SECONDS,
};

/** The forecast; drafts of sweep rules and of matching rules, on the balances of now and on the recorded past. Of a call, nothing is kept but its caller's roles, and, while it lasts, that it is open. */
export const handler = serve(
  PREVIEW_POLICY,
  {
    'GET /v1/forecast': foresee,
    'POST /v1/sweep-rules/preview': lookAhead,
    'POST /v1/sweep-rules/backtest': walkBack,
    'POST /v1/matching-rules/backtest': lookBack,
  },
  {
    names: namesIn(ledgerTable),
    callers: { ...callersIn(ledgerTable), now: effects.now },
    open: { ...effects, ...createOpenRequests(ledgerTable) },
  },
);

type Routes = typeof PREVIEW_POLICY;

async function foresee({
  tenant,
  requestId,
  query,
}: InputTo<Routes, 'GET /v1/forecast'>): Promise<HttpResponse | SaidResponse> {
  const { timeZone = environment.REPORTING_TIME_ZONE, ...assumed } = query;
  const result = await forecast(forecastPorts, { tenant, timeZone, ...assumed });
  return forecastResponse(result, requestId);
}

async function lookAhead({
  tenant,
  requestId,
  body,
}: InputTo<Routes, 'POST /v1/sweep-rules/preview'>): Promise<HttpResponse | SaidResponse> {
  const { effect, ...draft } = body;
  const result = await previewDraft(ports, tenant, draft);
  const wanted = effect && result.result === 'previewed';
  const past = wanted ? await effectOfDraft(ports, tenant, draft) : null;
  return previewedResponse(result, past, requestId);
}

async function walkBack({
  tenant,
  requestId,
  body,
}: InputTo<Routes, 'POST /v1/sweep-rules/backtest'>): Promise<HttpResponse> {
  const { continuation, from, to, assumeApproved, addBackSweeps, ...draft } = body;
  const continued = continuation === undefined ? null : continuedFrom(continuation);
  const result = await backtest(ports, {
    tenant,
    draft,
    ...{ from, to, assumeApproved, addBackSweeps },
    ...(continued === null ? {} : { continued }),
  });
  if (result.result === 'replayed') {
    const { readings, until, complete } = result.report;
    logger.info('backtest', { readings, until, complete, rules: draft.rules.length });
  }
  return backtestedResponse(result, requestId);
}

async function lookBack({
  tenant,
  requestId,
  body,
}: InputTo<Routes, 'POST /v1/matching-rules/backtest'>): Promise<HttpResponse> {
  const { rules, scope, ...range } = body;
  const draft = { rules, scope };
  const result = await backtestMatching(matchingPorts, { tenant, draft, ...range });
  if (result.result === 'replayed') {
    const { differences, until, complete } = result.report;
    logger.info('backtest of matching rules', {
      differences,
      until,
      complete,
      rules: rules.length,
    });
  }
  return matchingBacktestedResponse(result, requestId);
}

function continuedFrom(text: string): Continued {
  const continued = readContinuation(text);
  if (continued === null) throw new ProblemError(continuationRefused());
  return continued;
}
