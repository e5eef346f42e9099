import { logger } from '../../runtime/observability/middleware.ts';
import { type HttpResponse, problem, problemResponse } from '../problems/problem.ts';

/** Lambda answers with 6 MB at most (6,291,556 bytes), which is the response as JSON: some is left for its own fields. */
export const MAX_RESPONSE_BYTES = 6_200_000;

/** A character of a body takes six bytes at most, as one that JSON writes as \u0000. */
const BYTES_OF_A_CHARACTER = 6;
/** Characters of headers, far more than any response has. */
const CHARACTERS_BESIDE = 16_384;

/**
 * The response, or a problem that says what to do. Beyond its bound Lambda answers 500 with no word of Sluice's, and no one
 * knows why.
 */
export function withinBound(response: HttpResponse, requestId: string): HttpResponse {
  const { body = '' } = response;
  // Measured only where it may be too long.
  if ((body.length + CHARACTERS_BESIDE) * BYTES_OF_A_CHARACTER <= MAX_RESPONSE_BYTES)
    return response;
  const bytes = Buffer.byteLength(JSON.stringify(response));
  if (bytes <= MAX_RESPONSE_BYTES) return response;
  logger.warn('an answer is too large for one response', { bytes });
  const detail = `The answer has ${bytes.toLocaleString('en')} bytes, and one response ${MAX_RESPONSE_BYTES.toLocaleString('en')} at most.`;
  return problemResponse(problem('answer-too-large', { detail }), requestId);
}
