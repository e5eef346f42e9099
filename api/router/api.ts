import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { DenialCounter } from '../../adapters/store/ledger.ts';
import { isStoreBusy } from '../../adapters/store/store-busy.ts';
import type { Diagnoses } from '../../runtime/diagnosis/diagnose.ts';
import { logger, observed } from '../../runtime/observability/middleware.ts';
import { within } from '../../runtime/within.ts';
import { DenialsWaiting } from '../../treasury/audit/denials-waiting.ts';
import { ItemTooLargeError } from '../../treasury/ledger/item-too-large.ts';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import { SealsUnavailableError } from '../../treasury/seals/ports.ts';
import { callerName, callerOf } from '../callers/caller.ts';
import { requireAllowance } from '../callers/caller-limits.ts';
import { type PeopleRecords, recordName } from '../callers/record-name.ts';
import { type CallerRecords, recordRoles } from '../callers/record-roles.ts';
import { requireAccessToken, requireRole } from '../callers/roles.ts';
import { selectTenant, withTenant } from '../callers/tenant.ts';
import { notFound } from '../problems/not-found.ts';
import { type HttpResponse, ProblemError, problem, problemResponse } from '../problems/problem.ts';
import type { ApiEvent, GatewayEvent } from '../requests/api-event.ts';
import type { Declaration } from '../routes/declare.ts';
import { withinBound } from './answer-bound.ts';
import { delivered } from './deliver.ts';

/** The place where denials are put on record: given by the functions that may write. */
export interface DenialRecords extends Pick<Effects, 'now'> {
  readonly ledger: DenialCounter;
  /** The place where display names of people who act are kept: given by functions that may put items. */
  readonly people?: Pick<PeopleRecords, 'putPerson'>;
}

type Handler = (
  event: ApiEvent,
  declaration: Declaration,
  context: Context,
) => Promise<HttpResponse>;

/**
 * A handler of API routes: the middleware, the role its route requires, the tenant of the request, problem+json for
 * every failure, and denials on record. Unexpected errors are logged; the response reveals nothing about them.
 */
export function api(
  routes: Readonly<Record<string, Declaration>>,
  handler: Handler,
  records?: DenialRecords,
  diagnoses: Diagnoses = {},
  callers?: CallerRecords,
) {
  return observed<GatewayEvent, APIGatewayProxyStructuredResultV2>(async (event, context) => {
    const { requestId } = event.requestContext;
    logger.appendKeys({ requestId, route: event.routeKey, callerName: callerName(event) });
    if (records !== undefined && waiting.size > 0) void writeDenials(records);
    const answer = await answered(routes, handler, event, context, { records, callers });
    const isDenied = answer.statusCode === 403;
    await Promise.all([
      isDenied && records !== undefined ? deny(records, event, answer) : undefined,
      // What acts does so first; what was refused is noted by whichever function refuses it.
      callers !== undefined && (isDenied || records !== undefined)
        ? noteCaller(callers, event)
        : undefined,
    ]);
    return withinBound(delivered(event, declarationOf(routes, event), answer), requestId);
  }, diagnoses);
}

function declarationOf(
  routes: Readonly<Record<string, Declaration>>,
  { routeKey }: GatewayEvent,
): Declaration | undefined {
  return Object.hasOwn(routes, routeKey) ? routes[routeKey] : undefined;
}

interface Records {
  readonly records: DenialRecords | undefined;
  readonly callers: CallerRecords | undefined;
}

async function answered(
  routes: Readonly<Record<string, Declaration>>,
  handler: Handler,
  event: GatewayEvent,
  context: Context,
  { records, callers }: Records,
): Promise<HttpResponse> {
  const { requestId } = event.requestContext;
  try {
    requireAccessToken(event);
    const declaration = declarationOf(routes, event);
    if (declaration === undefined) throw notFound(`There is no route ${event.routeKey}.`);
    requireRole(event, declaration.roles);
    const tenant = selectTenant(event);
    logger.appendKeys({ tenant });
    const own = withTenant(event, tenant);
    requireAllowance(own, performance.now());
    const [answer] = await Promise.all([
      handler(own, declaration, context),
      callers === undefined || records !== undefined ? undefined : recordRoles(callers, own),
    ]);
    if (hasActed(event, answer) && records?.people !== undefined) {
      await recordName({ ...records.people, now: records.now }, own);
    }
    return answer;
  } catch (error) {
    if (error instanceof ProblemError) return problemResponse(error.problem, requestId);
    if (error instanceof SealsUnavailableError) return sealsUnavailable(error, requestId);
    if (error instanceof ItemTooLargeError) return tooLarge(error, requestId);
    if (error instanceof UnreadableItemError) return unreadable(error, requestId);
    if (isStoreBusy(error)) return storeBusy(error as Error, requestId);
    logger.error('a request failed', error as Error);
    const detail = 'Nothing is known to have changed. Quote the request id when you ask about it.';
    return problemResponse(problem('internal', { detail }), requestId);
  }
}

