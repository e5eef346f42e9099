import { readStage } from '../lib/stages/read-stage.ts';
import { VARIABLES } from '../runtime/environment/names.ts';
import type { Mode } from '../treasury/policy/controls.ts';
import type { Seals } from '../treasury/seals/ports.ts';
import type { Instant } from '../treasury/time/instant.ts';
import type { LocalModel } from './assembly/model.ts';
import { readAssembly } from './assembly/read-assembly.ts';
import { ConsoleServer } from './console/console-server.ts';
import { ledgerLines, snapshotLines, TableWatch } from './console-feed/table-watch.ts';
import { type DataFolder, MEMORY, openDataFolder } from './data-folder/data-folder.ts';
import { ownLedger } from './data-folder/own-ledger.ts';
import { beginEarly, openDemoData } from './demo-data/open-demo-data.ts';
import { Disposables } from './disposables.ts';
import { type Engine, foreignEngine, startEngine } from './engine/engine.ts';
import { ENGINE_VARIABLE } from './engine/engine-variable.ts';
import { streamOf } from './engine/tables.ts';
import { FatalCondition } from './fatal-condition.ts';
import { ApiServer } from './http/api-server.ts';
import { type Front, serveFront } from './http/front-server.ts';
import { withoutLimits } from './http/throttle.ts';
import { identityKeys } from './identity/identity-keys.ts';
import { createIdentity, type Identity } from './identity/identity-provider.ts';
import { localKms } from './kms/kms.ts';
import { kmsKeysOf, localSeals, sealKeysOf } from './kms/local-seals.ts';
import { fileLog, type LogLine } from './log/function-log.ts';
import { type Listening, listen } from './network/listen.ts';
import type { StackOptions } from './options.ts';
import { isForReal, optionsProblem } from './options-problem.ts';
import type { PolicyInForce } from './policy/describe-policy.ts';
import { readPolicyInput } from './policy/policy-input.ts';
import { applyStartingPolicy } from './policy/starting-policy.ts';
import { Runtime, type RuntimeListeners } from './runtime.ts';
import { writeEndpointFile } from './secrets/endpoint-file.ts';
import { generatedSecrets } from './secrets/generated-secrets.ts';
import { readAnswers } from './service/answers-file.ts';
import { QuietCurrencies } from './service/quiet-currencies.ts';
import { openSandbox, reachUpstream, type Service, serviceName } from './service/service.ts';
import { loseOneAnswer } from './service/showcase.ts';
import { LocalStackError } from './stack-error.ts';
import type { StackListeners } from './stack-listeners.ts';
import { StreamReader } from './streams/stream-reader.ts';
import { type TreasuryTables, treasuryTables } from './treasury-tables.ts';

/** How long a stop waits for requests that are being answered. */
const REQUEST_PATIENCE_MS = 3_000;

