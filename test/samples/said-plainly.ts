import type { HttpResponse, SaidResponse } from '../../api/problems/problem.ts';
import { saidTo } from '../../api/router/say.ts';

/** An answer as a reader gets it who names no language and no zone. */
export function saidPlainly(answer: HttpResponse | SaidResponse): HttpResponse {
  return saidTo({ headers: {}, routeKey: 'GET /v1' }, answer);
}
