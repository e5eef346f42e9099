import { marshall } from '@aws-sdk/util-dynamodb';
import {
  type ChangeState,
  changeIdTime,
  type PolicyChange,
  type Standing,
  type Subject,
} from '../../treasury/changes/policy-change.ts';
import type { PolicyLedger } from '../../treasury/changes/ports.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { fromItem, type Item } from './item.ts';
import { type Key, ledgerKeys } from './keys.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { changeSchema } from './schemas/change-schema.ts';
import { accountSchema, controlsSchema, ruleSchema } from './schemas/policy-schema.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt, itemsOf } from './table-items.ts';

/** Pages read for the changes that are open; 1 MB each, some hundreds of changes. */
const MAX_PAGES = 20;

/** Policy and its changes on DynamoDB, for those who change it. Reads are strongly consistent. */
export function createPolicyChanges(table: StoreTable): PolicyLedger {
  return {
    readStanding: async (client, subject) => {
      const item = await itemAt(table, keyOf(client, subject));
      return item === null ? null : standingOf(subject.kind, item);
    },
    readChange: async (client, id) => {
      const item = await itemAt(table, ledgerKeys.change(client, id));
      return item === null ? null : fromItem(changeSchema, 'change', item);
    },
    openChanges: (client, since) => openChanges(table, client, since),
  };
}

/** Changes in one state, or all of them, newest first. Whether one has expired follows from `now`. */
export async function listChanges(
  table: StoreTable,
  client: string,
  { state, now }: { readonly state?: ChangeState; readonly now: Instant },
  page: PageRequest,
): Promise<Page<PolicyChange>> {
  return await readPage(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.changePartition(client),
      entity: 'change',
      schema: changeSchema,
      startKey: (sortKey) => (/^[0-9A-Za-z-]+$/.test(sortKey) ? {} : null),
      ...(state === undefined ? {} : { only: inState(state, now) }),
    },
    page,
  );
}

/** The versions of one piece of policy as they were, newest first; also where it was deleted. */
export async function listVersions(
  table: StoreTable,
  client: string,
  subject: Subject,
  page: PageRequest,
): Promise<Page<Standing['item']>> {
  const prefix = `${keyOf(client, subject).sk}#`;
  return await readPage<Standing['item']>(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.policyHistoryPartition(client),
      entity: `${subject.kind} version`,
      schema: SCHEMAS[subject.kind],
      between: { from: prefix, to: `${prefix}~` },
      startKey: () => ({}),
    },
    page,
  );
}

const SCHEMAS = { rule: ruleSchema, account: accountSchema, controls: controlsSchema } as const;

function inState(state: ChangeState, now: Instant) {
  if (state !== 'proposed' && state !== 'expired') return { equal: { state } };
  // The bounds are included: a proposal expires at its moment, not after it.
  const open = { path: 'expiresAt', from: instantOf(Date.parse(now) + 1), to: undefined };
  const expired = { path: 'expiresAt', from: undefined, to: now };
  return { equal: { state: 'proposed' }, between: state === 'expired' ? expired : open };
}

async function openChanges(
  table: StoreTable,
  client: string,
  since: Instant,
): Promise<readonly PolicyChange[]> {
  const items = await itemsOf(
    table,
    {
      KeyConditionExpression: 'pk = :pk AND sk >= :since',
      FilterExpression: '#state = :proposed',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: marshall({
        ':pk': ledgerKeys.changePartition(client),
        ':since': changeIdTime(since),
        ':proposed': 'proposed',
      }),
      ConsistentRead: true,
    },
    { pages: MAX_PAGES, beyond: `the changes of ${client} are larger than ${MAX_PAGES} pages` },
  );
  return items.map((item) => fromItem(changeSchema, 'change', item));
}

function keyOf(client: string, subject: Subject): Key {
  switch (subject.kind) {
    case 'rule':
      return ledgerKeys.rule(client, subject.id);
    case 'account':
      return ledgerKeys.account(client, subject.id);
    case 'controls':
      return ledgerKeys.controls(client);
    default:
      return subject satisfies never;
  }
}

function standingOf(kind: Subject['kind'], item: Item): Standing {
  switch (kind) {
    case 'rule':
      return { kind, item: fromItem(ruleSchema, kind, item) };
    case 'account':
      return { kind, item: fromItem(accountSchema, kind, item) };
    case 'controls':
      return { kind, item: fromItem(controlsSchema, kind, item) };
    default:
      return kind satisfies never;
  }
}
