import { readHaltOrHalted } from '../../adapters/store/halt.ts';
import {
  createPolicyChanges,
  listChanges,
  listVersions,
} from '../../adapters/store/policy-changes.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { notFound } from '../../api/problems/not-found.ts';
import {
  type HttpResponse,
  json,
  type ProblemError,
  type SaidResponse,
  saidJson,
} from '../../api/problems/problem.ts';
import { unreadable } from '../../api/problems/unreadable.ts';
import { etagOfTag, withEtag } from '../../api/requests/etag.ts';
import { type List, mapped } from '../../api/responses/list.ts';
import type { InputTo } from '../../api/router/input.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { builtInViews, isBuiltIn } from '../../treasury/calendars/built-in.ts';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { pieceName } from '../../treasury/facts/sentences/piece-name.ts';
import { sayNotSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import { withPause } from '../../treasury/facts/sentences/say/say-waiting.ts';
import { haltView } from '../../treasury/halt/halt-view.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import {
  type CurrentItem,
  type PolicyChange,
  type Subject,
  stateOf,
} from '../../treasury/ledger/policy-change.ts';
import { areUnreadable } from '../../treasury/policy/controls.ts';
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

interface PolicyReadPorts {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes'>;
  readonly history: History;
  readonly cursors: Cursors;
}

/** Single pieces of policy with their ETag, their versions, and the changes that were proposed. */
export function policyRoutes(
  table: StoreTable,
  now: () => Instant,
  ports: PolicyReadPorts,
): HandlersOf<Routes, PolicyKey> {
  const { cursors } = ports;
  const changes = createPolicyChanges(table);
  const currentOf = async ({ tenant }: One, subject: Subject): Promise<CurrentItem['item']> => {
    const current = await changes.readCurrent(tenant, subject);
    if (current === null) throw nothing(subject);
    if (current.kind !== 'controls' && current.item.deletedAt !== undefined) {
      throw nothing(subject, ` It was deleted at ${current.item.deletedAt}; its history remains.`);
    }
    return current.item;
  };
  const one = async (input: One, subject: Subject): Promise<HttpResponse> => {
    const item = await currentOf(input, subject);
    return json(200, withoutSeal(item), withEtag(item));
  };
  /** With the kill switch beside them, which is no part of them: a replacement leaves it out. */
  const controls = async ({ tenant }: { readonly tenant: string }): Promise<SaidResponse> => {
    const subject = { kind: 'controls' } as const;
    const [current, halt] = await Promise.all([
      changes.readCurrent(tenant, subject),
      readHaltOrHalted(table, tenant),
    ]);
    if (current?.kind !== 'controls') throw nothing(subject);
    if (areUnreadable(current.item)) throw unreadable({ code: 'controls-unreadable' });
    const shown = withoutSeal(current.item);
    const withHalt = (reader: Reader) => ({ ...shown, halt: haltView(halt, reader) });
    return saidJson(200, withHalt, withEtag(current.item));
  };
  const versionsOf = async (
    { event, query }: Pick<Versions, 'event' | 'query'>,
    subject: Subject,
  ): Promise<List<CurrentItem['item']>> => {
    const { page: wanted } = await cursors.paged(event, query);
    const found = await listVersions(table, event.tenant, subject, wanted);
    if (found.items.length === 0 && query.cursor === undefined) throw nothing(subject);
    return await cursors.sealed(event, found);
  };
  const history = async (
    input: Pick<Versions, 'event' | 'query'>,
    subject: Subject,
  ): Promise<HttpResponse> => json(200, mapped(await versionsOf(input, subject), versionView));
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
    'GET /v1/webhooks/{id}': async (input) => {
      const item = await currentOf(input, { kind: 'webhook', id: input.path.id });
      return saidJson(200, (reader) => withPause(withoutSeal(item), reader), withEtag(item));
    },
    'GET /v1/webhooks/{id}/history': async (input) => {
      const found = await versionsOf(input, { kind: 'webhook', id: input.path.id });
      const shown = (reader: Reader) =>
        mapped(found, (item) => withPause(versionView(item), reader));
      return saidJson(200, shown);
    },
    'GET /v1/manual-rates/{id}': (input) => one(input, { kind: 'manual-rate', id: input.path.id }),
    'GET /v1/manual-rates/{id}/history': (input) =>
      history(input, { kind: 'manual-rate', id: input.path.id }),
    'GET /v1/matching-rules/{id}': (input) =>
      one(input, { kind: 'matching-rule', id: input.path.id }),
    'GET /v1/matching-rules/{id}/history': (input) =>
      history(input, { kind: 'matching-rule', id: input.path.id }),
    'GET /v1/controls': controls,
    'GET /v1/controls/halt': async ({ tenant }) => {
      const halt = await readHaltOrHalted(table, tenant);
      return saidJson(200, (reader) => haltView(halt, reader), etagOfTag(`${halt.generation}`));
    },
    'GET /v1/controls/history': (input) => history(input, { kind: 'controls' }),
    ...changeRoutes(table, now, ports),
  };
}

/** What people proposed, and what a proposed rule would have done. */
function changeRoutes(
  table: StoreTable,
  now: () => Instant,
  { cursors, ...past }: PolicyReadPorts,
): HandlersOf<Routes, Extract<PolicyKey, `GET /v1/changes${string}`>> {
  const { readChange } = createPolicyChanges(table);
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
    'GET /v1/changes': async ({ event, query }) => {
      const { page, filter } = await cursors.paged(event, query);
      const at = now();
      const listed = await listChanges(table, event.tenant, { ...filter, now: at }, page);
      const found = await cursors.sealed(event, listed);
      return saidJson(200, (reader) => mapped(found, (change) => changeView(change, at, reader)));
    },
    'GET /v1/changes/{id}': async ({ tenant, path }) => {
      const change = await readChange(tenant, path.id);
      if (change === null) throw notFound('There is no such change.');
      const at = now();
      const isOpen = stateOf(change, at) === 'proposed';
      const effect = isOpen ? await effectOf(tenant, change) : {};
      const shown = (reader: Reader) => ({ ...changeView(change, at, reader), ...effect });
      return saidJson(200, shown, withEtag(change));
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
