import { type Answer, problemResponse } from '../service/answer.ts';
import type { Fault } from './fault.ts';
import { isRecord } from './is-record.ts';
import { encodeToken } from './token-encodings.ts';

type EchoedToken = Extract<Fault, { kind: 'echoed-token' }>;

/** The placeholder of the token in the answer: no JSON encoder touches its escapes. */
const PLACE = '__token__';

/**
 * The answer with the token in it. Escapes such as \u0061 are escapes of the JSON itself: whoever
 * parses it has the token in plain text.
 */
export function echoing(answer: Answer, fault: EchoedToken, token: string): Answer {
  const encoded = encodeToken(token, fault.encoding);
  const echo = fault.status === 200 ? beside(answer) : refusal(fault.status);
  return { ...echo, body: echo.body.replace(PLACE, () => encoded) };
}

function beside(answer: Answer): Answer {
  const json: unknown = JSON.parse(answer.body);
  const withEcho = Array.isArray(json)
    ? json.map((each: unknown) => (isRecord(each) ? { ...each, seen: PLACE } : each))
    : isRecord(json)
      ? { ...json, seen: PLACE }
      : json;
  return { ...answer, status: 200, body: JSON.stringify(withEcho) };
}

function refusal(status: number): Answer {
  const detail = `the request came with ${PLACE}`;
  return problemResponse(status, { type: 'about:blank', title: 'Fault on demand', detail });
}
