import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { recordDenial } from '../../treasury/audit/record-denial.ts';
import type { Ledger } from '../../treasury/ports/ledger.ts';
import type { Surroundings } from '../../treasury/ports/surroundings.ts';
import { logger, observed } from '../observability/observed.ts';
import type { ApiEvent, GatewayEvent } from './api-event.ts';
import { callerName, callerOf } from './caller.ts';
import { selectClient, withClient } from './client.ts';
import { type Answer, ProblemError, problemAnswer } from './problem.ts';
import { requireAccessToken, requireRole } from './roles.ts';

/** Where denials are put on record: given by the functions that may write. */
interface DenialRecords extends Pick<Surroundings, 'now'> {
  readonly ledger: Pick<Ledger, 'readAuditHead' | 'commit'>;
}

/**
 * A handler of API routes: the observed wrapping, the role its route asks for, the client that the request is
 * about, problem+json for whatever goes wrong, and denials on record. What is thrown unexpectedly is logged and
 * answered without a word of it.
 */
export function api(
  handler: (event: ApiEvent, context: Context) => Promise<Answer>,
  records?: DenialRecords,
) {
  return observed<GatewayEvent, APIGatewayProxyStructuredResultV2>(async (event, context) => {
    const { requestId } = event.requestContext;
    logger.appendKeys({ requestId, route: event.routeKey, callerName: callerName(event) });
    const answer = await answered(handler, event, context);
    if (answer.statusCode === 403 && records !== undefined) await deny(records, event, answer);
    return answer;
  });
}

async function answered(
  handler: (event: ApiEvent, context: Context) => Promise<Answer>,
  event: GatewayEvent,
  context: Context,
): Promise<Answer> {
  const { requestId } = event.requestContext;
  try {
    requireAccessToken(event);
    requireRole(event);
    const client = selectClient(event);
    logger.appendKeys({ client });
    return await handler(withClient(event, client), context);
  } catch (error) {
    if (error instanceof ProblemError) return problemAnswer(error.problem, requestId);
    logger.error('a request failed', error as Error);
    const detail = 'Nothing is known to have changed. Quote the request id when you ask about it.';
    return problemAnswer(
      { status: 500, code: 'internal', title: 'The request could not be handled', detail },
      requestId,
    );
  }
}

/** A denial that can not be recorded is denied all the same. */
async function deny(records: DenialRecords, event: GatewayEvent, { body }: Answer): Promise<void> {
  const { ledger, now } = records;
  const code = /urn:sluice:problem:([a-z-]+)/.exec(body ?? '')?.[1] ?? 'denied';
  const { requestId } = event.requestContext;
  const client = clientOfDenial(event);
  if (client === null) {
    logger.warn('denied', { code, recorded: false });
    return;
  }
  const denial = { client, at: now(), by: callerOf(event), route: event.routeKey, code, requestId };
  try {
    const recorded = await recordDenial(ledger, denial);
    logger.warn('denied', { code, recorded });
  } catch (error) {
    logger.error('a denial could not be recorded', error as Error);
  }
}

/** The client whose audit says it; none of those that the caller may not even see. */
function clientOfDenial(event: GatewayEvent): string | null {
  try {
    return selectClient(event);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
