import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The consumption, as the engine counts it, and the share of this process. */
export interface Units {
  readonly writes: number;
  readonly reads: number;
  readonly calls: number;
  readonly processorMs: number;
}

const NOTHING: Units = { writes: 0, reads: 0, calls: 0, processorMs: 0 };
const WRITING = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

interface Consumed {
  readonly CapacityUnits?: number;
}

/** Has every call of a client say what it consumed. */
export function unitsOf(client: DynamoDBClient) {
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
      const units = [ConsumedCapacity ?? []]
        .flat()
        .reduce((total, each) => total + (each.CapacityUnits ?? 0), 0);
      const isWrite = WRITING.test(commandName);
      sum = {
        ...sum,
        writes: sum.writes + (isWrite ? units : 0),
        reads: sum.reads + (isWrite ? 0 : units),
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
    return {
      writes: sum.writes - before.writes,
      reads: sum.reads - before.reads,
      calls: sum.calls - before.calls,
      processorMs: (user + system) / 1_000,
      value,
    };
  };
}

/** Counts what a piece of work consumes. */
export type Counted = ReturnType<typeof unitsOf>;

export function minus(left: Units, right: Units): Units {
  return added(left, perOne(right, -1));
}

export function added(left: Units, right: Units): Units {
  return {
    writes: left.writes + right.writes,
    reads: left.reads + right.reads,
    calls: left.calls + right.calls,
    processorMs: left.processorMs + right.processorMs,
  };
}

export function perOne(units: Units, count: number): Units {
  return {
    writes: units.writes / count,
    reads: units.reads / count,
    calls: units.calls / count,
    processorMs: units.processorMs / count,
  };
}

export const NO_UNITS: Units = NOTHING;
