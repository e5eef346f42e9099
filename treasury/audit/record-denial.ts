import type { Ledger } from '../ports/ledger.ts';
import type { Instant } from '../time/instant.ts';
import { appendToChain } from './audit-entry.ts';

/** How often a denial is put on record: it must not keep the chain's end busy when somebody knocks on
 * the door all night. What is not recorded here is in the API's access log all the same. */
const MAX_RECORD_ATTEMPTS = 2;

/** Somebody asked for what is not theirs to ask for. */
export interface Denial {
  readonly client: string;
  readonly at: Instant;
  readonly by: string;
  /** The route that was called, as "POST /v1/trades". */
  readonly route: string;
  /** The problem's code: why it was denied. */
  readonly code: string;
  readonly requestId: string;
}

/** Puts a denial on record; false where others kept writing. Changes nothing else. */
export async function recordDenial(
  ledger: Pick<Ledger, 'readAuditHead' | 'commit'>,
  { client, at, by, route, code, requestId }: Denial,
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_RECORD_ATTEMPTS; attempt++) {
    const entry = appendToChain(await ledger.readAuditHead(client), {
      at,
      by,
      action: 'denied',
      subject: route,
      requestId,
      before: null,
      after: { code },
    });
    const { ok } = await ledger.commit(client, [{ kind: 'append-audit', entry }]);
    if (ok) return true;
  }
  return false;
}
