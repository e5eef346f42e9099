import { contended } from '../../api/problems/contended.ts';
import { type Answer, json, problemAnswer } from '../../api/problems/problem.ts';
import { bodyFields } from '../../api/requests/body-fields.ts';
import { etagOf, withEtag } from '../../api/requests/etag.ts';
import type { AskResult } from '../../treasury/changes/ask.ts';
import type { ChangeDecisionResult } from '../../treasury/changes/decide-change.ts';
import type { ChangeRefusal } from '../../treasury/changes/refusal.ts';
import type { RemovalResult } from '../../treasury/changes/remove.ts';
import { changeView } from '../../treasury/preview/change-view.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { Instant } from '../../treasury/time/instant.ts';

const STATUS: Readonly<Record<ChangeRefusal['code'], number>> = {
  disarmed: 409,
  'not-found': 404,
  exists: 409,
  'id-used-before': 409,
  stale: 412,
  'halt-changed': 409,
  'halt-tampered': 409,
  unfitting: 422,
  'too-many-changes': 409,
  'limit-holds': 409,
  'change-closed': 409,
  'change-expired': 409,
  'change-superseded': 409,
  'change-unsealed': 409,
  'change-unfitting': 409,
  'maker-is-checker': 403,
  'made-by-another': 403,
};

/** Titles of refusals after which something is not as before. */
const TITLES: { readonly [Code in ChangeRefusal['code']]?: string } = {
  'change-superseded': 'The policy is as it was, and the proposal is closed',
};

type Result = AskResult | RemovalResult | ChangeDecisionResult;

/** From what came of a request to HTTP: 200 it stands, 202 a second person is awaited. */
export function policyAnswer(result: Result, requestId: string, now: Instant): Answer {
  switch (result.result) {
    case 'applied':
    case 'removed':
      return json(200, withoutSeal(result.standing.item), withEtag(result.standing.item));
    case 'proposed': {
      const location = `/v1/changes/${result.change.id}`;
      const headers = { ...withEtag(result.change), location };
      return json(202, changeView(result.change, now), headers);
    }
    case 'decided':
      return json(200, changeView(result.change, now), withEtag(result.change));
    case 'refused':
      return refusedAnswer(result.refusal, requestId);
    case 'contended':
      return contended({ title: 'Nothing was changed', lookAt: 'it' }, requestId);
    default:
      return result satisfies never;
  }
}

function refusedAnswer(refusal: ChangeRefusal, requestId: string): Answer {
  const { code, words, currentVersion, fields } = refusal;
  return problemAnswer(
    {
      status: STATUS[code],
      code,
      title: TITLES[code] ?? 'Nothing was changed',
      detail: words,
      ...(fields === undefined ? {} : { fields: bodyFields(fields) }),
      ...(currentVersion === undefined
        ? {}
        : { members: { currentVersion }, headers: etagHeader(currentVersion) }),
    },
    requestId,
  );
}

/** Of what was never there, there is none. */
function etagHeader(version: number): Readonly<Record<string, string>> {
  return version === 0 ? {} : { etag: etagOf({ version }) };
}
