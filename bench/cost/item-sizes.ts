import type { Item } from '../../adapters/store/item.ts';
import { bytesOfItem, UNIT_BYTES } from '../../adapters/store/item-bytes.ts';
import { itemsOfTenant } from './stored-bytes.ts';
import type { CostTables } from './tables.ts';

/** What one thing takes in the tables. */
export interface ItemSize {
  readonly of: string;
  readonly bytes: number;
  /** Of writing it once, outside of a transaction and without its indexes. */
  readonly units: number;
}

/** Each kind by the end of its partition's key; of several items of one key, such as the chunks of an hour, all of them. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['an instruction, as its sweep left it', /#INSTRUCTION#/],
  ['a lane that sweeps daily', /#LANE$/],
  ['a snapshot', /#SNAPSHOT$/],
  ['a run', /#DECISION-RUNS$/],
  ['the open spans', /#SPANS$/],
  ['an hour of all series', /#CHUNK#/],
];

/** The median of each kind that a tenant has. */
export async function itemSizes(
  { ledgerTable, snapshotsTable, seriesTable }: CostTables,
  tenant: string,
): Promise<readonly ItemSize[]> {
  const tables = [ledgerTable, snapshotsTable, seriesTable];
  const items = (await Promise.all(tables.map((each) => itemsOfTenant(each, tenant)))).flat();
  return KINDS.map(([of, partition]) => {
    const found = items.filter(({ pk }) => partition.test(pk?.S ?? ''));
    const wholes = [...Map.groupBy(found, wholeOf).values()].map(sizeOf);
    const inOrder = wholes.toSorted((one, other) => one.bytes - other.bytes);
    const median = inOrder[Math.floor(inOrder.length / 2)];
    if (median === undefined) throw new Error(`there is no ${of}`);
    return { of, ...median };
  });
}

/** The chunks of an hour stand in partitions of their own; every other item is whole. */
function wholeOf({ pk, sk }: Item): string {
  return pk?.S?.includes('#CHUNK#') === true ? (sk?.S ?? '') : `${pk?.S} ${sk?.S}`;
}

function sizeOf(items: readonly Item[]) {
  const sizes = items.map(bytesOfItem);
  return {
    bytes: sizes.reduce((sum, each) => sum + each, 0),
    units: sizes.reduce((sum, each) => sum + Math.ceil(each / UNIT_BYTES), 0),
  };
}
