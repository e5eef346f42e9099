import { DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { firstPolicyLedger } from '../../../adapters/store/first-policy.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { ROUTES } from '../../../api/routes/routes.ts';
import { fillWithDemoData } from '../../../local/demo-data/fill.ts';
import { madeUpItems } from '../../../local/demo-data/made-up-items.ts';
import { writingByClient } from '../../../local/demo-data/write-items.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { applyFirstPolicy } from '../../../treasury/changes/apply-first-policy.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { hmacSeals, readingSeals } from '../../seals/hmac-seals.ts';
import type { Deployed } from '../functions/deployed-functions.ts';
import { TENANT } from '../functions/deployed-functions.ts';

/** Seconds between the snapshots of the deployment under test. */
const SNAPSHOT_EVERY_SECONDS = 300;

/** The 90 days of `npm start`, until this moment, and the demo's policy after them. */
export async function fillDeployment(deployed: Deployed): Promise<void> {
  const { ledger, ledgerTable, snapshotsTable, seriesTable, sandbox } = deployed;
  // The policy that a deployment under test begins with.
  await emptied(ledgerTable);
  const filled = await fillWithDemoData({
    tenant: TENANT,
    tables: { ledger, ledgerTable, snapshotsTable, seriesTable },
    ...{ reportingCurrency: 'USD', reportingTimeZone: 'UTC', statementGraceHours: 24 },
    sandbox,
    make: madeUpItems,
    write: writingByClient(ledgerTable.client),
    readings: readingSeals,
    now: Date.now(),
    passOver: async () => {},
  });
  if (filled?.isComplete !== true) throw new Error('there is no made-up past');
  const policy = readPolicyInput(null, SNAPSHOT_EVERY_SECONDS);
  await applyFirstPolicy(firstPolicyLedger(ledgerTable), {
    ...{ tenant: TENANT, policy, mode: 'live', sealer: hmacSeals },
    // As the local stack does; its request has an id of chance, and these answers stay the same.
    ...{ by: 'the local stack', requestId: 'the-first-policy', at: instantOf(Date.now()) },
  });
}

async function emptied({ client, tableName }: StoreTable): Promise<void> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
  for (const { pk, sk } of Items) {
    if (pk === undefined || sk === undefined) continue;
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk, sk } }));
  }
}

/** A call as a person writes it: "GET /v1/lanes?sort=oldest". */
export async function answerTo(
  deployed: Deployed,
  line: string,
  body?: unknown,
): Promise<{ readonly status: number | undefined; readonly body: unknown; readonly text: string }> {
  const [method = '', target = ''] = line.split(' ');
  const url = new URL(target, 'http://api');
  for (const route of ROUTES) {
    const found = pathIn(route.path, url.pathname);
    if (route.method !== method || found === null) continue;
    return await deployed.call(route.function, {
      routeKey: route.key,
      groups: '[admin]',
      by: 'ada',
      path: found,
      query: Object.fromEntries(url.searchParams),
      ...(body === undefined ? {} : { body }),
    });
  }
  throw new Error(`no route answers ${line}`);
}

function pathIn(template: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) found[name] = value;
    else if (part !== value) return null;
  }
  return found;
}
