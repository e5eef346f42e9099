import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { packJson, unpackJson } from './codec.ts';
import { putIf } from './conditional-put.ts';
import {
  type DecisionRunTable,
  decisionRunKind,
  digestOfPinned,
  type Pinned,
  pinnedOf,
} from './decision-run-item.ts';
import { fromItem, type Item, nameOf, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { type Expiry, expiryOf } from './retention.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf } from './table-items.ts';

/*
 * What decisions rest on and that stays from tick to tick: their rules and accounts, as the run read them. It is written once, under the
 * digest of what it says, and runs name the digest. The history of the policy is not asked: it says what people decided, and
 * a rule that was changed past Sluice is in no history, but it is what the run decided by.
 */

/** The one codec of it so far. */
const CODEC = 1;

/** Longer than the runs that name it: most of this passes before it is written again. */
const KEPT_LONGER_SECONDS = 62 * 86_400;

/** What has to be left of that, or it is written again. */
const LEFT_SECONDS = 31 * 86_400;

const pinnedSchema = z.array(z.looseObject({}));

/**
 * Writes what a run rests on, if it is not there or would expire too soon. The table is asked each time: a process that
 * remembered what it wrote would take a restored table, put in the place of this one, for the one that it wrote in.
 */
export async function keepPinned(
  { table, retention }: DecisionRunTable,
  tenant: string,
  snapshot: Instant,
  pinned: readonly object[],
): Promise<void> {
  if (pinned.length === 0) return;
  const digest = digestOfPinned(pinned);
  const stands = await pinnedItem(table, tenant, digest, SNAPSHOT_EXPIRY);
  if (
    stands !== undefined &&
    isKept(stands, expiryOf(plusSeconds(snapshot, LEFT_SECONDS), retention))
  )
    return;
  const item = toItem({
    ...snapshotKeys.pinned(tenant, digest),
    entity: 'pinned',
    packed: packJson(CODEC, pinned),
    ...expiryOf(plusSeconds(snapshot, KEPT_LONGER_SECONDS), retention),
  });
  // Whatever stands there: the key is the digest of what is written.
  await putIf(table, item, {});
}

/** Whether it stands until then. Without an expiry it stays. */
function isKept(item: Item, until: Expiry): boolean {
  const expiry = item[SNAPSHOT_EXPIRY]?.N;
  if (expiry === undefined) return true;
  return until[SNAPSHOT_EXPIRY] !== undefined && Number(expiry) >= until[SNAPSHOT_EXPIRY];
}

/** Reads runs of one tenant, with what they rest on: once for each digest. */
export class RunReader {
  readonly #table: StoreTable;
  readonly #tenant: string;
  readonly #read = new Map<string, Promise<Pinned>>();

  constructor(table: StoreTable, tenant: string) {
    this.#table = table;
    this.#tenant = tenant;
  }

  /** @throws UnreadableItemError */
  async runsIn(items: readonly Item[]): Promise<readonly DecisionRun[]> {
    return await Promise.all(items.map((item) => this.#runIn(item)));
  }

  /** The same for a person who looks at them: those that cannot be read are named. */
  async readableIn(items: readonly Item[], unreadable: string[]): Promise<readonly DecisionRun[]> {
    const read = await Promise.allSettled(items.map((item) => this.#runIn(item)));
    return read.flatMap((each, index) => {
      if (each.status === 'fulfilled') return [each.value];
      if (!(each.reason instanceof UnreadableItemError)) throw each.reason;
      unreadable.push(nameOf(items[index] ?? {}));
      return [];
    });
  }

  async #runIn(item: Item): Promise<DecisionRun> {
    const digest = item.pinned?.S;
    const pinned = digest === undefined ? pinnedOf([]) : await this.#pinned(digest);
    return fromItem(decisionRunKind(pinned), item);
  }

  #pinned(digest: string): Promise<Pinned> {
    const known = this.#read.get(digest) ?? readPinned(this.#table, this.#tenant, digest);
    this.#read.set(digest, known);
    return known;
  }
}

async function readPinned(table: StoreTable, tenant: string, digest: string): Promise<Pinned> {
  return pinnedIn(await pinnedItem(table, tenant, digest), digest);
}

/** The item, or one attribute of it; strongly consistent. */
async function pinnedItem(
  table: StoreTable,
  tenant: string,
  digest: string,
  only?: string,
): Promise<Item | undefined> {
  const { pk, sk } = snapshotKeys.pinned(tenant, digest);
  const [item] = await itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND sk = :sk',
    ExpressionAttributeValues: marshall({ ':pk': pk, ':sk': sk }),
    ConsistentRead: true,
    ...(only !== undefined && { ProjectionExpression: only }),
  });
  return item;
}

/** Nothing, if it is not there or not what it was written as: then the runs that name it are unreadable. */
export function pinnedIn(item: Item | undefined, digest: string): Pinned {
  try {
    const pinned = pinnedOf(pinnedSchema.parse(unpackJson(CODEC, item?.packed?.B)));
    if (pinned.digest === digest) return pinned;
  } catch {
    // It is as good as none.
  }
  return { digest, beside: [] };
}
