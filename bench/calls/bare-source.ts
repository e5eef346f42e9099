import { RECORDED_TENANT } from './about-tenant.ts';
import type { RecordedCall } from './recorder.ts';
import { stepsOf } from './steps.ts';

/** Variables of the bare handler: the service's address, and what it is to be shown. */
export const BARE_VARIABLES = {
  service: 'BENCH_SERVICE_URL',
  authorisation: 'BENCH_AUTHORISATION',
} as const;

/** The header of a request, and the field of an event, by which a bare handler is told the tenant. */
export const TENANT_HEADER = 'idempotency-key';

/** A token by which the engine knows a repetition: with it, nothing would be written again. */
const REQUEST_TOKEN = 'ClientRequestToken';

/** How a bare handler makes its calls: as many at once as were recorded, or each after the one before. */
export type Order = 'at once' | 'one by one';

interface AwsClient {
  readonly packageName: string;
  readonly className: string;
  /** Fields that are bytes, which JSON has in base64, at whatever depth they stand. */
  readonly bytes: readonly string[];
}

type AwsName = 'dynamodb' | 'kms';

const AWS_CLIENTS: Readonly<Record<AwsName, AwsClient>> = {
  dynamodb: {
    packageName: '@aws-sdk/client-dynamodb',
    className: 'DynamoDBClient',
    bytes: ['B'],
  },
  kms: {
    packageName: '@aws-sdk/client-kms',
    className: 'KMSClient',
    bytes: ['Message', 'Mac'],
  },
};

/** Operations of KMS that a warm function asks for: it verifies seals and makes them. */
const OF_KMS: readonly string[] = ['VerifyMac', 'GenerateMac'];

interface BareCall {
  readonly client?: AwsName;
  readonly command?: string;
  readonly input?: object;
  readonly path?: string;
  readonly init?: object;
}

/**
 * The source of a bare handler that makes the calls of a recording again: as many, in the same order, with the same
 * items and the same sealed bytes, by the SDK's clients as they come and by `fetch`. Nothing of ours is in it but the
 * other tenant's name. An answer that is none of success is thrown.
 */
export function bareCallsSource(calls: readonly RecordedCall[], order: Order = 'at once'): string {
  const recorded = order === 'at once' ? stepsOf(calls) : calls.map((call) => [call]);
  const steps = recorded.map((step) => step.map(bareCall));
  const names = [...new Set(steps.flat().flatMap(({ client }) => client ?? []))];
  const commandsOf = (name: AwsName) => [
    ...new Set(steps.flat().flatMap((call) => (call.client === name ? (call.command ?? []) : []))),
  ];
  const imports = names.map((name) => {
    const { className, packageName } = AWS_CLIENTS[name];
    return `import { ${[className, ...commandsOf(name)].join(', ')} } from '${packageName}';`;
  });
  const clients = names.map((name) => `${name}: new ${AWS_CLIENTS[name].className}({})`);
  const bytes = Object.entries(AWS_CLIENTS).map(([name, each]) => [name, each.bytes]);
  return `
${imports.join('\n')}
import { aboutTenant } from './bench/calls/about-tenant.ts';
const clients = { ${clients.join(', ')} };
const commands = { ${names.flatMap(commandsOf).join(', ')} };
const bytes = ${JSON.stringify(Object.fromEntries(bytes))};
const authorization = process.env.${BARE_VARIABLES.authorisation};
const service = process.env.${BARE_VARIABLES.service};
const decoded = (client, input) => JSON.parse(input, (name, value) =>
  bytes[client].includes(name) && typeof value === 'string' ? Buffer.from(value, 'base64') : value);
const steps = JSON.parse(${JSON.stringify(JSON.stringify(steps))}).map((step) => step.map((each) =>
  each.client ? { ...each, input: decoded(each.client, JSON.stringify(each.input)) } : each));
const call = async ({ client, command, input, path, init }, tenant) => {
  if (client) return await clients[client].send(new commands[command](aboutTenant(input, tenant)));
  const answer = await fetch(service + path, { ...init, headers: { ...init.headers, authorization } });
  const text = await answer.text();
  if (!answer.ok) throw new Error('answered ' + answer.status);
  return text;
};
export const handler = async (event) => {
  const tenant = event.tenant ?? event.headers?.['${TENANT_HEADER}'] ?? '${RECORDED_TENANT}';
  let answers = [];
  for (const step of steps) answers = await Promise.all(step.map((each) => call(each, tenant)));
  const { Items, Item } = answers[0] ?? {};
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(Items ?? Item ?? {}) };
};`;
}

function bareCall({ to, method, path, operation, contentType, body }: RecordedCall): BareCall {
  if (to === 'service') {
    const headers = contentType === null ? {} : { 'content-type': contentType };
    return { path, init: { method, headers, ...(body === '' ? {} : { body }) } };
  }
  const isOfKms = to === 'services' && OF_KMS.includes(operation ?? '');
  if (operation === null || (to === 'services' && !isOfKms)) {
    throw new Error(`a warm function called ${operation ?? path} of ${to}`);
  }
  const { [REQUEST_TOKEN]: _, ...input } = JSON.parse(body) as Record<string, unknown>;
  return { client: isOfKms ? 'kms' : 'dynamodb', command: `${operation}Command`, input };
}
