import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { vi } from 'vitest';
import type { Item } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import { Objects } from '../../../local/s3/objects.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { deniedOf } from '../../access/denied-of.ts';
import { notingRequests, type RequestOfFunction } from '../../access/recorded-requests.ts';
import { CANARY_TOKEN, watchFor } from '../../canary/canary.ts';
import { record } from '../../canary/record.ts';
import { asTheGatewaySays, bearer } from '../../http/bearer.ts';
import { startEndpoint } from '../../http/endpoint.ts';
import { READING_KEY_ID, TEST_KEY_ID } from '../../seals/hmac-seals.ts';
import { startKms, WEBHOOK_KEY_ID } from '../../seals/kms-endpoint.ts';
import { sealingLedger } from '../../seals/sealed-changes.ts';
import { startSampleEndpoints } from '../local/sample-endpoints.ts';
import { agreePrices } from '../market/agreed-prices.ts';
import { arm } from '../protocol/treasury-under-test.ts';
import { startSecretsEndpoint } from '../secrets/secrets-endpoint.ts';
import type { Engine } from '../store/engine.ts';
import { itemsOf } from '../store/items.ts';
import { noteAnswer } from './answers-seen.ts';
import { asDocumented } from './as-documented.ts';
import { EVENT_BUS, startEventsEndpoint } from './events-endpoint.ts';
import { decisionsIn, isSnapshot } from './recorded-decisions.ts';

export const TENANT = 'main';
export const STAGE = 'test';

export const CURSOR_KEY_ARN = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:cursor-key';
const CURSOR_KEY = 'of-a-test-'.repeat(4);

interface HandlerModule {
  readonly handler: unknown;
}

type Handler = (event: unknown, context: Context) => Promise<unknown>;

