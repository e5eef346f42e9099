import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Functions } from '../functions/functions.ts';
import type { AsyncInvocations } from './async-invocations.ts';

/** Lambda's limits on an event: 6 MB for one that is waited for, 1 MB for one that is not. */
const MAX_SYNC_BYTES = 6 * 1024 * 1024;
const MAX_ASYNC_BYTES = 1024 * 1024;

const INVOKE_PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** A mapping of a stream to a function, as it delivers. */
export interface ServedMapping {
  readonly id: string;
  readonly functionName: string;
  readonly streamArn: string;
  /** A mapping that is not enabled delivers nothing, until it is again. */
  readonly isEnabled: boolean;
  readonly enable: (isEnabled: boolean) => void;
}

export interface InvokeEndpoint {
  /** What delivers streams; left out where nothing does. */
  readonly mappings?: () => readonly ServedMapping[];
  readonly functions: Pick<Functions, 'find' | 'invoke'> & Partial<Pick<Functions, 'models'>>;
  readonly asyncInvocations: Pick<AsyncInvocations, 'accept'>;
}

const LIST_PATH = /^\/2015-03-31\/functions\/?$/;

/** True for a request for the list of functions. */
export function isFunctionList(path: string): boolean {
  return LIST_PATH.test(path);
}

/** Lambda's ListFunctions, in one page: what each is called, and its variables as the template has them. */
export function serveFunctionList(
  { functions: { models = [] } }: Pick<InvokeEndpoint, 'functions'>,
  response: ServerResponse,
): void {
  const listed = models.map(({ name, arn, environment }) => ({
    FunctionName: name,
    FunctionArn: arn,
    Version: '$LATEST',
    Environment: { Variables: environment },
  }));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ Functions: listed }));
}

const MAPPING_PATH = /^\/2015-03-31\/event-source-mappings\/([^/]+)$/;
const mappingUpdate = z.strictObject({ Enabled: z.boolean() });

const MAPPINGS_PATH = /^\/2015-03-31\/event-source-mappings\/?$/;

/** True for a request for the mappings of a function. */
export function isMappingList(path: string): boolean {
  return MAPPINGS_PATH.test(path);
}

/** Lambda's ListEventSourceMappings of one function, in one page. */
export function serveMappingList(
  { functions, mappings = () => [] }: InvokeEndpoint,
  reference: string,
  response: ServerResponse,
): void {
  const model = functions.find(reference);
  const listed = mappings().filter(({ functionName }) => functionName === model?.name);
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      EventSourceMappings: listed.map((mapping) => described(mapping, model?.arn)),
    }),
  );
}

function described({ id, streamArn, isEnabled }: ServedMapping, functionArn?: string): object {
  const state = isEnabled ? 'Enabled' : 'Disabled';
  return { UUID: id, EventSourceArn: streamArn, FunctionArn: functionArn, State: state };
}

/** True for the address of one mapping. */
export function isMapping(path: string): boolean {
  return MAPPING_PATH.test(path);
}

/** Lambda's UpdateEventSourceMapping, as far as it switches a mapping on or off. */
export function serveMappingUpdate(
  { functions, mappings = () => [] }: InvokeEndpoint,
  path: string,
  body: Buffer,
  response: ServerResponse,
): void {
  const id = decodeURIComponent(MAPPING_PATH.exec(path)?.[1] ?? '');
  const mapping = mappings().find((each) => each.id === id);
  if (mapping === undefined) {
    refuse(response, 404, 'ResourceNotFoundException', `there is no mapping ${id}`);
    return;
  }
  const update = isJson(body.toString()) ? mappingUpdate.safeParse(JSON.parse(`${body}`)) : null;
  if (update?.success !== true) {
    const message = 'only Enabled of a mapping can be changed locally';
    refuse(response, 400, 'InvalidParameterValueException', message);
    return;
  }
  mapping.enable(update.data.Enabled);
  const { arn } = functions.find(mapping.functionName) ?? {};
  const changed = { ...mapping, isEnabled: update.data.Enabled };
  response
    .writeHead(202, { 'content-type': 'application/json' })
    .end(JSON.stringify(described(changed, arn)));
}

/** True for a request of the Invoke API. */
export function isInvocation(path: string): boolean {
  return INVOKE_PATH.test(path);
}

/** Lambda's Invoke API (2015-03-31): Event, RequestResponse and DryRun. */
export async function serveInvocation(
  { functions, asyncInvocations }: InvokeEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
  { path, body }: { readonly path: string; readonly body: Buffer },
): Promise<void> {
  const reference = decodeURIComponent(INVOKE_PATH.exec(path)?.[1] ?? '');
  const model = functions.find(reference);
  if (request.method !== 'POST' || model === undefined) {
    refuse(response, 404, 'ResourceNotFoundException', `Function not found: ${reference}`);
    return;
  }
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (body.length > (type === 'Event' ? MAX_ASYNC_BYTES : MAX_SYNC_BYTES)) {
    refuse(response, 413, 'RequestTooLargeException', 'the event is too large');
    return;
  }
  const payload = body.length === 0 ? '{}' : body.toString();
  if (!isJson(payload)) {
    refuse(response, 400, 'InvalidRequestContentException', 'the event is not JSON');
    return;
  }
  const requestId = randomUUID();
  response.setHeader('x-amzn-requestid', requestId);
  if (type === 'DryRun') {
    response.writeHead(204).end();
    return;
  }
  if (type === 'Event') {
    if (asyncInvocations.accept(model, payload)) response.writeHead(202).end();
    else refuse(response, 429, 'TooManyRequestsException', 'too many events are waiting');
    return;
  }
  const result = await functions.invoke(model.name, payload, { requestId });
  response.setHeader('x-amz-executed-version', '$LATEST');
  if (!result.ok) response.setHeader('x-amz-function-error', 'Unhandled');
  response.writeHead(200, { 'content-type': 'application/json' }).end(result.payload);
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type })
    .end(JSON.stringify({ Type: 'User', Message: message }));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
