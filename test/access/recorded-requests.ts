import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** One item of a request, as IAM sees it. */
export interface ItemOfRequest {
  readonly table: string;
  /** "PutItem": a transaction is authorised by what each of its items does. */
  readonly action: string;
  readonly partition: string;
}

/** A request that a function made of the tables, item by item. */
export interface RequestOfFunction {
  readonly function: string;
  readonly items: readonly ItemOfRequest[];
}

/** A partition key of DynamoDB's form, wherever it stands in a request. */
type Keyed = Readonly<Record<string, { readonly S?: string } | undefined>>;

interface WriteInput {
  readonly TableName?: string;
  readonly Item?: Keyed;
  readonly Key?: Keyed;
  readonly TransactItems?: readonly Readonly<Record<string, WriteInput | undefined>>[];
  readonly RequestItems?: Readonly<Record<string, readonly unknown[]>>;
}

const callers = new AsyncLocalStorage<{
  readonly name: string;
  readonly note: (request: RequestOfFunction) => void;
}>();

const send = DynamoDBClient.prototype.send;
// Functions that a test loads share a process, and with it clients: who asks is told by what it is asked within.
DynamoDBClient.prototype.send = function (this: DynamoDBClient, ...args: unknown[]) {
  const caller = callers.getStore();
  const [command] = args as [
    { readonly constructor: { readonly name: string }; readonly input: WriteInput },
  ];
  const items = caller === undefined ? [] : itemsOf(command.constructor.name, command.input);
  if (items.length > 0) caller?.note({ function: caller.name, items });
  return (send as (...all: unknown[]) => unknown).apply(this, args);
} as typeof send;

/** Runs a function's invocation, and notes each request of it that writes to a table. */
export function notingRequests<T>(
  name: string,
  note: (request: RequestOfFunction) => void,
  run: () => Promise<T>,
): Promise<T> {
  return callers.run({ name, note }, run);
}

/** What of a command writes, or rests a write on an item. */
function itemsOf(command: string, input: WriteInput): readonly ItemOfRequest[] {
  switch (command) {
    case 'PutItemCommand':
    case 'UpdateItemCommand':
    case 'DeleteItemCommand':
      return [itemOf(command.replace('Command', ''), input)];
    case 'TransactWriteItemsCommand':
      return (input.TransactItems ?? []).flatMap((each) =>
        Object.entries(each).flatMap(([kind, part]) =>
          part === undefined
            ? []
            : [itemOf(`${kind === 'ConditionCheck' ? 'ConditionCheck' : kind}Item`, part)],
        ),
      );
    case 'BatchWriteItemCommand':
      return Object.keys(input.RequestItems ?? {}).map((table) => ({
        table,
        action: 'BatchWriteItem',
        partition: '',
      }));
    default:
      return [];
  }
}

function itemOf(action: string, { TableName = '', Item, Key }: WriteInput): ItemOfRequest {
  return { table: TableName, action, partition: (Item ?? Key)?.pk?.S ?? '' };
}
