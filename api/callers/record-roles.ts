import { logger } from '../../runtime/observability/middleware.ts';
import { within } from '../../runtime/within.ts';
import type { CallerRoles } from '../../treasury/ledger/caller-roles.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { callerOf } from './caller.ts';
import { isPerson } from './person.ts';
import { rolesOf } from './roles.ts';
import { claimsOf } from './token.ts';

/** Where the roles of callers are kept: given by functions that may put them. */
export interface CallerRecords extends Pick<Effects, 'now'> {
  readonly putCaller: (caller: CallerRoles) => Promise<void>;
}

/** How long keeping them may take: the caller's answer does not wait longer for it. */
const ROLES_MS = 300;
/** Callers that one environment knows to be kept already: beyond it, it asks the store once more. */
const MAX_KNOWN = 1_000;

const known = new Set<string>();

/**
 * Keeps the roles that the caller's token has, for the review of access: once for each caller and day, or when they are
 * others. Nothing of the token is kept. Roles that cannot be kept are missing in the review, and nothing else.
 */
export async function recordRoles(records: CallerRecords, event: ApiEvent): Promise<void> {
  try {
    const caller = rolesSeen(event, records.now());
    const mark = JSON.stringify([caller.tenant, caller.id, caller.roles, caller.seenOn]);
    if (known.has(mark)) return;
    await within(ROLES_MS, () => records.putCaller(caller));
    if (known.size >= MAX_KNOWN) known.clear();
    known.add(mark);
  } catch (error) {
    // Also of a token that names no caller: what it may read, it reads.
    logger.warn('the roles of a caller could not be kept', error as Error);
  }
}

/** @throws ProblemError if the token identifies no caller. */
function rolesSeen(event: ApiEvent, seenAt: Instant): CallerRoles {
  return {
    ...{ tenant: event.tenant, id: callerOf(event), seenAt },
    seenOn: seenAt.slice(0, 'YYYY-MM-DD'.length),
    kind: isPerson(claimsOf(event)) ? 'person' : 'program',
    roles: rolesOf(event).join(' '),
  };
}