export interface ApiCall {
  readonly routeKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
  readonly groups?: string;
  /** Whose token it is. */
  readonly by?: string;
  /** More claims of the token, such as those of a program. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

const EXPORTS_BUCKET = 'exports';

/** Before anything that a test does, and within the age of prices. */
const AGREED_BEFORE_MS = 600_000;

export type Deployed = Awaited<ReturnType<typeof deployFunctions>>;

/**
 * The functions as they are deployed: each module loaded with its environment set, against a real
 * DynamoDB engine, the sandbox service over sockets, and endpoints for secrets and invocations. `otherwise`:
 * variables that this deployment has other than most.
 */
export async function deployFunctions(
  engine: Engine,
  otherwise: Readonly<Record<string, string>> = {},
  prices?: 'agreed',
) {
  const sandbox = await startSandbox({ port: 0, splitWithdrawals: 'never', token: CANARY_TOKEN });
  const secrets = await startSecretsEndpoint(
    { secret: CANARY_TOKEN },
    { [CURSOR_KEY_ARN]: CURSOR_KEY },
  );
  const lambda = await startLambdaEndpoint((name, payload) => invoke(name, payload));
  const s3 = await startBucket();
  const events = await startEventsEndpoint();
  const kms = await startKms();
  const [ledgerTable, snapshotsTable, seriesTable, eventsTable, deliveriesTable] =
    await Promise.all([
      engine.table(),
      // The indexes of the deployment and no others: a query that names one too many fails here as it does there.
      engine.table(undefined, []),
      engine.table(undefined, []),
      engine.table(undefined, []),
      engine.table(undefined, ['by-state']),
    ]);
  setEnvironment({
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: await addressOf(engine.client),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await addressOf(secrets.client),
    AWS_ENDPOINT_URL_EVENTBRIDGE: events.url,
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    EXPORTS_BUCKET,
    WRITE_EXPORT_FUNCTION: 'write-export',
    STAGE,
    EVENT_BUS,
    LEDGER_TABLE: ledgerTable.tableName,
    SNAPSHOTS_TABLE: snapshotsTable.tableName,
    SERIES_TABLE: seriesTable.tableName,
    EVENTS_TABLE: eventsTable.tableName,
    DELIVERIES_TABLE: deliveriesTable.tableName,
    DELIVER_WEBHOOKS_FUNCTION: 'deliver-webhooks',
    WEBHOOK_KEY: WEBHOOK_KEY_ID,
    SNAPSHOT_EVERY_SECONDS: '300',
    SNAPSHOT_RETENTION_MONTHS: '13',
    DECISION_RETENTION_MONTHS: '13',
    RECONCILIATION_TOLERANCES: '{}',
    REPORTING_TIME_ZONE: 'UTC',
    STATEMENT_GRACE_HOURS: '24',
    TENANTS: TENANT,
    REPORTING_CURRENCY: 'USD',
    TOKEN_SECRET_ARN: 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:token',
    CALLER_CLAIM: 'username',
    PERSON_PROOF_CLAIM: 'username',
    SEAL_KEYS: TEST_KEY_ID,
    READING_KEY: READING_KEY_ID,
    TAKE_SNAPSHOT_FUNCTION: 'take-snapshot',
    CURSOR_KEY_SECRET_ARN: CURSOR_KEY_ARN,
    SERVICE_BASE_URL: sandbox.url,
    SEND_WITHDRAWAL_FUNCTION: 'send-withdrawal',
    SEND_TRADE_FUNCTION: 'send-trade',
    POWERTOOLS_SERVICE_NAME: 'sluice',
    POWERTOOLS_METRICS_NAMESPACE: 'Sluice',
    POWERTOOLS_TRACE_ENABLED: 'false',
    POWERTOOLS_LOG_LEVEL: 'DEBUG',
    ...otherwise,
  });
  const ledger = sealingLedger(
    createLedger(ledgerTable, { table: snapshotsTable, retention: 'for-ever' }),
  );
  await arm(ledger, ['BTC', 'USD']);
  const agree = async () =>
    await agreePrices(
      createSnapshots(snapshotsTable),
      sandbox,
      instantOf(Date.now() - AGREED_BEFORE_MS),
    );
  if (prices === 'agreed') await agree();
  noteAnswer();
  vi.resetModules();
  const modules: Readonly<Record<string, () => Promise<HandlerModule>>> = {
    'take-snapshot': () => import('../../../functions/take-snapshot/handler.ts'),
    'run-sweeps': () => import('../../../functions/run-sweeps/handler.ts'),
    'send-withdrawal': () => import('../../../functions/send-withdrawal/handler.ts'),
    'send-trade': () => import('../../../functions/send-trade/handler.ts'),
    'place-trade': () => import('../../../functions/place-trade/handler.ts'),
    'manage-instructions': () => import('../../../functions/manage-instructions/handler.ts'),
    'manage-policy': () => import('../../../functions/manage-policy/handler.ts'),
    halt: () => import('../../../functions/halt/handler.ts'),
    'settle-instruction': () => import('../../../functions/settle-instruction/handler.ts'),
    'preview-policy': () => import('../../../functions/preview-policy/handler.ts'),
    'query-ledger': () => import('../../../functions/query-ledger/handler.ts'),
    'query-reports': () => import('../../../functions/query-reports/handler.ts'),
    'read-export': () => import('../../../functions/read-export/handler.ts'),
    'write-export': () => import('../../../functions/write-export/handler.ts'),
    'manage-breaks': () => import('../../../functions/manage-breaks/handler.ts'),
    'manage-webhooks': () => import('../../../functions/manage-webhooks/handler.ts'),
    'queue-deliveries': () => import('../../../functions/queue-deliveries/handler.ts'),
    'deliver-webhooks': () => import('../../../functions/deliver-webhooks/handler.ts'),
    'query-market': () => import('../../../functions/query-market/handler.ts'),
    'update-books': () => import('../../../functions/update-books/handler.ts'),
    'publish-events': () => import('../../../functions/publish-events/handler.ts'),
    'verify-audit': () => import('../../../functions/verify-audit/handler.ts'),
    watchdog: () => import('../../../functions/watchdog/handler.ts'),
  };
  const requests: RequestOfFunction[] = [];
  const note = (request: RequestOfFunction): void => {
    requests.push(request);
  };
  // As an environment loads its module with the first event. Most tests call a few of them alone.
  const loaded = new Map<string, Promise<HandlerModule>>();
  const invoke = async (name: string, event: unknown, leftMs = LEFT_MS) => {
    const load = modules[name];
    if (load === undefined) throw new Error(`no function ${name}`);
    const module = loaded.get(name) ?? load();
    loaded.set(name, module);
    const handler = (await module).handler as Handler;
    // Each has its own name in the cloud; here they share a process and its logger, and what they measure names them.
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', name);
    const { logger } = await import('../../../runtime/observability/middleware.ts');
    Reflect.get(logger, 'powertoolsLogData').serviceName = name;
    try {
      const answer = await notingRequests(name, note, async () =>
        handler(event, contextOf(name, leftMs)),
      );
      putOnRecord(`what ${name} answered`, event, answer);
      return answer;
    } catch (error) {
      record(`what ${name} failed with`, inspect(error, { depth: 9 }));
      throw error;
    }
  };
  return {
    sandbox,
    secrets,
    ledger,
    ledgerTable,
    snapshotsTable,
    seriesTable,
    eventsTable,
    deliveriesTable,
    snapshots: createSnapshots(snapshotsTable, 13),
    /** Readings before now have agreed on the sandbox's prices. */
    agreePrices: agree,
    invoke,
    invocations: lambda.invocations,
    events,
    /** How KMS answers, and what it was asked. */
    kms,
    call: async (name: string, call: ApiCall) => {
      const answer = answered(await invoke(name, apiEvent(call)));
      asDocumented(call.routeKey, answer);
      return answer;
    },
    /** The table is gone: whatever the functions want of it fails inside. */
    loseLedger: async () => {
      await engine.client.send(new DeleteTableCommand({ TableName: ledgerTable.tableName }));
    },
    /** All but who asked, which is noted once a day whatever the answer is, and what they had open. */
    ledgerItems: async () =>
      (await itemsOf(ledgerTable)).filter((item) => !isOfCaller(item) && !isOfOpen(item)),
    callerItems: async () => (await itemsOf(ledgerTable)).filter(isOfCaller),
    snapshotItems: async () => (await itemsOf(snapshotsTable)).filter(isSnapshot),
    /** The decisions of every run. */
    decisions: async () => decisionsIn(await itemsOf(snapshotsTable)),
    posts: (path: string) =>
      sandbox.journal().filter((entry) => entry.method === 'POST' && entry.path === path),
    stop: async () => {
      const denied = deniedOf(requests, {
        [ledgerTable.tableName]: 'Ledger',
        [snapshotsTable.tableName]: 'Snapshots',
        [seriesTable.tableName]: 'Series',
        [eventsTable.tableName]: 'EventFeed',
        [deliveriesTable.tableName]: 'Deliveries',
      });
      record('what was handed to other functions', JSON.stringify(lambda.invocations));
      record('the journal of the sandbox', JSON.stringify(sandbox.journal()));
      await Promise.all([
        sandbox.close(),
        secrets.stop(),
        lambda.stop(),
        s3.close(),
        events.stop(),
        kms.stop(),
      ]);
      vi.unstubAllEnvs();
      // Every request of every test: by its items, and by all their keys at once.
      if (denied.length > 0) throw new Error(`a deployment would deny: ${denied.join('; ')}`);
    },
  };
}

/** The one answer that holds a signing secret; from then on it is searched for in everything else. */
const REVEAL = 'POST /v1/webhooks/{id}/secret';

function putOnRecord(place: string, event: unknown, answer: unknown): void {
  const { routeKey } = (event ?? {}) as { readonly routeKey?: unknown };
  const { secret } = routeKey === REVEAL ? answered(answer).body : {};
  if (typeof secret === 'string') watchFor(secret);
  else record(place, JSON.stringify(answer) ?? '');
}

/** A record as a stream delivers it. */
export function streamEvent(...images: readonly Item[]) {
  return {
    Records: images.map((NewImage, index) => ({
      eventID: randomUUID(),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-central-1',
      dynamodb: {
        Keys: { pk: NewImage.pk, sk: NewImage.sk },
        NewImage,
        SequenceNumber: `${index + 1}00000000000000000001`,
        SizeBytes: 1,
        StreamViewType: 'NEW_IMAGE',
      },
    })),
  };
}

function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function addressOf(client: {
  readonly config: { readonly endpoint?: unknown };
}): Promise<string> {
  const endpoint = client.config.endpoint as () => Promise<{ hostname: string; port: number }>;
  const { hostname, port } = await endpoint();
  return `http://${hostname}:${port}`;
}

/** Milliseconds that an invocation has left, unless a test is about that. */
const LEFT_MS = 60_000;

function contextOf(name: string, leftMs: number): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: name,
    functionVersion: '1',
    invokedFunctionArn: `arn:aws:lambda:eu-central-1:000000000000:function:${name}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'stream',
    getRemainingTimeInMillis: () => leftMs,
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

/** What the tokens of some people call them; those of others say no more than their ids. */
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  ann: 'Ann Miller',
  anna: 'Anna Roth',
  tess: 'Tess Berger',
  tina: 'Tina Weber',
  tom: 'Tom Novak',
};

/** An event of an HTTP API, payload 2.0, behind the JWT authoriser. */
function apiEvent(call: ApiCall) {
  const {
    routeKey,
    headers = {},
    body,
    query,
    path,
    groups = '[trader]',
    by = 'tina',
    claims: more = {},
  } = call;
  const [method = '', rawPath = ''] = routeKey.split(' ');
  const names = groups.replace(/^\[|\]$/g, '').split(' ');
  const name = DISPLAY_NAMES[by];
  const claims = {
    sub: `subject-of-${by}`,
    username: by,
    'cognito:groups': names,
    ...(name !== undefined && { name }),
    ...more,
  };
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      'content-type': 'application/json',
      authorization: bearer(claims),
      ...headers,
    },
    ...(query === undefined ? {} : { queryStringParameters: query }),
    ...(path === undefined ? {} : { pathParameters: path }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      authorizer: {
        principalId: '',
        integrationLatency: 0,
        jwt: {
          claims: asTheGatewaySays(claims),
          scopes: [],
        },
      },
      domainName: 'api.example',
      domainPrefix: 'api',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'test',
      },
      requestId: 'request-1',
      routeKey,
      stage: '$default',
      time: '05/Jan/2026:09:00:00 +0000',
      timeEpoch: 0,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}

function answered(answer: unknown) {
  const result = answer as APIGatewayProxyStructuredResultV2;
  const { statusCode, headers = {}, isBase64Encoded = false } = result;
  const bytes = Buffer.from(result.body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const body = bytes.toString();
  const isJson = String(headers['content-type']).includes('json');
  const parsed = isJson ? (JSON.parse(body) as Record<string, unknown>) : {};
  return { status: statusCode, headers, body: parsed, text: body, bytes };
}

/** The bucket of exports, as one machine serves it: signatures checked. */
async function startBucket() {
  const objects = new Objects(null);
  const s3 = { buckets: [{ name: EXPORTS_BUCKET }], objects };
  const listening = await startSampleEndpoints({ s3 });
  const close = async () => {
    await listening.close();
    objects.close();
  };
  return { ...listening, close };
}

/** An endpoint that takes invocations and keeps what they carried. */
/** Events are taken and noted; one that is waited for is carried out. */
async function startLambdaEndpoint(invoke: (name: string, event: unknown) => Promise<unknown>) {
  const invocations: { readonly path: string; readonly type: string; readonly payload: unknown }[] =
    [];
  const { url, close } = await startEndpoint(async (request, response, body) => {
    const path = request.url ?? '';
    const type = String(request.headers['x-amz-invocation-type']);
    const payload = JSON.parse(body.toString());
    if (type === 'RequestResponse') {
      const [, name = ''] = /functions\/([^/]+)\//.exec(path) ?? [];
      response.writeHead(200).end(JSON.stringify(await invoke(name, payload)));
      return;
    }
    invocations.push({ path, type, payload });
    response.writeHead(202).end();
  });
  return { url, invocations, stop: close };
}

function isOfOpen({ entity }: Item): boolean {
  return entity?.S === 'open-requests';
}

function isOfCaller({ entity }: Item): boolean {
  return entity?.S === 'caller-roles';
}