/** A caller whose request was taken, and did more than read. */
function hasActed({ routeKey }: GatewayEvent, { statusCode = 500 }: HttpResponse): boolean {
  return !routeKey.startsWith('GET ') && statusCode < 300;
}

/** A decision that cannot be sealed is not made: nothing was written. */
function sealsUnavailable(error: SealsUnavailableError, requestId: string): HttpResponse {
  logger.error('the keys of seals could not be asked', error);
  return problemResponse(
    problem('seals-unavailable', {
      detail:
        'Nothing was written. Repeat the request: a repeated request is not carried out twice.',
    }),
    requestId,
  );
}

function storeBusy(error: Error, requestId: string): HttpResponse {
  logger.error('the store does not answer in time', error);
  const detail = 'Nothing is known to have changed. Repeat the request as it was.';
  return problemResponse(problem('store-busy', { detail }), requestId);
}

/** Whoever puts it right has to find it. What is wrong with it stands in the log. */
function unreadable(error: UnreadableItemError, requestId: string): HttpResponse {
  logger.error('an item cannot be read', error);
  const detail = `The ${error.subject} cannot be read: it is not in a form that this version of Sluice reads. What rests on it waits until it is put right.`;
  return problemResponse(problem('unreadable', { detail }), requestId);
}

function tooLarge(error: ItemTooLargeError, requestId: string): HttpResponse {
  logger.error('an item has no room', error);
  return problemResponse(problem('item-too-large', { detail: 'Nothing was written.' }), requestId);
}

/**
 * How long a denied caller waits for the denial to be on record, as a rule some milliseconds. One that is not by then
 * waits in this process, and goes with the next request.
 */
const DENIAL_MS = 100;

const waiting = new DenialsWaiting();

/** A denial that is not on record yet is denied all the same. */
async function deny(
  records: DenialRecords,
  event: GatewayEvent,
  { body }: HttpResponse,
): Promise<void> {
  const code = /urn:sluice:problem:([a-z-]+)/.exec(body ?? '')?.[1] ?? 'denied';
  const { requestId } = event.requestContext;
  const tenant = tenantOfDenial(event);
  const by = tenant === null ? null : callerOrNull(event);
  if (tenant === null || by === null) {
    logger.warn('denied', { code, recorded: false });
    return;
  }
  waiting.add({ tenant, at: records.now(), by, route: event.routeKey, code, requestId });
  await within(DENIAL_MS, () => writeDenials(records)).catch(() => undefined);
  logger.warn('denied', { code, recorded: waiting.size === 0, waiting: waiting.size });
}

/** What waits goes to the ledger beside a request, which does not wait for it. */
async function writeDenials({ ledger }: DenialRecords): Promise<void> {
  try {
    await waiting.write(({ denial, times }) => ledger.countDenial(denial, times));
  } catch (error) {
    logger.error('denials could not be recorded yet', {
      waiting: waiting.size,
      error: error as Error,
    });
  }
}

function callerOrNull(event: GatewayEvent): string | null {
  try {
    return callerOf(event);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** Whose token is none of access, or who may not even see the tenant, is not a caller of it. */
async function noteCaller(callers: CallerRecords, event: GatewayEvent): Promise<void> {
  const tenant = tenantOfDenial(event);
  if (tenant === null || !hasAccessToken(event)) return;
  await recordRoles(callers, withTenant(event, tenant));
}

function hasAccessToken(event: GatewayEvent): boolean {
  try {
    requireAccessToken(event);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

/** The tenant whose audit log gets it; none if the caller may not even see it. */
function tenantOfDenial(event: GatewayEvent): string | null {
  try {
    return selectTenant(event);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