/** The whole of Sluice on this machine. */
export interface Stack {
  readonly url: string;
  readonly model: LocalModel;
  readonly service: Service;
  readonly mode: Mode;
  /** The last tick of made-up history; null if there is none. */
  readonly madeUpUntil: Instant | null;
  readonly runtime: Runtime;
  readonly tables: TreasuryTables;
  /** What keeps the tables: for whoever administers them, as in a rehearsal. */
  readonly engine: Engine;
  readonly seals: Seals;
  readonly identity: Identity;
  /** Delivers, and ticks unless told otherwise. */
  readonly start: (what?: { readonly schedules?: boolean }) => Promise<void>;
  /** Settles, with one line, when the stack cannot go on: the engine ended by itself, the disk is full. */
  readonly fatal: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The stage of the app where none is named (bin/sluice-app.ts): the one that runs here. */
const SYNTHESISED_STAGE = 'dev';

/**
 * Opens the stack: everything is there and answers, but nothing runs by itself before `start`. A person's mistakes
 * are found first, before anything takes time.
 * @throws LocalStackError in one line.
 */
export async function openStack(
  options: StackOptions,
  assembly: () => Promise<string>,
  listeners: StackListeners,
): Promise<Stack> {
  const disposables = new Disposables();
  try {
    return await open(options, assembly, listeners, disposables);
  } catch (error) {
    await disposables.close().catch(() => undefined);
    throw error;
  }
}

async function open(
  options: StackOptions,
  assembly: () => Promise<string>,
  listeners: StackListeners,
  disposables: Disposables,
): Promise<Stack> {
  const { progress = () => undefined, fatal = new FatalCondition() } = listeners;
  disposables.add(() => listeners.demoData?.stop());
  const begun = await beginStart(options, listeners, disposables);
  const { policy, front, listening, quiet, data, service, isAskedNow } = begun;
  data.claim();
  // Made beside all that follows; whoever needs them is told where that failed.
  const keys = identityKeys(data.identityKeys);
  keys.catch(() => undefined);
  const opened = await openRuntime(options, assembly, begun, { ...listeners, fatal }, disposables);
  const { model, begunEarly, engine, kms, runtime, watches } = opened;

  const tables = treasuryTables(model, runtime.dynamo);
  disposables.add(await openLedger(tables, data, engine, { ...listeners, fatal }));
  quiet.open(tables);
  const isSandbox = service.sandbox !== null;
  const { live } = options;
  const { tenant } = tables;
  const demoData = await openDemoData(options, {
    ...{ model, runtime, engine, service, tables, kms, begunEarly },
    begun: () => progress('history'),
  });
  if (isForReal(options) && !isAskedNow) {
    const current = (await policyInForce(tables)) ?? policy;
    await listeners.beforeLive?.({ service: service.url, policy: current });
  }
  if (demoData !== null && options.policyFile === null) loseOneAnswer(service);
  const seals = localSeals(kms, sealKeysOf(model));
  const mode = await applyStartingPolicy(tables.ledgerTable, {
    tenant,
    policy,
    isSandbox,
    live,
    seals,
  });
  watches.push(...(await openWatches(runtime, tables, listeners)));
  disposables.add(async () => {
    for (const watch of watches) await watch.caughtUp();
    await Promise.all(watches.map((watch) => watch.stop()));
  });

  const identity = createIdentity({
    baseUrl: listening.url,
    clients: model.userPools.flatMap(({ clients }) => clients),
    keys: await keys,
    ignoresPrompt: options.ignoresPrompt ?? false,
  });
  front.current = {
    api: apiServer(model, runtime, identity, options),
    identity,
    events: runtime.events,
    port: listening.port,
    ...(demoData !== null && { madeUpUntil: demoData.last }),
    ...(data.log !== null && { log: data.log }),
    welcome: welcomeLines(listening.url),
    ...(listeners.console !== undefined && { console: ConsoleServer.of(listeners.console) }),
    failed: noticing('a request failed', { ...listeners, fatal }),
  };
  return {
    url: listening.url,
    model,
    service,
    mode,
    madeUpUntil: demoData?.last ?? null,
    runtime,
    tables,
    engine,
    seals,
    identity,
    fatal: fatal.reached,
    start: async (what) => {
      for (const watch of watches) await watch.start();
      runtime.start(what);
    },
    stop: async () => {
      await listening.close(REQUEST_PATIENCE_MS);
      await runtime.drain();
      await disposables.close();
    },
  };
}

/** What a start rests on, before it writes anything. */
interface BegunStart {
  readonly policy: ReturnType<typeof readPolicyInput>;
  readonly answers: ReturnType<typeof readAnswers>;
  readonly front: { current: Front | null };
  readonly listening: Listening;
  readonly quiet: QuietCurrencies;
  readonly data: DataFolder;
  readonly service: Service;
  /** The person was asked already whether this policy may move money. */
  readonly isAskedNow: boolean;
}

/** Whatever refuses a start is in here, and leaves the folder as it was. */
async function beginStart(
  options: StackOptions,
  { beforeLive = async () => undefined }: StackListeners,
  disposables: Disposables,
): Promise<BegunStart> {
  const problem = optionsProblem(options);
  if (problem !== null) throw new LocalStackError(problem, { exit: 'usage' });
  const { loopbackWebhooks = false } = options;
  const policy = readPolicyInput(options.policyFile, options.everyMs / 1_000, {
    loopbackWebhooks,
    reportingCurrency: readStage(SYNTHESISED_STAGE).reportingCurrency,
  });
  const answers = readAnswers(options.answersFile ?? null);
  const front: { current: Front | null } = { current: null };
  const listening = await listenAtFront(options.port, front);
  disposables.add(() => listening.close());
  const quiet = new QuietCurrencies();
  const upstream = await reachUpstream(options);
  const data = await openData(options);
  disposables.add(() => data.close());
  const service = upstream ?? (await openSandbox(options, data.sandbox, quiet.accepts));
  disposables.add(() => service.close());
  const isAskedNow = isForReal(options) && isFirst(data);
  if (isAskedNow) await beforeLive({ service: service.url, policy });
  return { policy, answers, front, listening, quiet, data, service, isAskedNow };
}

/** The engine of the tables and, over it, the functions of the templates, of which none runs yet. */
async function openRuntime(
  options: StackOptions,
  assembly: () => Promise<string>,
  begun: BegunStart,
  listeners: StackListeners & { readonly fatal: FatalCondition },
  disposables: Disposables,
) {
  const { data, service } = begun;
  const { demoData: items = null, progress = () => undefined, fatal } = listeners;
  progress('synthesis');
  const model = readAssembly(await assembly());
  const begunEarly = beginEarly(model, service, items);
  progress('engine');
  const engine = await openEngine(data, listeners);
  disposables.add(() => engine.stop());
  void engine.failed.then((line) => fatal.end(line));

  const generated = generatedSecrets(model.secrets, data.secrets);
  const kms = localKms(kmsKeysOf(model), data.sealKeys);
  const watches: TableWatch[] = [];
  progress('functions');
  const runtime = await Runtime.open({
    model,
    data,
    engine,
    kms,
    overrides: overridesOf(options, begun),
    secretValue: ({ arn }) =>
      isTokenSecret(model, arn) ? service.token.reveal() : (generated.get(arn) ?? null),
    everyMs: options.everyMs,
    log: bothLogs(data.log, listeners.log, fatal),
    listeners: runtimeListeners(model, watches, listeners),
  });
  disposables.add(() => runtime.close());
  engine.onPolicy((arn) => runtime.account.tablePolicies.get(arn) ?? null);
  if (listeners.roundFollows === true) runtime.warmRound();
  if (data.awsEnvironment !== null) {
    disposables.add(writeEndpointFile(data.awsEnvironment, runtime.awsAccess));
  }
  return { model, begunEarly, engine, kms, runtime, watches };
}

/** Variables of the functions that a start sets in place of the template. */
function overridesOf(
  { everyMs, loopbackWebhooks }: StackOptions,
  { service, answers }: BegunStart,
): Readonly<Record<string, string>> {
  return {
    [VARIABLES.serviceBaseUrl]: service.url,
    [VARIABLES.snapshotEverySeconds]: `${everyMs / 1_000}`,
    ...(answers !== null && { [VARIABLES.answerSettings]: answers }),
    ...(loopbackWebhooks === true && { [VARIABLES.loopbackWebhooks]: 'permitted' }),
  };
}

type Notices = Pick<StackListeners, 'notice'> & { readonly fatal: FatalCondition };

/** A failure is noticed, unless the stack cannot go on after it. */
function noticing(what: string, { notice, fatal }: Notices): (error: unknown) => void {
  return (error) => {
    if (!fatal.consider(error)) notice(`${what}: ${error}`);
  };
}

function runtimeListeners(
  model: LocalModel,
  watches: readonly TableWatch[],
  notices: Notices,
): RuntimeListeners {
  const { notice } = notices;
  return {
    functionFailed: (name, { error }) =>
      notice(`${serviceNameOf(model, name)} failed: ${error.errorMessage}`),
    deadLetter: ({ queue }) => notice(`given up and kept in queue ${queue}`),
    streamFailed: noticing('a stream could not be read', notices),
    activity: () => {
      for (const watch of watches) watch.nudge();
    },
  };
}

/** The port is taken first; until everything else is ready, callers are told to wait. */
async function listenAtFront(
  port: number,
  front: { readonly current: Front | null },
): Promise<Listening> {
  return await listen(port, 'the API', async (request, response) => {
    if (front.current !== null) await serveFront(front.current, request, response);
    else response.writeHead(503, { 'retry-after': '1', refresh: '1' }).end('starting\n');
  });
}

async function openData(options: StackOptions): Promise<DataFolder> {
  const { dataFolder } = options;
  return dataFolder === null ? MEMORY : await openDataFolder(dataFolder, serviceName(options));
}

/** Whether the policy of this start is certainly the ledger's first: then nothing need be opened to know it. */
function isFirst({ isClaimed }: DataFolder): boolean {
  return !isClaimed && process.env[ENGINE_VARIABLE] === undefined;
}

/** What stands in the ledger already, which no file overrules; null if nothing does. */
async function policyInForce({ ledger, tenant }: TreasuryTables): Promise<PolicyInForce | null> {
  const { controls, accounts, rules } = await ledger.readPolicy(tenant);
  return controls === null ? null : { controls, accounts, rules };
}

async function openEngine(
  data: DataFolder,
  { notice }: Pick<StackListeners, 'notice'>,
): Promise<Engine> {
  const endpoint = process.env[ENGINE_VARIABLE];
  if (endpoint === undefined) return await startEngine(data.tables);
  notice(
    `the tables are kept by the engine at ${endpoint}: whoever reaches that address can change them`,
  );
  return await foreignEngine(endpoint);
}

/** A copy of a data folder is another ledger: it comes up disarmed, and says so. */
async function openLedger(
  { ledgerTable }: TreasuryTables,
  { identity }: DataFolder,
  engine: Engine,
  { notice, fatal }: StackListeners & { readonly fatal: FatalCondition },
): Promise<() => Promise<void>> {
  if (identity === null) return async () => undefined;
  const { disarmed, close, afterClaim } = await ownLedger(ledgerTable, identity, {
    failed: (error) => notice(`the data folder could not be marked: ${error}`),
    cannotMark: (error) => fatal.end(`the data folder could not be marked for a claim: ${error}`),
  });
  engine.onClaim(afterClaim);
  if (disarmed > 0) {
    notice(
      `these tables are not those that ran in this data folder last (a copy, a restored backup, or moved): ${disarmed} currencies are disarmed until two people arm them again, see docs/operations.md#restoring-from-a-backup`,
    );
  }
  return close;
}

async function openWatches(
  runtime: Runtime,
  { snapshotsTable, ledgerTable }: TreasuryTables,
  { feed, notice }: StackListeners,
): Promise<readonly TableWatch[]> {
  const readerOf = async (table: string): Promise<StreamReader> =>
    new StreamReader(runtime.streams, await streamOf(runtime.dynamo, table), 'latest');
  const listeners = {
    tell: feed,
    failed: (error: unknown) => notice(`what happened cannot be told: ${error}`),
  };
  return [
    new TableWatch(await readerOf(snapshotsTable.tableName), snapshotLines, listeners),
    new TableWatch(await readerOf(ledgerTable.tableName), ledgerLines, listeners),
  ];
}

function apiServer(
  model: LocalModel,
  runtime: Runtime,
  identity: Identity,
  { unthrottled = false }: StackOptions,
): ApiServer {
  const [api, ...others] = model.apis;
  if (api === undefined || others.length > 0) {
    throw new LocalStackError(`${model.apis.length} HTTP APIs in the assembly; one is served`);
  }
  // Here the local provider replaces every issuer of tokens in the cloud.
  const issuerFor = () => identity.issuer;
  const { functions } = runtime;
  return new ApiServer({ api: unthrottled ? withoutLimits(api) : api, functions, issuerFor });
}

/** The local service has one token: each of several tenants has it. */
function isTokenSecret({ functions }: LocalModel, arn: string): boolean {
  return functions.some(({ environment }) =>
    environment[VARIABLES.tokenSecretArn]
      ?.split(',')
      .some((entry) => entry.slice(entry.indexOf('=') + 1) === arn),
  );
}

/** The name that a person knows a function by. */
function serviceNameOf({ functions }: LocalModel, name: string): string {
  const model = functions.find((each) => each.name === name);
  return model?.environment.POWERTOOLS_SERVICE_NAME ?? name;
}

function bothLogs(file: string | null, log: LogLine, fatal: FatalCondition): LogLine {
  if (file === null) return log;
  const write = fileLog(file);
  return (name, line) => {
    log(name, line);
    try {
      write(name, line);
    } catch (error) {
      if (!fatal.consider(error)) throw error;
    }
  };
}

function welcomeLines(url: string): readonly string[] {
  return [
    'Sluice on this machine.',
    '',
    `A token:      curl -s '${url}/local/token?user=viewer'`,
    `Balances:     curl -s -H "authorization: Bearer $TOKEN" ${url}/v1/snapshots/latest`,
    `Decisions:    curl -s -H "authorization: Bearer $TOKEN" '${url}/v1/decisions?limit=5'`,
    `Events:       curl -s ${url}/local/events`,
    `Withdrawals:  curl -s -H "authorization: Bearer $TOKEN" '${url}/v1/instructions?limit=5'`,
    '',
    'README.md has the rest.',
  ];
}
