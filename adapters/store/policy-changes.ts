import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { PolicyLedger } from '../../treasury/changes/ports.ts';
import { sayDecided } from '../../treasury/facts/sentences/say/say-waiting.ts';
import {
  CHANGE_STATES,
  type ChangeState,
  type CurrentItem,
  changeIdTime,
  type PolicyChange,
  type Subject,
  stateOf,
} from '../../treasury/ledger/policy-change.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { fromItem, type Item, type ItemReading } from './item.ts';
import { BY_STATE_INDEX, BY_TIME_INDEX, type Key, ledgerKeys } from './keys.ts';
import {
  ACCOUNT,
  CALENDAR,
  CHANGE,
  CONTROLS,
  controlsOf,
  MANUAL_RATE,
  MATCHING_RULE,
  RULE,
  WEBHOOK,
} from './ledger-items.ts';
import { readManualRates } from './manual-rates.ts';
import { readMatchingRules } from './matching-rules.ts';
import { type Page, type PageRequest, readPage } from './pages.ts';
import { holding, textsIn } from './searched-text.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt, thingAt } from './table-items.ts';
import { webhooksOf } from './webhooks.ts';

/** Policy and its changes on DynamoDB, for the functions that change it. Reads are strongly consistent. */
export function createPolicyChanges(table: StoreTable): PolicyLedger {
  return {
    readCurrent: async (tenant, subject) => {
      const item = await itemAt(table, keyOf(tenant, subject));
      return item === null ? null : currentOf(subject.kind, item);
    },
    readManualRates: (tenant) => readManualRates(table, tenant),
    readMatchingRules: (tenant) => readMatchingRules(table, tenant),
    readChange: (tenant, id) => thingAt(table, ledgerKeys.change(tenant, id), CHANGE),
    readWebhooks: (tenant) => webhooksOf(table, tenant),
    openChangesOf: (tenant, madeBy, now, limit) => openChangesOf(table, tenant, madeBy, now, limit),
  };
}

/** Changes in some states, or all of them, newest first. Whether one has expired follows from `now`. */
export async function listChanges(
  table: StoreTable,
  tenant: string,
  { state = CHANGE_STATES, text, from, to, now }: ChangeFilter & { readonly now: Instant },
  page: PageRequest,
): Promise<Page<PolicyChange>> {
  const [only, ...others] = state;
  const isRange = from !== undefined || to !== undefined;
  const isOpen = only === 'proposed' && others.length === 0 && !isRange;
  const isAny = state.length === CHANGE_STATES.length;
  const holds = holding(text, textsOf);
  const matches = (change: PolicyChange): boolean =>
    (isAny || state.includes(stateOf(change, now))) && (holds === undefined || holds(change));
  return await readPage<PolicyChange>(
    table,
    {
      ...(isOpen ? waiting(tenant, now) : everyChange(tenant, { from, to })),
      kind: CHANGE,
      ...((isAny || isOpen) && holds === undefined ? {} : { matches }),
    },
    page,
  );
}

/** The filters of a list of changes; an absent one does not filter. */
export interface ChangeFilter {
  readonly state?: readonly ChangeState[];
  /** Part of an id, of its subject, or of what was said of it. */
  readonly text?: string;
  /** When it was proposed; `to` is not included. */
  readonly from?: Instant;
  readonly to?: Instant;
}

function textsOf({ id, kind, before, after, madeBy, comment, status }: PolicyChange) {
  return [
    id,
    kind,
    // What is proposed: its id, its label, its currency, its account.
    ...textsIn(after ?? before),
    madeBy,
    comment,
    status.state === 'proposed' ? undefined : sayDecided(status),
  ];
}

/** Waiting changes are found by their own index, however many were taken back, declined or have expired. */
function waiting(tenant: string, now: Instant) {
  return {
    index: BY_STATE_INDEX,
    partitionAttribute: 'gsi1pk',
    sortAttribute: 'gsi1sk',
    partition: ledgerKeys.openChanges(tenant),
    between: { from: after(now), to: AFTER_ANY_MOMENT },
    startKey: (sortKey: string) => {
      const id = sortKey.split('#')[1];
      return id === undefined || !CHANGE_ID.test(id) ? null : { ...ledgerKeys.change(tenant, id) };
    },
  };
}

