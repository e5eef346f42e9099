import { callersIn } from '../../adapters/store/callers.ts';
import { readHaltOrHalted } from '../../adapters/store/halt.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { namesIn, peopleIn } from '../../adapters/store/people.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { localWebhookUrlProblem, webhookUrlProblem } from '../../adapters/webhooks/webhook-url.ts';
import { type HttpResponse, ProblemError, problem } from '../../api/problems/problem.ts';
import type { Input, MatchesVersion } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { MANAGE_POLICY } from '../../api/routes/declared/manage-policy.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { managePolicyEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { proposeChange } from '../../treasury/changes/ask.ts';
import type { ChangeDecisionCommand } from '../../treasury/changes/decide-change.ts';
import { decideChange } from '../../treasury/changes/decide-change.ts';
import type { Wanted } from '../../treasury/changes/drafts.ts';
import { raiseFormat } from '../../treasury/changes/raise-format.ts';
import { type RemovalCommand, remove } from '../../treasury/changes/remove.ts';
import { askToResume } from '../../treasury/changes/resume.ts';
import type { Subject } from '../../treasury/ledger/policy-change.ts';
import { rearmingRoutes } from './rearming.ts';
import { policyResponse } from './responses.ts';

const environment = readEnvironment(managePolicyEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  snapshotEverySeconds: environment.SNAPSHOT_EVERY_SECONDS,
  reportingCurrency: environment.REPORTING_CURRENCY,
  receiverProblem: environment.LOOPBACK_WEBHOOKS ? localWebhookUrlProblem : webhookUrlProblem,
  seals: connectSeals(environment),
  ledger: { ...createLedger(table), ...createPolicyChanges(table) },
};

/** Rules, accounts, calendars, webhooks and controls: a change that narrows acts at once, one that widens takes a second person. */
export const handler = serve(
  MANAGE_POLICY,
  {
    'POST /v1/sweep-rules': answering((input) =>
      propose(input, { kind: 'rule', after: input.body }, 'none'),
    ),
    'PUT /v1/sweep-rules/{id}': answering((input) =>
      replace(input, { kind: 'rule', after: input.body }),
    ),
    'DELETE /v1/sweep-rules/{id}': answering((input) => removeOne(input, 'rule')),
    'POST /v1/accounts': answering((input) =>
      propose(input, { kind: 'account', after: input.body }, 'none'),
    ),
    'PUT /v1/accounts/{id}': answering((input) =>
      replace(input, { kind: 'account', after: input.body }),
    ),
    'DELETE /v1/accounts/{id}': answering((input) => removeOne(input, 'account')),
    'POST /v1/calendars': answering((input) =>
      propose(input, { kind: 'calendar', after: input.body }, 'none'),
    ),
    'PUT /v1/calendars/{id}': answering((input) =>
      replace(input, { kind: 'calendar', after: input.body }),
    ),
    'DELETE /v1/calendars/{id}': answering((input) => removeOne(input, 'calendar')),
    'POST /v1/webhooks': answering((input) =>
      propose(input, { kind: 'webhook', after: input.body }, 'none'),
    ),
    'PUT /v1/webhooks/{id}': answering((input) =>
      replace(input, { kind: 'webhook', after: input.body }),
    ),
    'DELETE /v1/webhooks/{id}': answering((input) => removeOne(input, 'webhook')),
    'POST /v1/manual-rates': answering((input) =>
      propose(input, { kind: 'manual-rate', after: input.body }, 'none'),
    ),
    'PUT /v1/manual-rates/{id}': answering((input) =>
      replace(input, { kind: 'manual-rate', after: input.body }),
    ),
    'DELETE /v1/manual-rates/{id}': answering((input) => removeOne(input, 'manual-rate')),
    'POST /v1/matching-rules': answering((input) =>
      propose(input, { kind: 'matching-rule', after: input.body }, 'none'),
    ),
    'PUT /v1/matching-rules/{id}': answering((input) =>
      replace(input, { kind: 'matching-rule', after: input.body }),
    ),
    'DELETE /v1/matching-rules/{id}': answering((input) => removeOne(input, 'matching-rule')),
    'PUT /v1/controls': answering(async (input) => {
      const expected = await input.ifMatch(() => current(input, { kind: 'controls' }));
      return await propose(input, { kind: 'controls', after: input.body }, expected);
    }),
    'POST /v1/controls/resume': answering(async (input) => {
      const generation = await input.ifMatch(() => readHaltOrHalted(table, input.tenant));
      return await askToResume(ports, { ...whoOf(input), ...input.body, generation });
    }),
    'POST /v1/controls/raise-format': answering(async (input) => {
      const expected = await input.ifMatch(() => current(input, { kind: 'controls' }));
      return await raiseFormat(ports, { ...whoOf(input), expected });
    }),
    'POST /v1/changes/{id}/approve': answering((input) =>
      decide(input, 'approve', input.body.comment),
    ),
    'POST /v1/changes/{id}/decline': answering((input) =>
      decide(input, 'decline', input.body.comment),
    ),
    'POST /v1/changes/{id}/cancel': answering((input) => decide(input, 'withdraw', 'taken back')),
    ...rearmingRoutes(ports, table),
  },
  {
    records: { ...ports, people: peopleIn(table) },
    callers: { ...callersIn(table), now: ports.now },
    names: namesIn(table),
    diagnoses: mixedTransactionOf(table, MIXED_WRITES['manage-policy']),
  },
);

type Asked = Pick<Input, 'tenant' | 'requestId' | 'by'>;
type Named = Asked & { readonly path: { readonly id: string } };
type Matching = Named & { readonly ifMatch: MatchesVersion };
type Result = Parameters<typeof policyResponse>[0];

/** The result of a request, logged and answered. */
function answering<I extends Asked>(act: (input: I) => Promise<Result>) {
  return async (input: I): Promise<HttpResponse> => {
    const result = await act(input);
    const refusal = result.result === 'refused' ? result.refusal.code : undefined;
    logger.info('policy', { result: result.result, refusal });
    return policyResponse(result, input.requestId, effects.now());
  };
}

async function propose(input: Asked, wanted: Wanted, expected: number | 'none'): Promise<Result> {
  return await proposeChange(ports, { ...whoOf(input), wanted, expected });
}

async function replace(
  input: Matching,
  wanted: Exclude<Wanted, { readonly kind: 'controls' }>,
): Promise<Result> {
  requireSameId(input.path.id, wanted.after.id);
  const subject = { kind: wanted.kind, id: input.path.id };
  return await propose(input, wanted, await input.ifMatch(() => current(input, subject)));
}

async function removeOne(
  input: Matching,
  kind: RemovalCommand['subject']['kind'],
): Promise<Result> {
  const subject = { kind, id: input.path.id };
  const expected = await input.ifMatch(() => current(input, subject));
  return await remove(ports, { ...whoOf(input), subject, expected });
}

async function current({ tenant }: Asked, subject: Subject) {
  return (await ports.ledger.readCurrent(tenant, subject))?.item ?? null;
}

async function decide(
  input: Named,
  decision: ChangeDecisionCommand['decision'],
  comment: string,
): Promise<Result> {
  return await decideChange(ports, { ...whoOf(input), changeId: input.path.id, decision, comment });
}

function whoOf({ tenant, requestId, by }: Asked) {
  return { tenant, by: by(), requestId };
}

/** The id of an item is its identity: a replacement cannot give it another one. */
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
