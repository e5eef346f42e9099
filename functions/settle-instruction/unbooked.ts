import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { readOpenAlarms } from '../../adapters/store/open-breaks.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { readConclusion } from '../../adapters/store/unbooked.ts';
import { callerOf } from '../../api/callers/caller.ts';
import { contended } from '../../api/problems/contended.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { digestOf, etagOfTag } from '../../api/requests/etag.ts';
import { validatedBody } from '../../api/requests/validate.ts';
import { unbookedBody } from '../../api/routes/unbooked.ts';
import { logger, metrics } from '../../runtime/observability/middleware.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import type { Seals } from '../../treasury/seals/ports.ts';
import {
  type ConcludeUnbookedPorts,
  type ConcludeUnbookedRefusal,
  type ConcludeUnbookedResult,
  concludeUnbooked,
} from '../../treasury/unbooked/conclude-unbooked.ts';
import { unbookedView } from '../../treasury/unbooked/unbooked.ts';

/** Routes of /v1/lanes/{currency}/unbooked: what no balance shows yet, and the word of two people. */
export function unbookedRoutes(
  { now, ledger, seals }: Pick<Effects, 'now'> & { readonly ledger: Ledger; readonly seals: Seals },
  table: StoreTable,
) {
  const ports: ConcludeUnbookedPorts = {
    now,
    ledger,
    seals,
    unbooked: {
      readConclusion: (tenant, currency) => readConclusion(table, tenant, currency),
      openBreaks: async (tenant) => (await readOpenAlarms(table, tenant)).unbooked,
    },
  };
  const unbookedOf = async (tenant: string, currency: string) => {
    const [lanes, { controls }] = await Promise.all([
      ledger.readLanes(tenant),
      ledger.readPolicy(tenant),
    ]);
    const lane = lanes.find((each) => each.currency === currency);
    if (lane === undefined) throw notFound(`There is no lane of ${currency}.`);
    return unbookedView(lane, controls, now());
  };
  return {
    'GET /v1/lanes/{currency}/unbooked': async (event: ApiEvent): Promise<HttpResponse> => {
      const { tenant } = event;
      const currency = currencyOf(event);
      const [unbooked, said] = await Promise.all([
        unbookedOf(tenant, currency),
        readConclusion(table, tenant, currency),
      ]);
      const body = { currency, unbooked, said: said === null ? null : shown(said) };
      return json(200, body, unbooked === null ? {} : etagOfTag(unbooked.digest));
    },
    'POST /v1/lanes/{currency}/unbooked/conclude': async (
      event: ApiEvent,
    ): Promise<HttpResponse> => {
      const { tenant, requestContext } = event;
      const { requestId } = requestContext;
      const currency = currencyOf(event);
      const { comment, ...outcome } = validatedBody(unbookedBody, event);
      const digest = await digestOf(
        event,
        async () => (await unbookedOf(tenant, currency))?.digest ?? null,
      );
      const result = await concludeUnbooked(ports, {
        tenant,
        currency,
        digest,
        comment,
        outcome,
        by: callerOf(event),
        requestId,
      });
      const refusal = result.result === 'refused' ? result.refusal.code : undefined;
      metrics.addMetric(`Unbooked_${result.result}`, MetricUnit.Count, 1);
      logger.info('unbooked', { result: result.result, refusal, currency });
      return toResponse(result, requestId);
    },
  } as const;
}

/** The currency that a path names; one that no lane can have is not there. */
function currencyOf({ pathParameters }: Pick<ApiEvent, 'pathParameters'>): string {
  const currency = pathParameters?.currency ?? '';
  if (CURRENCY_CODE.test(currency)) return currency;
  throw notFound(`There is no lane of ${currency.slice(0, 20)}.`);
}

function toResponse(result: ConcludeUnbookedResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'proposed':
      return json(202, shown(result.conclusion));
    case 'concluded':
      return json(200, shown(result.conclusion));
    case 'contended':
      return contended('the unbooked amounts', requestId);
    case 'refused':
      return refused(result.refusal, requestId);
    default:
      return result satisfies never;
  }
}

function refused(refusal: ConcludeUnbookedRefusal, requestId: string): HttpResponse {
  const { code, message, ...members } = refusal;
  const seen =
    refusal.code === 'proposal-differs' ? { proposal: shown(refusal.proposal) } : members;
  return problemResponse(problem(code, { detail: message, members: seen }), requestId);
}

/** Without what only the store needs. */
function shown({
  tenant: _,
  seal: __,
  ...rest
}: UnbookedConclusion): Omit<UnbookedConclusion, 'tenant' | 'seal'> {
  return rest;
}
