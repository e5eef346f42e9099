import {
  createPolicyChanges,
  listChanges,
  listVersions,
} from '../../adapters/store/policy-changes.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { type HttpResponse, json, type ProblemError } from '../../api/problems/problem.ts';
import { etagOfTag, withEtag } from '../../api/requests/etag.ts';
import { mapped } from '../../api/responses/list.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { builtInViews, isBuiltIn } from '../../treasury/calendars/built-in.ts';
import { sayNotSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import { haltView } from '../../treasury/halt/halt-view.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import {
  type CurrentItem,
  type PolicyChange,
  pieceName,
  type Subject,
} from '../../treasury/ledger/policy-change.ts';
import { changeView } from '../../treasury/preview/change-view.ts';
import { effectOfRule } from '../../treasury/preview/effect-of-change.ts';
import type { History } from '../../treasury/preview/history.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { Instant } from '../../treasury/time/instant.ts';

type Routes = typeof QUERY_LEDGER;
type PolicyKey = Extract<
  keyof Routes['routes'],
  | `GET /v1/${'controls' | 'changes'}${string}`
  | `GET /v1/${'sweep-rules' | 'accounts' | 'calendars' | 'webhooks' | 'matching-rules' | 'manual-rates'}/{id}${'' | '/history'}`
>;
/** The request of one piece of policy, or of a page of its versions. */
type One = InputTo<Routes, 'GET /v1/sweep-rules/{id}'>;
type Versions = InputTo<Routes, 'GET /v1/controls/history'>;

/** Single pieces of policy with their ETag, their versions, and the changes that were proposed. */
export function policyRoutes(
  table: StoreTable,
  now: () => Instant,
  {
    cursors,
    ...past
  }: {
    readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes' | 'readHalt'>;
    readonly history: History;
    readonly cursors: Cursors;
  },
): HandlersOf<Routes, PolicyKey> {
  const changes = createPolicyChanges(table);
  const one = async ({ tenant }: One, subject: Subject): Promise<HttpResponse> => {
    const current = await changes.readCurrent(tenant, subject);
    if (current === null) throw nothing(subject);
    if (current.kind !== 'controls' && current.item.deletedAt !== undefined) {
      throw nothing(subject, ` It was deleted at ${current.item.deletedAt}; its history remains.`);
    }
    return json(200, withoutSeal(current.item), withEtag(current.item));
  };
  /** With the kill switch beside them, which is no part of them: a replacement leaves it out. */
  const controls = async ({ tenant }: { readonly tenant: string }): Promise<HttpResponse> => {
    const subject = { kind: 'controls' } as const;
    const [current, halt] = await Promise.all([
      changes.readCurrent(tenant, subject),
      past.ledger.readHalt(tenant),
    ]);
    if (current === null) throw nothing(subject);
    return json(
      200,
      { ...withoutSeal(current.item), halt: haltView(halt) },
      withEtag(current.item),
    );
  };
  const history = async (
    { event, query }: Pick<Versions, 'event' | 'query'>,
    subject: Subject,
  ): Promise<HttpResponse> => {
    const { page: wanted } = await cursors.paged(event, query);
    const found = await listVersions(table, event.tenant, subject, wanted);
    if (found.items.length === 0 && query.cursor === undefined) throw nothing(subject);
    const page = await cursors.sealed(event, found);
    return json(200, mapped(page, versionView));
  };
  /** The effect that a proposed rule would have had; if it cannot be computed now, that it cannot. */
  const effectOf = async (tenant: string, change: PolicyChange): Promise<object> => {
    if (change.kind !== 'rule') return {};
    const { before, after } = change;
    try {
      return { effect: await effectOfRule({ now, ...past }, tenant, before, after) };
    } catch (error) {
      logger.warn('the effect of a change could not be worked out', error as Error);
      return { effect: null, effectMissing: 'It could not be worked out now; ask again.' };
    }
  };
  return {
    'GET /v1/sweep-rules/{id}': (input) => one(input, { kind: 'rule', id: input.path.id }),
    'GET /v1/sweep-rules/{id}/history': (input) =>
      history(input, { kind: 'rule', id: input.path.id }),
    'GET /v1/accounts/{id}': (input) => one(input, { kind: 'account', id: input.path.id }),
    'GET /v1/accounts/{id}/history': (input) =>
      history(input, { kind: 'account', id: input.path.id }),
    'GET /v1/calendars/{id}': async (input) =>
      builtInAnswer(input.path.id) ?? (await one(input, { kind: 'calendar', id: input.path.id })),
    'GET /v1/calendars/{id}/history': (input) => {
      if (isBuiltIn(input.path.id)) throw notFound('A calendar that is built in has no versions.');
      return history(input, { kind: 'calendar', id: input.path.id });
    },
    'GET /v1/webhooks/{id}': (input) => one(input, { kind: 'webhook', id: input.path.id }),
    'GET /v1/webhooks/{id}/history': (input) =>
      history(input, { kind: 'webhook', id: input.path.id }),
    'GET /v1/manual-rates/{id}': (input) => one(input, { kind: 'manual-rate', id: input.path.id }),
    'GET /v1/manual-rates/{id}/history': (input) =>
      history(input, { kind: 'manual-rate', id: input.path.id }),
    'GET /v1/matching-rules/{id}': (input) =>
      one(input, { kind: 'matching-rule', id: input.path.id }),
    'GET /v1/matching-rules/{id}/history': (input) =>
      history(input, { kind: 'matching-rule', id: input.path.id }),
    'GET /v1/controls': controls,
    'GET /v1/controls/halt': async ({ tenant }) => {
      const halt = await past.ledger.readHalt(tenant);
      return json(200, haltView(halt), etagOfTag(`${halt.generation}`));
    },
    'GET /v1/controls/history': (input) => history(input, { kind: 'controls' }),
    'GET /v1/changes': async ({ event, query }) => {
      const { page, filter } = await cursors.paged(event, query);
      const at = now();
      const listed = await listChanges(table, event.tenant, { ...filter, now: at }, page);
      const found = await cursors.sealed(event, listed);
      return json(
        200,
        mapped(found, (change) => changeView(change, at)),
      );
    },
    'GET /v1/changes/{id}': async ({ tenant, path }) => {
      const change = await changes.readChange(tenant, path.id);
      if (change === null) throw notFound('There is no such change.');
      const view = changeView(change, now());
      const shown =
        view.state === 'proposed' ? { ...view, ...(await effectOf(tenant, change)) } : view;
      return json(200, shown, withEtag(change));
    },
  };
}

function builtInAnswer(id: string): HttpResponse | null {
  const found = builtInViews().find((each) => each.id === id);
  return found === undefined ? null : json(200, found, withEtag(found));
}

function nothing(subject: Subject, more = ''): ProblemError {
  return subject.kind === 'controls'
    ? notFound(sayNotSent({ code: 'no-policy' }))
    : notFound(`There is no such ${pieceName(subject.kind)}.${more}`);
}

/**
 * A version as it was written, never again. Those of rules and their like say since when they are in force; those of
 * accounts and controls were sealed at that moment, and a deletion, which needs no seal, says when it was.
 */
function versionView(item: CurrentItem['item']): object {
  const deletedAt = 'deletedAt' in item ? item.deletedAt : undefined;
  const activeSince = deletedAt ?? item.seal?.sealedAt;
  return { ...(activeSince !== undefined && { activeSince }), ...withoutSeal(item) };
}
