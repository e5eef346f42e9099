import { logger } from '../../runtime/observability/middleware.ts';
import { within } from '../../runtime/within.ts';
import type { Person } from '../../treasury/ledger/person.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { callerOf, displayNameOf } from './caller.ts';

/** Where display names are kept: given by functions that may write to the ledger. */
export interface PeopleRecords extends Pick<Effects, 'now'> {
  readonly putPerson: (person: Person) => Promise<void>;
}

/** How long keeping a name may take: the caller's answer does not wait longer for it. */
const NAME_MS = 300;
/** Names that one environment knows to be kept already: beyond it, it writes some once more. */
const MAX_KNOWN = 1_000;

const known = new Set<string>();

/**
 * Keeps what the caller's token calls them, once for each environment, where it says more than the id. A name that
 * cannot be kept is missing in lists, and nothing else.
 */
export async function recordName(records: PeopleRecords, event: ApiEvent): Promise<void> {
  const { tenant } = event;
  const id = callerOf(event);
  const name = displayNameOf(event);
  const mark = JSON.stringify([tenant, id, name]);
  if (name === id || known.has(mark)) return;
  try {
    const person = { tenant, id, name, seenAt: records.now() };
    await within(NAME_MS, () => records.putPerson(person));
    if (known.size >= MAX_KNOWN) known.clear();
    known.add(mark);
  } catch (error) {
    logger.warn('a display name could not be kept', error as Error);
  }
}
