import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isClaim } from './claim-request.ts';
import type { EngineAnswer, EngineProcess } from './engine-process.ts';
import { type EngineCaller, translate } from './operations.ts';

/** The target header of the tables and of their streams: both are DynamoDB's JSON protocol, and the engine's. */
const TARGET = /^DynamoDB(?:Streams)?_20120810\.(\w+)$/;

/** Errors that are the engine's own, so that the SDK asks again. */
const SERVER_ERRORS: readonly string[] = ['InternalServerError'];

const REASONS = /\[([A-Za-z, ]+)\]$/;

/** Something to be done once a claim is written, before its sender hears of it; while it does not settle, nothing is sent. */
export type AfterClaim = () => Promise<void>;

/** DynamoDB's protocol (AWS JSON 1.0), as far as the engine's tools go. */
export async function serveEngine(
  engine: Pick<EngineProcess, 'call'>,
  afterClaim: AfterClaim,
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
): Promise<void> {
  const operation = TARGET.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  const body = bytes.toString();
  const answer = await callEngine(engine, operation, body);
  if (answer.ok && isClaim(operation, body)) await afterClaim();
  response.setHeader('x-amzn-requestid', randomUUID());
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  if (answer.ok) {
    response.writeHead(200).end(answer.json);
    return;
  }
  const { type, message } = answer;
  response.writeHead(SERVER_ERRORS.includes(type) ? 500 : 400).end(
    JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${type}`,
      message,
      ...(type === 'TransactionCanceledException' && { CancellationReasons: reasonsIn(message) }),
    }),
  );
}

/** The engine's answer to an operation with its input as JSON; an engine that ended is an error of its own. */
export async function callEngine(
  engine: Pick<EngineProcess, 'call'>,
  operation: string,
  body: string,
  caller: EngineCaller = 'wire',
): Promise<EngineAnswer> {
  const translated = translate(operation, body, caller);
  if (!translated.ok) return translated;
  try {
    return await engine.call(translated.tool, translated.input);
  } catch (error) {
    return { ok: false, type: 'InternalServerError', message: String(error) };
  }
}

/** One code for each item of the transaction, in its order: the engine has them at the end of its words. */
function reasonsIn(message: string): readonly { readonly Code: string }[] {
  const [, codes = ''] = REASONS.exec(message) ?? [];
  return codes === '' ? [] : codes.split(', ').map((Code) => ({ Code }));
}
