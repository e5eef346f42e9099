import { type DecisionRun, decisionRunSchema } from '../../treasury/ledger/stored-decision.ts';
import { hourAfter, hourOf, startOfHour } from '../../treasury/series/hour.ts';
import { attributesOf, fromItem, type Item, type ItemKind, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { packedBytes } from './packed-attribute.ts';
import {
  baseIn,
  isUponABase,
  packDecisions,
  type RunText,
  unpackDecisions,
} from './packed-decisions.ts';
import { expiryOf, type Retention } from './retention.ts';
import type { StoreTable } from './store-table.ts';

/** Where runs are written and read, and for how long they are kept. */
export interface DecisionRunTable {
  readonly table: StoreTable;
  readonly retention: Retention;
}

/** A run that stands by itself, for others of its hour to be packed upon. */
export interface RunBase {
  /** Its sort key. */
  readonly key: string;
  readonly text: RunText;
}

/** Attribute with the sort key of the run that a run is packed upon. */
const BASE_KEY = 'base';

/** Of a run that stands by itself. */
export const DECISION_RUN: ItemKind<DecisionRun> = runUpon(null);

function runUpon(base: RunBase | null): ItemKind<DecisionRun> {
  const text = base?.text ?? null;
  return {
    entity: 'decision-run',
    schema: decisionRunSchema,
    key: (tenant, { snapshot, part }) => snapshotKeys.decisionRun(tenant, snapshot, part),
    beside: [SNAPSHOT_EXPIRY, BASE_KEY],
    pack: ({ decisions, ...rest }) => {
      const packed = packDecisions(decisions, text);
      return { ...rest, packed, ...(isUponABase(packed) && { [BASE_KEY]: base?.key }) };
    },
    unpack: ({ packed, ...rest }) => ({
      ...rest,
      decisions: unpackDecisions(packedBytes(packed, 'decisions'), text),
    }),
  };
}

/**
 * A run as its item, with the second after which it may be removed: that of the end of its hour. A run and those that are packed upon
 * it expire together.
 */
export function decisionRunItem(
  tenant: string,
  run: DecisionRun,
  retention: Retention,
  base: RunBase | null = null,
): Item {
  const endOfHour = startOfHour(hourAfter(hourOf(run.snapshot)));
  return toItem({
    ...attributesOf(runUpon(base), tenant, run),
    ...expiryOf(endOfHour, retention),
  });
}

/** The sort key of the run that an item is packed upon; null if it stands by itself. */
export function baseKeyOf(item: Item): string | null {
  return item[BASE_KEY]?.S ?? null;
}

/** @throws UnreadableItemError; also where it is not packed upon this base. */
export function runIn(item: Item, base: RunBase | null): DecisionRun {
  return fromItem(runUpon(base), item);
}

/** The item as a base; null if it cannot be one. */
export function baseOf(item: Item): RunBase | null {
  const { sk, packed } = item;
  if (sk?.S === undefined || packed?.B === undefined) return null;
  try {
    const text = baseIn(packed.B);
    return text === null ? null : { key: sk.S, text };
  } catch {
    return null;
  }
}

/** @throws Error if the ledger was opened without it: only sweep runs name it. */
export function openedRuns(runs: DecisionRunTable | null): DecisionRunTable {
  if (runs === null) throw new Error('this ledger was opened without the table of decision runs');
  return runs;
}
