import { describe, expect, it } from 'vitest';
import { signingKey } from '../../../adapters/secrets/cursor-key.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createCursors } from '../../../api/cursors/cursors.ts';
import type { ApiEvent } from '../../../api/requests/api-event.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { asTheGatewaySays, bearer } from '../../http/bearer.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { counting } from '../store/counted-table.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const { snapshot } = deploymentSteps(deployed);

/** Requests to DynamoDB of one front page: more would make it slow, and a screen asks for it every few seconds. */
const MAX_REQUESTS = 23;
/** Read units of one front page of a small treasury: at one a second, less than 20 USD a month. */
const MAX_UNITS = 30;

function eventOf(): ApiEvent {
  const claims = { sub: 's', username: 'ada', 'cognito:groups': ['approver'] };
  const jwt = { claims: asTheGatewaySays(claims), scopes: [] };
  return {
    tenant: TENANT,
    headers: { authorization: bearer(claims) },
    requestContext: { authorizer: { jwt } },
  } as unknown as ApiEvent;
}

const reading = { ok: true, key: signingKey('a secret that is long enough to sign with') } as const;
const cursors = createCursors({
  keys: { current: async () => reading, refresh: async () => reading },
});

async function costOf(route: 'GET /v1/overview' | 'GET /v1/inbox') {
  // With the environment that the deployment of this test has set.
  const { frontPageRoutes } = await import('../../../functions/query-ledger/front-page.ts');
  const { ledgerOfRequest } = await import('../../../functions/query-ledger/read-once.ts');
  const ledger = counting(deployed().ledgerTable);
  const snapshots = counting(deployed().snapshotsTable);
  const routes = frontPageRoutes({
    now: () => instantOf(Date.now()),
    snapshotEverySeconds: 300,
    reportingCurrency: 'USD',
    seals: hmacSeals,
    ledgerOf: ledgerOfRequest(createLedger(ledger.table)),
    ledgerTable: ledger.table,
    snapshotsTable: snapshots.table,
    cursors,
    refuseUnknown: async () => undefined,
  });
  const input = { event: eventOf(), tenant: TENANT, query: { limit: 200 } } as never;
  expect(await routes[route](input)).toMatchObject({ status: 200 });
  const sent = [...ledger.sent, ...snapshots.sent];
  return { requests: sent.length, units: sent.reduce((sum, { units }) => sum + units, 0) };
}

describe('the cost of a front page', () => {
  it.each(['GET /v1/overview', 'GET /v1/inbox'] as const)(
    'is bounded, and the same however long the history is: %s',
    async (route) => {
      await deployed().invoke('run-sweeps', await snapshot());
      const before = await costOf(route);
      expect(before.requests, JSON.stringify(before)).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(before.units, JSON.stringify(before)).toBeLessThanOrEqual(MAX_UNITS);
      const latest = await deployed().snapshots.latest(TENANT);
      if (latest === null) throw new Error('no snapshot was taken');
      for (let hours = 1; hours <= 200; hours += 5) {
        const at = instantOf(Date.now() - hours * 3_600_000);
        await deployed().snapshots.put({ ...latest, scheduledFor: at, takenAt: at });
      }
      const after = await costOf(route);
      expect(after.requests).toBeLessThanOrEqual(before.requests);
      // At most the snapshots of a day and of a week before, which were not there.
      expect(after.units - before.units).toBeLessThanOrEqual(2);
    },
  );
});
