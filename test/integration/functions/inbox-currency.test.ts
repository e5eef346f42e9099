import { expect, it } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { proposeChange } from '../../../treasury/changes/ask.ts';
import { controlsDraftOf } from '../../../treasury/changes/drafts.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { CONTROLS } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);

/** Asked for while the stage had another reporting currency: it has been deployed with USD since. */
async function askedFor(reportingCurrency: string): Promise<string> {
  const table = deployed().ledgerTable;
  const ports = {
    now: () => instantOf(Date.now()),
    nonce: () => crypto.randomUUID(),
    seals: hmacSeals,
    snapshotEverySeconds: 300,
    reportingCurrency,
    ledger: { ...createLedger(table), ...createPolicyChanges(table) },
  };
  const asked = await proposeChange(ports, {
    tenant: TENANT,
    wanted: { kind: 'controls', after: { ...controlsDraftOf(CONTROLS), reportingCurrency } },
    by: 'tess',
    expected: 1,
    requestId: 'r-1',
  });
  if (asked.result !== 'proposed') throw new Error(JSON.stringify(asked));
  return asked.change.id;
}

it('the inbox says of a change into another currency than the stage has what its approval would say', async () => {
  const id = await askedFor('EUR');
  const inbox = await deployed().call('query-ledger', {
    routeKey: 'GET /v1/inbox',
    groups: '[approver]',
    by: 'ann',
  });
  expect(inbox.body.items).toMatchObject([
    {
      ...{ id, mayDecide: false },
      whyNot: { message: expect.stringContaining('does not fit the rest of the policy') },
    },
  ]);
  const approved = await calls.decide('approve', id);
  expect([approved.status, approved.body.code]).toEqual([409, 'change-conflict']);
  const { body } = await calls.read('GET /v1/controls');
  expect(body.reportingCurrency).toBe('USD');
});
