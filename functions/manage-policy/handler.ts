import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { callerOf } from '../../api/callers/caller.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { type HttpResponse, ProblemError, problem } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { generationOf, versionOf } from '../../api/requests/etag.ts';
import { policyIdOf, subjectOfRoute } from '../../api/requests/policy-id.ts';
import { validatedBody } from '../../api/requests/validate.ts';
import { api } from '../../api/router/api.ts';
import {
  accountBody,
  changeApprovalBody,
  changeDeclineBody,
  controlsBody,
  resumptionBody,
  sweepRuleBody,
} from '../../api/routes/policy.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { managePolicyEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger, metrics } from '../../runtime/observability/middleware.ts';
import { proposeChange } from '../../treasury/changes/ask.ts';
import { decideChange } from '../../treasury/changes/decide-change.ts';
import type { Wanted } from '../../treasury/changes/drafts.ts';
import { remove } from '../../treasury/changes/remove.ts';
import { askToResume } from '../../treasury/changes/resume.ts';
import { rearmingRoutes } from './rearming.ts';
import { policyResponse } from './responses.ts';

const environment = readEnvironment(managePolicyEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  snapshotEverySeconds: environment.SNAPSHOT_EVERY_SECONDS,
  seals: connectSeals(environment),
  ledger: { ...createLedger(table), ...createPolicyChanges(table) },
};

type Result = Parameters<typeof policyResponse>[0];

/** Routes with answers of their own. */
const ARMING: Readonly<Record<string, (event: ApiEvent) => Promise<HttpResponse>>> = rearmingRoutes(
  ports,
  table,
);

/** What each route comes to. The route key is API Gateway's own. */
const ROUTES: Readonly<Record<string, (event: ApiEvent) => Promise<Result>>> = {
  'POST /v1/sweep-rules': (event) =>
    ask(event, { kind: 'rule', after: validatedBody(sweepRuleBody, event) }, 'none'),
  'PUT /v1/sweep-rules/{id}': (event) =>
    replace(event, { kind: 'rule', after: validatedBody(sweepRuleBody, event) }),
  'DELETE /v1/sweep-rules/{id}': (event) => removeOne(event),
  'POST /v1/accounts': (event) =>
    ask(event, { kind: 'account', after: validatedBody(accountBody, event) }, 'none'),
  'PUT /v1/accounts/{id}': (event) =>
    replace(event, { kind: 'account', after: validatedBody(accountBody, event) }),
  'DELETE /v1/accounts/{id}': (event) => removeOne(event),
  'PUT /v1/controls': (event) =>
    replace(event, { kind: 'controls', after: validatedBody(controlsBody, event) }),
  'POST /v1/controls/resume': async (event) => {
    const body = validatedBody(resumptionBody, event);
    const generation = await generationOf(event, () => ports.ledger.readHalt(event.tenant));
    return await askToResume(ports, { ...whoOf(event), ...body, generation });
  },
  'POST /v1/changes/{id}/approve': (event) =>
    decide(event, 'approve', validatedBody(changeApprovalBody, event).words),
  'POST /v1/changes/{id}/decline': (event) =>
    decide(event, 'decline', validatedBody(changeDeclineBody, event).words),
  'POST /v1/changes/{id}/cancel': (event) => decide(event, 'withdraw', 'taken back'),
};

/** Rules, accounts and controls: what narrows acts at once, what widens takes a second person. */
export const handler = api(change, ports, mixedTransactionOf(table, MIXED_WRITES['manage-policy']));

async function change(event: ApiEvent): Promise<HttpResponse> {
  const rearming = ARMING[event.routeKey];
  if (rearming !== undefined) return await rearming(event);
  const route = ROUTES[event.routeKey];
  if (route === undefined) throw notFound(`There is no route ${event.routeKey}.`);
  const result = await route(event);
  metrics.addMetric(`Policy_${result.result}`, MetricUnit.Count, 1);
  const refusal = result.result === 'refused' ? result.refusal.code : undefined;
  logger.info('policy', { result: result.result, refusal });
  return answered(result, event);
}

function answered(result: Result, event: ApiEvent): HttpResponse {
  return policyResponse(result, event.requestContext.requestId, effects.now());
}

async function ask(event: ApiEvent, wanted: Wanted, expected: number | 'none'): Promise<Result> {
  return await proposeChange(ports, { ...whoOf(event), wanted, expected });
}

async function replace(event: ApiEvent, wanted: Wanted): Promise<Result> {
  const subject = subjectOfRoute(event);
  if (subject.kind !== 'controls' && wanted.kind !== 'controls') {
    requireSameId(subject.id, wanted.after.id);
  }
  return await ask(event, wanted, await expectedOf(event));
}

async function removeOne(event: ApiEvent): Promise<Result> {
  const subject = subjectOfRoute(event);
  if (subject.kind === 'controls') throw new Error('controls are never deleted');
  return await remove(ports, { ...whoOf(event), subject, expected: await expectedOf(event) });
}

async function expectedOf(event: ApiEvent): Promise<number> {
  return await versionOf(event, async () => {
    const standing = await ports.ledger.readStanding(event.tenant, subjectOfRoute(event));
    return standing?.item ?? null;
  });
}

async function decide(
  event: ApiEvent,
  decision: 'approve' | 'decline' | 'withdraw',
  words: string,
): Promise<Result> {
  const changeId = policyIdOf(event);
  return await decideChange(ports, { ...whoOf(event), changeId, decision, words });
}

function whoOf(event: ApiEvent) {
  const { tenant, requestContext } = event;
  return { tenant, by: callerOf(event), requestId: requestContext.requestId };
}

/** The id of an item is its identity: a replacement can't give it another one. */
function requireSameId(inPath: string, inBody: string): void {
  if (inPath === inBody) return;
  const [seen, accepted] = [JSON.stringify(inBody), JSON.stringify(inPath)];
  throw new ProblemError(
    problem('invalid-body', {
      detail: 'Nothing was changed.',
      fields: [{ field: 'id', pointer: '/id', seen, accepted }],
    }),
  );
}