function everyChange(
  tenant: string,
  { from, to }: { readonly from: Instant | undefined; readonly to: Instant | undefined },
) {
  // Ids begin with the time, and sort behind it.
  const between = {
    from: from === undefined ? '0' : changeIdTime(from),
    to: to === undefined ? AFTER_ANY_CHANGE : changeIdTime(to),
  };
  return {
    ...(from === undefined && to === undefined ? {} : { between }),
    partitionAttribute: 'pk',
    sortAttribute: 'sk',
    partition: ledgerKeys.changePartition(tenant),
    startKey: (sortKey: string) => (CHANGE_ID.test(sortKey) ? {} : null),
  };
}

const CHANGE_ID = /^[0-9A-Za-z-]+$/;
/** Sorts behind the id of every change. */
const AFTER_ANY_CHANGE = '~';
/** Sorts behind every moment with four digits of a year. */
const AFTER_ANY_MOMENT = '9999-12-31T23:59:59.999Z~';

/** A proposal expires at its moment, not after it: the first that counts is a millisecond later. */
function after(now: Instant): Instant {
  return instantOf(Date.parse(now) + 1);
}

/** The versions of one piece of policy as they were, newest first; also where it was deleted. */
export async function listVersions(
  table: StoreTable,
  tenant: string,
  subject: Subject,
  page: PageRequest,
): Promise<Page<CurrentItem['item']>> {
  const prefix = `${keyOf(tenant, subject).sk}#`;
  return await readPage<CurrentItem['item']>(
    table,
    {
      partitionAttribute: 'pk',
      sortAttribute: 'sk',
      partition: ledgerKeys.policyHistoryPartition(tenant, prefix),
      kind: VERSIONS[subject.kind],
      between: { from: prefix, to: `${prefix}~` },
      startKey: () => ({}),
    },
    page,
  );
}

const VERSIONS: { readonly [Kind in Subject['kind']]: ItemReading<CurrentItem['item']> } = {
  rule: { ...RULE, entity: 'rule version' },
  account: { ...ACCOUNT, entity: 'account version' },
  calendar: { ...CALENDAR, entity: 'calendar version' },
  webhook: { ...WEBHOOK, entity: 'webhook version' },
  'manual-rate': { ...MANUAL_RATE, entity: 'manual rate version' },
  'matching-rule': { ...MATCHING_RULE, entity: 'matching rule version' },
  controls: { ...CONTROLS, entity: 'controls version' },
};

async function openChangesOf(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
  madeBy: string,
  now: Instant,
  limit: number,
): Promise<readonly PolicyChange[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  // Each answer holds at least one item, so this ends after `limit` of them at most.
  do {
    const answer: QueryCommandOutput = await dynamo.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: BY_TIME_INDEX,
        KeyConditionExpression: 'gsi2pk = :of AND gsi2sk >= :now',
        ExpressionAttributeValues: marshall({
          ':of': ledgerKeys.openChangesOf(tenant, madeBy),
          ':now': after(now),
        }),
        Limit: limit - items.length,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(answer.Items ?? []));
    start = answer.LastEvaluatedKey;
  } while (start !== undefined && items.length < limit);
  return items.map((item) => fromItem(CHANGE, item));
}

function keyOf(tenant: string, subject: Subject): Key {
  switch (subject.kind) {
    case 'rule':
      return ledgerKeys.rule(tenant, subject.id);
    case 'account':
      return ledgerKeys.account(tenant, subject.id);
    case 'calendar':
      return ledgerKeys.calendar(tenant, subject.id);
    case 'webhook':
      return ledgerKeys.webhook(tenant, subject.id);
    case 'manual-rate':
      return ledgerKeys.manualRate(tenant, subject.id);
    case 'matching-rule':
      return ledgerKeys.matchingRule(tenant, subject.id);
    case 'controls':
      return ledgerKeys.controls(tenant);
    default:
      return subject satisfies never;
  }
}

function currentOf(kind: Subject['kind'], item: Item): CurrentItem {
  switch (kind) {
    case 'rule':
      return { kind, item: fromItem(RULE, item) };
    case 'account':
      return { kind, item: fromItem(ACCOUNT, item) };
    case 'calendar':
      return { kind, item: fromItem(CALENDAR, item) };
    case 'webhook':
      return { kind, item: fromItem(WEBHOOK, item) };
    case 'manual-rate':
      return { kind, item: fromItem(MANUAL_RATE, item) };
    case 'matching-rule':
      return { kind, item: fromItem(MATCHING_RULE, item) };
    case 'controls':
      return { kind, item: controlsOf(item) };
    default:
      return kind satisfies never;
  }
}
