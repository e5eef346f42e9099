import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The consumption, as the engine counts it, and the share of this process. */
export interface Units {
  readonly writes: number;
  readonly reads: number;
  /** Of these, the ones of tables of infrequent access, which have another price. */
  readonly infrequentWrites: number;
  readonly infrequentReads: number;
  /** Requests that write to tables whose writes a trail records: one event each, however many items it writes. */
  readonly recorded: number;
  readonly calls: number;
  readonly processorMs: number;
}

const NOTHING: Units = {
  writes: 0,
  reads: 0,
  infrequentWrites: 0,
  infrequentReads: 0,
  recorded: 0,
  calls: 0,
  processorMs: 0,
};
const WRITING = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

interface Consumed {
  readonly TableName?: string;
  readonly CapacityUnits?: number;
}

/** Names of tables of which more is counted than units. */
export interface CountedTables {
  readonly infrequent: ReadonlySet<string>;
  readonly recorded: ReadonlySet<string>;
}

/** Has every call of a client say what it consumed. */
export function unitsOf(client: DynamoDBClient, { infrequent, recorded }: CountedTables) {
  let sum = NOTHING;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const { commandName = '' } = context;
      const isCounted = /^(Get|Query|Put|Update|TransactWrite|BatchWrite|BatchGet)/.test(
        commandName,
      );
      if (isCounted) Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as {
        ConsumedCapacity?: Consumed | readonly Consumed[];
      };
      const consumed = [ConsumedCapacity ?? []].flat();
      const units = unitsIn(consumed);
      const rare = unitsIn(consumed.filter(({ TableName = '' }) => infrequent.has(TableName)));
      const isWrite = WRITING.test(commandName);
      const isRecorded = consumed.some(({ TableName = '' }) => recorded.has(TableName));
      sum = {
        ...sum,
        writes: sum.writes + (isWrite ? units : 0),
        reads: sum.reads + (isWrite ? 0 : units),
        infrequentWrites: sum.infrequentWrites + (isWrite ? rare : 0),
        infrequentReads: sum.infrequentReads + (isWrite ? 0 : rare),
        recorded: sum.recorded + (isWrite && isRecorded ? 1 : 0),
        calls: sum.calls + 1,
      };
      return result;
    },
    { step: 'initialize', name: 'units' },
  );
  /** The consumption of `work`; nothing else may call meanwhile. */
  return async <T>(work: () => Promise<T>): Promise<Units & { readonly value: T }> => {
    const [before, processor] = [sum, process.cpuUsage()];
    const value = await work();
    const { user, system } = process.cpuUsage(processor);
    const processorMs = (user + system) / 1_000;
    return { ...minus(sum, before), processorMs, value };
  };
}

function unitsIn(consumed: readonly Consumed[]): number {
  return consumed.reduce((total, each) => total + (each.CapacityUnits ?? 0), 0);
}

/** Counts what a piece of work consumes. */
export type Counted = ReturnType<typeof unitsOf>;

export function minus(left: Units, right: Units): Units {
  return added(left, perOne(right, -1));
}

export function added(left: Units, right: Units): Units {
  return each((name) => left[name] + right[name]);
}

export function perOne(units: Units, count: number): Units {
  return each((name) => units[name] / count);
}

function each(of: (name: keyof Units) => number): Units {
  return {
    writes: of('writes'),
    reads: of('reads'),
    infrequentWrites: of('infrequentWrites'),
    infrequentReads: of('infrequentReads'),
    recorded: of('recorded'),
    calls: of('calls'),
    processorMs: of('processorMs'),
  };
}

export const NO_UNITS: Units = NOTHING;
