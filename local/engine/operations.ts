/** The common parameters of every write of one item. */
const CONDITIONAL_WRITE = [
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValues',
  'TableName',
] as const;

/** The common parameters of every read of many items. */
const READ_OF_MANY = [
  'ExclusiveStartKey',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'FilterExpression',
  'IndexName',
  'Limit',
  'ProjectionExpression',
  'Select',
  'TableName',
] as const;

/** The engine's tools that stand for operations of DynamoDB; others are not called. */
const OPERATIONS = {
  BatchGetItem: { tool: 'batch_get_item', takes: ['RequestItems'] },
  BatchWriteItem: { tool: 'batch_write_item', takes: ['RequestItems'] },
  CreateTable: {
    tool: 'create_table',
    takes: [
      'AttributeDefinitions',
      'BillingMode',
      'GlobalSecondaryIndexes',
      'KeySchema',
      'StreamSpecification',
      'TableName',
    ],
  },
  DeleteItem: {
    tool: 'delete_item',
    takes: [...CONDITIONAL_WRITE, 'Key'],
  },
  DescribeStream: { tool: 'describe_stream', takes: ['Limit', 'StreamArn'] },
  DescribeTable: { tool: 'describe_table', takes: ['TableName'] },
  GetItem: {
    tool: 'get_item',
    takes: [
      'ConsistentRead',
      'ExpressionAttributeNames',
      'Key',
      'ProjectionExpression',
      'TableName',
    ],
  },
  GetRecords: { tool: 'get_records', takes: ['Limit', 'ShardIterator'] },
  GetShardIterator: {
    tool: 'get_shard_iterator',
    takes: ['SequenceNumber', 'ShardId', 'ShardIteratorType', 'StreamArn'],
  },
  ListStreams: { tool: 'list_streams', takes: ['Limit', 'TableName'] },
  ListTables: { tool: 'list_tables', takes: [] },
  PutItem: {
    tool: 'put_item',
    takes: [...CONDITIONAL_WRITE, 'Item'],
  },
  Query: {
    tool: 'query',
    takes: [...READ_OF_MANY, 'KeyConditionExpression', 'ScanIndexForward'],
  },
  Scan: {
    tool: 'scan',
    takes: [...READ_OF_MANY, 'Segment', 'TotalSegments'],
  },
  TransactGetItems: { tool: 'transact_get_items', takes: ['TransactItems'] },
  TransactWriteItems: {
    tool: 'transact_write_items',
    takes: ['ClientRequestToken', 'TransactItems'],
  },
  UpdateItem: {
    tool: 'update_item',
    takes: [...CONDITIONAL_WRITE, 'Key', 'UpdateExpression'],
  },
  UpdateTimeToLive: {
    tool: 'update_time_to_live',
    takes: ['TableName', 'TimeToLiveSpecification'],
  },
} as const;

/** Only whoever holds the engine itself may do these, as only an administrator may in the cloud. No function is served them. */
const OWNERS_OPERATIONS = {
  DeleteTable: { tool: 'delete_table', takes: ['TableName'] },
  UpdateTable: { tool: 'update_table', takes: ['StreamSpecification', 'TableName'] },
} as const;

const ALL_OPERATIONS = { ...OPERATIONS, ...OWNERS_OPERATIONS };

type Operation = keyof typeof ALL_OPERATIONS;
export type Tool = (typeof ALL_OPERATIONS)[Operation]['tool'];

/** Whose call it is: over the wire, or of the process that started the engine. */
export type EngineCaller = 'wire' | 'owner';

/** An operation in the words of the engine's tools, or why it is not one. */
export type Translated =
  | { readonly ok: true; readonly tool: Tool; readonly input: object }
  | { readonly ok: false; readonly type: string; readonly message: string };

/** The engine keeps one copy and reads it: every read is a consistent one. */
const CONSISTENT_ANYWAY: readonly string[] = ['Query', 'Scan'];

/** Items that a failed condition found would be lost on the way: callers that ask for them must know. */
const WANTS_OLD = /"ReturnValuesOnConditionCheckFailure": *"ALL_OLD"/;

/**
 * The engine's tool for an operation, with its input. A part that the tool would silently ignore is refused instead,
 * so that nothing behaves here as it never would in the cloud.
 */
export function translate(
  operation: string,
  body: string,
  caller: EngineCaller = 'wire',
): Translated {
  const served = caller === 'owner' ? ALL_OPERATIONS : OPERATIONS;
  const known = Object.hasOwn(served, operation) ? ALL_OPERATIONS[operation as Operation] : null;
  if (known === null) return refused('UnknownOperationException', `${operation} is not served`);
  const input = parsed(body);
  if (input === null) return refused('SerializationException', 'the request is not JSON');
  if (WANTS_OLD.test(body)) return refused('ValidationException', 'old items are not served');
  const { ConsistentRead: consistent, ...rest } = input;
  const isDropped = CONSISTENT_ANYWAY.includes(operation);
  if (isDropped && consistent === true && 'IndexName' in input) {
    const message = 'Consistent reads are not supported on global secondary indexes';
    return refused('ValidationException', message);
  }
  const given = isDropped ? rest : input;
  const takes: readonly string[] = known.takes;
  const foreign = Object.keys(given).find((name) => !takes.includes(name));
  if (foreign !== undefined) return refused('ValidationException', `${foreign} is not served`);
  const renamed = Object.entries(given).map(([name, value]) => [snakeCase(name), value]);
  // In another form than DynamoDB's by default.
  const raw = operation === 'DescribeTable' ? [['raw', true]] : [];
  return { ok: true, tool: known.tool, input: Object.fromEntries([...renamed, ...raw]) };
}

function refused(type: string, message: string): Translated {
  return { ok: false, type, message };
}

function parsed(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}

function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
}
