import { type HttpResponse, json, type SaidResponse } from '../problems/problem.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { isOwnReader, PLAIN_READER, readerOf } from '../requests/language.ts';

/**
 * An answer as the caller reads it, whichever route it is of. That of a read is also said to whoever names no language and no
 * zone: its ETag covers that text, and is the same for every reader.
 */
export function saidTo(
  event: Pick<ApiEvent, 'headers' | 'routeKey'>,
  answer: HttpResponse | SaidResponse,
): HttpResponse {
  if (answer.say === undefined) return answer;
  const { status, say, headers } = answer;
  const reader = readerOf(event);
  const own = json(status, say(reader), headers);
  if (!event.routeKey.startsWith('GET ')) return own;
  const plain = isOwnReader(reader) ? JSON.stringify(say(PLAIN_READER)) : own.body;
  return { ...own, ...(plain !== undefined && { covered: plain }) };
}
