import { type DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';

/** Runs of each that the median is taken of. */
const RUNS = 15;

interface Call {
  readonly name: string;
  readonly input: object;
}

/**
 * Milliseconds of a question, and of nothing but the calls that it makes: the same requests, all at once and
 * with what comes back thrown away.
 */
export async function timed(client: DynamoDBClient, ask: () => Promise<unknown>) {
  const calls = await callsOf(client, ask);
  const bare = () => Promise.all(calls.map(({ name, input }) => send(client, name, input)));
  return { ms: await median(ask), bareMs: await median(bare), calls: calls.length };
}

async function callsOf(client: DynamoDBClient, ask: () => Promise<unknown>) {
  const calls: Call[] = [];
  const name = 'recorder';
  client.middlewareStack.add(
    (next, context) => async (args) => {
      calls.push({ name: context.commandName ?? '', input: structuredClone(args.input) });
      return await next(args);
    },
    { step: 'initialize', name },
  );
  await ask();
  client.middlewareStack.remove(name);
  return calls;
}

async function send(client: DynamoDBClient, name: string, input: object): Promise<unknown> {
  if (name === 'GetItemCommand') return await client.send(new GetItemCommand(input as never));
  if (name === 'QueryCommand') return await client.send(new QueryCommand(input as never));
  throw new Error(`${name} is not a read that is known here`);
}

async function median(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}
