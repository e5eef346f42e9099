import { notFound } from '../../api/problems/not-found.ts';
import { json, saidJson } from '../../api/problems/problem.ts';
import { unreadable } from '../../api/problems/unreadable.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { areUnreadable } from '../../treasury/policy/controls.ts';
import { accountKey } from '../../treasury/policy/registered-account.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { limitsLeft } from '../../treasury/withdrawals/limits-left.ts';
import type { Reads } from './read-once.ts';

interface AccountLimitsPorts {
  readonly ledgerOf: (event: ApiEvent) => Reads;
  readonly latestSnapshot: (tenant: string) => Promise<SnapshotTaken | null>;
  readonly now: () => Instant;
}

/** What the limits leave of what may go to an account, as a request at this moment is judged. */
export function accountLimitsRoute({
  ledgerOf,
  latestSnapshot,
  now,
}: AccountLimitsPorts): HandlersOf<typeof QUERY_LEDGER, 'GET /v1/accounts/{id}/limits'> {
  return {
    'GET /v1/accounts/{id}/limits': async ({ event, tenant, path }) => {
      const ledger = ledgerOf(event);
      const [{ controls, accounts }, lanes, epoch, snapshot] = await Promise.all([
        ledger.readPolicy(tenant),
        ledger.readLanes(tenant),
        ledger.epoch(),
        latestSnapshot(tenant),
      ]);
      const key = accountKey(path.id);
      const account = accounts.find(({ id }) => accountKey(id) === key);
      if (account === undefined) throw notFound('There is no such account.');
      const at = now();
      if (controls === null) return json(200, { accountId: account.id, at, limits: [] });
      if (areUnreadable(controls)) throw unreadable({ code: 'controls-unreadable' });
      // Read after the lanes: an amount claimed in between is counted twice, never missed.
      const usage = await ledger.readCounts(tenant, 'outflow-usage');
      const seen = { usage, snapshot, lanes, controls, accounts, epoch, now: at };
      return saidJson(200, (reader) => ({
        ...{ accountId: account.id, at },
        limits: limitsLeft(seen, account, reader),
      }));
    },
  };
}
