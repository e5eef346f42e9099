import { VARIABLES } from '../../runtime/environment/names.ts';
import type { UsedClient } from './bundle.ts';

/** A request that a function was seen to make. */
export interface SeenCall {
  readonly host: string;
  /** The SDK names its client in it: `api/dynamodb#3.1162.0`. */
  readonly agent: string;
}

type Environment = Readonly<Record<string, string>>;

/** The plainest call of each client: it reads what is not there, or is refused at once. */
const PLAINEST: Readonly<Record<string, (environment: Environment) => object>> = {
  GetItemCommand: (environment) => ({
    TableName: tableOf(environment),
    Key: { pk: { S: 'bench' }, sk: { S: 'bench' } },
  }),
  QueryCommand: (environment) => ({
    TableName: tableOf(environment),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'bench' } },
  }),
  GetSecretValueCommand: (environment) => ({
    SecretId: environment[VARIABLES.tokenSecretArn] ?? environment[VARIABLES.cursorKeySecretArn],
  }),
  GetObjectCommand: () => ({ Bucket: 'bench', Key: 'bench' }),
  PutEventsCommand: () => ({ Entries: [{ Source: 'bench', DetailType: 'bench', Detail: '{}' }] }),
  InvokeCommand: () => ({ FunctionName: 'bench', InvocationType: 'Event' }),
};

/** The bare handler's call for one of the function: of the same client, or to the same host. */
export function bareCall(
  { host, agent }: SeenCall,
  clients: readonly UsedClient[],
  environment: Environment,
): object {
  const api = /\bapi\/([a-z_-]+)#/.exec(agent)?.[1]?.replaceAll('_', '-');
  const client = clients.find(({ packageName }) => packageName === `@aws-sdk/client-${api}`);
  if (client === undefined) return { url: `http://${host}/` };
  const command = Object.keys(PLAINEST).find((each) => client.commands.includes(each));
  if (command === undefined) throw new Error(`no plain call of ${client.packageName} is known`);
  const { packageName } = client;
  return { packageName, command, input: PLAINEST[command]?.(environment) };
}

function tableOf(environment: Environment): string | undefined {
  return environment[VARIABLES.ledgerTable] ?? environment[VARIABLES.snapshotsTable];
}

/**
 * The source of a bare handler: the same clients and commands of the SDK, and nothing of ours. It makes as
 * many calls as it is told to, each the plainest that its client has, and minds no answer.
 */
export function bareSource(clients: readonly UsedClient[]): string {
  const imports = clients.map(
    ({ packageName, className, commands }) =>
      `import { ${[className, ...commands].join(', ')} } from '${packageName}';`,
  );
  const members = clients.map(
    ({ packageName, className, commands }) =>
      `'${packageName}': { client: new ${className}({}), commands: { ${commands.join(', ')} } }`,
  );
  return `
import { get } from 'node:http';
${imports.join('\n')}
export const clients = { ${members.join(', ')} };
export const handler = async ({ calls }) => {
  for (const { packageName, command, input, url } of calls) {
    try {
      if (url) await new Promise((resolve, reject) => {
        get(url, (response) => response.resume().on('end', resolve)).on('error', reject);
      });
      else {
        const { client, commands } = clients[packageName];
        await client.send(new commands[command](input));
      }
    } catch {}
  }
  return {};
};`;
}
