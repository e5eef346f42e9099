import type { DynamoDBClient, PutItemCommandOutput } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../../adapters/store/store-table.ts';

/** A table that notes the name of each command that it receives, with its units of capacity. */
export function counting(to: StoreTable) {
  const sent: { readonly name: string; readonly units: number }[] = [];
  const client = new Proxy(to.client, {
    get: (target, name) =>
      name === 'send'
        ? async (command: Parameters<DynamoDBClient['send']>[0]) => {
            const asked = Object.assign(command, {
              input: { ...command.input, ReturnConsumedCapacity: 'TOTAL' },
            });
            const output = (await target.send(asked)) as PutItemCommandOutput;
            const units = output.ConsumedCapacity?.CapacityUnits ?? 0;
            sent.push({ name: command.constructor.name, units });
            return output;
          }
        : Reflect.get(target, name),
  });
  return { table: { ...to, client }, sent };
}
