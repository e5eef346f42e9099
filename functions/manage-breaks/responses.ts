import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import { etagOf, withEtag } from '../../api/requests/etag.ts';
import type { BreakResult } from '../../treasury/breaks/ports.ts';
import { showBreak } from '../../treasury/breaks/show-break.ts';

/** The result of a person's word as HTTP: 200 with the current break. */
export function breakResponse(result: BreakResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'written':
      return json(200, showBreak(result.break), withEtag(result.break));
    case 'contended':
      return contended('the break', requestId);
    case 'refused': {
      const { code, message, ...members } = result.refusal;
      const version = 'currentVersion' in members ? members.currentVersion : undefined;
      const headers = version === undefined ? {} : { etag: etagOf({ version }) };
      return problemResponse(problem(code, { detail: message, members, headers }), requestId);
    }
    default:
      return result satisfies never;
  }
}
