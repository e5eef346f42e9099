import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import { bodyFields } from '../../api/requests/body-fields.ts';
import { etagOf, withEtag } from '../../api/requests/etag.ts';
import type { AskResult } from '../../treasury/changes/ask.ts';
import type { ChangeDecisionResult } from '../../treasury/changes/decide-change.ts';
import type { ChangeRefusal } from '../../treasury/changes/refusal.ts';
import type { RemovalResult } from '../../treasury/changes/remove.ts';
import { withPause } from '../../treasury/facts/sentences/say/say-waiting.ts';
import { changeView } from '../../treasury/preview/change-view.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { Instant } from '../../treasury/time/instant.ts';

type Result = AskResult | RemovalResult | ChangeDecisionResult;

/** The result of a request as HTTP: 200 it is in force, 202 a second person is awaited. */
export function policyResponse(result: Result, requestId: string, now: Instant): HttpResponse {
  switch (result.result) {
    case 'removed':
      return json(200, withPause(withoutSeal(result.current.item)), withEtag(result.current.item));
    case 'applied': {
      const headers = { ...withEtag(result.current.item), ...replayedHeader(result) };
      return json(200, withPause(withoutSeal(result.current.item)), headers);
    }
    case 'proposed': {
      const location = `/v1/changes/${result.change.id}`;
      const headers = { ...withEtag(result.change), location, ...replayedHeader(result) };
      return json(202, changeView(result.change, now), headers);
    }
    case 'decided':
      return json(200, changeView(result.change, now), withEtag(result.change));
    case 'refused':
      return refusedResponse(result.refusal, requestId);
    case 'contended':
      return contended('the policy', requestId);
    default:
      return result satisfies never;
  }
}

/** It was so before this request, and nothing was written. */
function replayedHeader({ replayed }: { readonly replayed: boolean }) {
  return replayed ? { 'idempotent-replayed': 'true' } : {};
}

function refusedResponse(refusal: ChangeRefusal, requestId: string): HttpResponse {
  const { code, message, currentVersion, fields } = refusal;
  return problemResponse(
    problem(code, {
      detail: message,
      ...(fields === undefined ? {} : { fields: bodyFields(fields) }),
      ...(currentVersion === undefined
        ? {}
        : { members: { currentVersion }, headers: etagHeader(currentVersion) }),
    }),
    requestId,
  );
}

/** A piece that never existed has none. */
function etagHeader(version: number): Readonly<Record<string, string>> {
  return version === 0 ? {} : { etag: etagOf({ version }) };
}
