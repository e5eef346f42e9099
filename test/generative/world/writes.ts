import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../../adapters/store/item.ts';

/** Commands that change a table. Anything else that is not a read is a surprise, and counted as well. */
const READS: ReadonlySet<string> = new Set([
  'GetItemCommand',
  'BatchGetItemCommand',
  'TransactGetItemsCommand',
  'QueryCommand',
  'ScanCommand',
  'DescribeTableCommand',
]);

/** A write that the engine has accepted. */
export interface Write {
  readonly command: string;
  /** Whether its only effect was to record a denial. */
  readonly isDenial: boolean;
  /** Whether its only effect was to note which roles the caller has. */
  readonly isOfCaller: boolean;
  /** Keys written, as "pk / sk". */
  readonly keys: readonly string[];
  /** Items that were put whole. */
  readonly put: readonly Item[];
}

interface Action {
  readonly Item?: Item;
  readonly Key?: Item;
}
interface Input extends Action {
  readonly TransactItems?: readonly Readonly<Record<string, Action>>[];
}

/** Writes down every accepted write of these clients. */
export function watchWrites(clients: readonly DynamoDBClient[]): {
  readonly take: () => readonly Write[];
} {
  let writes: Write[] = [];
  for (const client of clients) {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (parameters) => {
          const result = await next(parameters);
          if (!READS.has(commandName)) writes.push(writeOf(commandName, parameters.input as Input));
          return result;
        },
      { step: 'initialize', name: 'watchWrites' },
    );
  }
  return {
    take: () => {
      const taken = writes;
      writes = [];
      return taken;
    },
  };
}

function writeOf(command: string, input: Input): Write {
  const actions = input.TransactItems?.flatMap(({ ConditionCheck: _, ...action }) =>
    Object.values(action),
  ) ?? [input];
  const rows = actions.map(({ Item = {}, Key = {} }) => ({ ...Key, ...Item }));
  return {
    command,
    isDenial: rows.length > 0 && rows.every(isOfDenial),
    isOfCaller: rows.length > 0 && rows.every(isOfCaller),
    keys: rows.map(keyOf),
    put: actions.flatMap(({ Item }) => (Item === undefined ? [] : [Item])),
  };
}

/** "pk / sk" */
export function keyOf({ pk, sk }: Item): string {
  return `${pk?.S} / ${sk?.S}`;
}

/** Whether all it did was to close a proposal that rests on what does not stand any more. */
export function isOfClosing({ keys }: Write): boolean {
  return keys.every((key) => /^main#(?:CHANGES|AUDIT|AUDIT-HEAD) /.test(key));
}

/** The roles that a caller was last seen with, once a day, and what the caller has open: whatever the answer. */
export function isOfCaller({ pk }: Item): boolean {
  return /#(?:CALLERS|OPEN-REQUESTS)$/.test(pk?.S ?? '');
}

/** The count of a denial, which stands beside the audit. It is counted up in place, so the write says only its key. */
export function isOfDenial({ pk }: Item): boolean {
  return pk?.S?.endsWith('#DENIALS') === true;
}
