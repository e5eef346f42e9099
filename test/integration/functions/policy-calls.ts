import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { verifyTrail } from '../../../treasury/audit/verify-trail.ts';
import { ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { withoutSeals } from '../../seals/sealed-changes.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { type Deployed, TENANT } from './deployed-functions.ts';

export const DRAFT = ruleDraftOf(RULE);
export const ACCOUNT_DRAFT = {
  id: '11111111-2222-4333-8444-555555555555',
  label: 'ETH vault',
  network: 'ethereum',
  currency: 'ETH',
  details: { address: '0xabc' },
  status: 'active',
} as const;

interface By {
  readonly by?: string;
  readonly groups?: string;
  readonly ifMatch?: string;
}

/** People at the policy's routes: tess asks, ada approves, unless a test says otherwise. */
export function policyCalls(deployed: () => Deployed) {
  const manage = (
    routeKey: string,
    id: string | null,
    body: unknown,
    who: By,
    name: 'manage-policy' | 'halt' = 'manage-policy',
  ) =>
    deployed().call(name, {
      routeKey,
      by: who.by ?? 'tess',
      groups: who.groups ?? '[treasurer]',
      ...(id === null ? {} : { path: { id } }),
      ...(body === undefined ? {} : { body }),
      headers: who.ifMatch === undefined ? {} : { 'if-match': who.ifMatch },
    });
  const read = (routeKey: string, id?: string, query?: Readonly<Record<string, string>>) =>
    deployed().call('query-ledger', {
      routeKey,
      ...(id === undefined ? {} : { path: { id } }),
      ...(query === undefined ? {} : { query }),
      groups: '[viewer]',
    });
  const decide = (what: 'approve' | 'decline', id: string, by = 'ada', comment = 'as agreed') =>
    manage(`POST /v1/changes/{id}/${what}`, id, { comment }, { by, groups: '[approver]' });
  return {
    manage,
    read,
    decide,
    createRule: (body: unknown, who: By = {}) => manage('POST /v1/sweep-rules', null, body, who),
    putRule: (change: Partial<SweepRule>, ifMatch = '"1"', who: By = {}) =>
      manage('PUT /v1/sweep-rules/{id}', RULE.id, { ...DRAFT, ...change }, { ifMatch, ...who }),
    createAccount: (body: unknown, who: By = {}) => manage('POST /v1/accounts', null, body, who),
    putAccount: (id: string, body: unknown, ifMatch: string) =>
      manage('PUT /v1/accounts/{id}', id, body, { ifMatch }),
    putControls: (body: unknown, ifMatch = '"1"', who: By = {}) =>
      manage('PUT /v1/controls', null, body, { ifMatch, ...who }),
    halt: (body: unknown, who: By = {}) =>
      manage('POST /v1/controls/halt', null, body, who, 'halt'),
    /** Names the halt as it stands, unless another one is given. */
    resume: async (
      {
        generation,
        ...body
      }: {
        readonly generation?: number;
        readonly comment: string;
        readonly [field: string]: unknown;
      },
      who: By = {},
    ) => {
      const named = generation ?? (await deployed().ledger.readHalt(TENANT)).generation;
      return await manage('POST /v1/controls/resume', null, body, {
        ifMatch: `"${named}"`,
        ...who,
      });
    },
    raiseFormat: (ifMatch = '"1"', who: By = {}) =>
      manage('POST /v1/controls/raise-format', null, undefined, { ifMatch, ...who }),
    takeBack: (id: string, who: By = {}) =>
      manage('POST /v1/changes/{id}/cancel', id, undefined, who),
    rule: async (id: string = RULE.id) => (await read('GET /v1/sweep-rules/{id}', id)).body,
    policy: async () => withoutSeals(await deployed().ledger.readPolicy(TENANT)),
    audit: async () => {
      const items = await deployed().ledgerItems();
      return (
        items
          // Who was denied what is on record as well, and tested elsewhere.
          .filter(({ entity, action }) => entity?.S === 'audit-entry' && action?.S !== 'denied')
          .sort((a, b) => ((a.sk?.S ?? '') < (b.sk?.S ?? '') ? -1 : 1))
          .map(({ action, by, approvedBy, subject }) =>
            [action?.S, subject?.S, by?.S, approvedBy?.S]
              .filter((each) => each !== undefined)
              .join(' '),
          )
      );
    },
    verdict: async () => {
      const { ledger, ledgerTable } = deployed();
      const trail = {
        entriesAfter: entriesAfter(ledgerTable),
        readAuditHead: ledger.readAuditHead,
      };
      return (await verifyTrail(trail, TENANT, 1_000)).verdict;
    },
    changes: async () => {
      const items = await deployed().ledgerItems();
      return items.filter(({ pk }) => pk?.S === ledgerKeys.changePartition(TENANT)).length;
    },
  };
}
