import { contended } from '../../api/problems/contended.ts';
import { type Answer, json, problemAnswer } from '../../api/problems/problem.ts';
import { etagOf, withEtag } from '../../api/requests/etag.ts';
import { breakView } from '../../reporting/reports/flows.ts';
import type { BreakRefusal, BreakResult } from '../../treasury/breaks/ports.ts';

const STATUS: Readonly<Record<BreakRefusal['code'], number>> = {
  'not-found': 404,
  stale: 412,
  'break-closed': 409,
  'break-unbooked': 409,
  'break-unexplained': 409,
  'maker-is-checker': 403,
};

const UNCHANGED = 'Nothing was changed';

/** From what a person's word came to, to HTTP: 200 with the break as it stands now. */
export function breakAnswer(result: BreakResult, requestId: string): Answer {
  switch (result.result) {
    case 'written':
      return json(200, breakView(result.break), withEtag(result.break));
    case 'contended':
      return contended({ title: UNCHANGED, lookAt: 'the break' }, requestId);
    case 'refused': {
      const { code, words, ...members } = result.refusal;
      const version = 'currentVersion' in members ? members.currentVersion : undefined;
      const headers = version === undefined ? {} : { etag: etagOf({ version }) };
      const problem = { status: STATUS[code], code, title: UNCHANGED, detail: words };
      return problemAnswer({ ...problem, members, headers }, requestId);
    }
    default:
      return result satisfies never;
  }
}
