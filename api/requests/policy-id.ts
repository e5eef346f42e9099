import type { Subject } from '../../treasury/ledger/policy-change.ts';
import { notFound } from '../problems/not-found.ts';
import type { ApiEvent } from './api-event.ts';

/** Rule ids, uuids and ids of changes are of these characters, and shorter than any key's limit. */
const ID = /^[A-Za-z0-9-]{1,63}$/;

/** The id that a path names; one that no item can have is not there. */
export function policyIdOf({ pathParameters }: Pick<ApiEvent, 'pathParameters'>): string {
  const id = pathParameters?.id ?? '';
  if (ID.test(id)) return id;
  throw notFound('There is nothing of this id.');
}

/** What of the policy a route is about, by its path. */
export function subjectOfRoute(event: Pick<ApiEvent, 'pathParameters' | 'routeKey'>): Subject {
  if (event.routeKey.includes('/v1/controls')) return { kind: 'controls' };
  const kind = event.routeKey.includes('/v1/accounts') ? 'account' : 'rule';
  return { kind, id: policyIdOf(event) };
}
