import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
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

/** The policy of a table by its ARN; null if it has none. The engine knows no policies: whoever runs the stack does. */
export type PolicyOf = (tableArn: string) => object | null;

export interface EngineHooks {
  readonly afterClaim: AfterClaim;
  readonly policyOf: PolicyOf;
}

/** DynamoDB's protocol (AWS JSON 1.0), as far as the engine's tools go. */
export async function serveEngine(
  engine: Pick<EngineProcess, 'call'>,
  { afterClaim, policyOf }: EngineHooks,
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
): Promise<void> {
  const operation = TARGET.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  const body = bytes.toString();
  const answer =
    operation === 'GetResourcePolicy'
      ? policyAnswer(policyOf, body)
      : await callEngine(engine, operation, body);
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

const policyInput = z.object({ ResourceArn: z.string() });

/** DynamoDB's GetResourcePolicy. */
function policyAnswer(policyOf: PolicyOf, body: string): EngineAnswer {
  const { ResourceArn } = policyInput.parse(JSON.parse(body));
  const policy = policyOf(ResourceArn);
  if (policy === null) {
    return { ok: false, type: 'PolicyNotFoundException', message: 'it has no policy' };
  }
  return { ok: true, json: JSON.stringify({ Policy: JSON.stringify(policy), RevisionId: '1' }) };
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
