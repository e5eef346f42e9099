import { readPeople } from '../../adapters/store/people.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { type Names, withNames } from '../../api/responses/names.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';

/** The routes whose answers name rules, accounts and people by their ids. */
const NAMED: ReadonlySet<string> = new Set<keyof (typeof QUERY_LEDGER)['routes']>([
  'GET /v1/instructions',
  'GET /v1/instructions/{id}',
  'GET /v1/withdrawals',
  'GET /v1/withdrawals/{id}',
  'GET /v1/trades',
  'GET /v1/trades/{id}',
  'GET /v1/lanes',
  'GET /v1/changes',
  'GET /v1/changes/{id}',
  'GET /v1/decisions',
  'GET /v1/decisions/spans',
  'GET /v1/inbox',
  'GET /v1/overview',
]);

/** Adds the names of everything that an answer mentions: policy and people are each read once. */
export function naming({
  ledgerOf,
  table,
}: {
  readonly ledgerOf: (event: ApiEvent) => Pick<Ledger, 'readPolicy'>;
  readonly table: StoreTable;
}) {
  return async (answer: HttpResponse, event: ApiEvent): Promise<HttpResponse> => {
    if (answer.statusCode !== 200 || !NAMED.has(event.routeKey)) return answer;
    return withNames(answer, await readNames(ledgerOf(event), table, event.tenant));
  };
}

async function readNames(
  ledger: Pick<Ledger, 'readPolicy'>,
  table: StoreTable,
  tenant: string,
): Promise<Names> {
  const [{ rules, accounts }, people] = await Promise.all([
    ledger.readPolicy(tenant),
    readPeople(table, tenant),
  ]);
  const labels = (pieces: readonly { readonly id: string; readonly label: string }[]) =>
    new Map(pieces.map(({ id, label }) => [id, label]));
  return { rules: labels(rules), accounts: labels(accounts), people };
}
