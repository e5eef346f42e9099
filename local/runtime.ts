import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { withoutLog } from '../runtime/clients/without-log.ts';
import { LEAST_PAUSE_MS } from '../treasury/analytics/days-due.ts';
import { repeat } from '../treasury/retries/retry.ts';
import { LocalAccount } from './account/local-account.ts';
import type { LocalModel, ScheduleModel, SecretModel } from './assembly/model.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import { Disposables } from './disposables.ts';
import { directStreams } from './engine/direct-streams.ts';
import type { Engine } from './engine/engine.ts';
import { makeTables, streamOf } from './engine/tables.ts';
import { EventBuses } from './events/event-buses.ts';
import { functionEnvironment } from './functions/function-environment.ts';
import type { InvocationResult } from './functions/function-worker.ts';
import { Functions } from './functions/functions.ts';
import type { LocalKms } from './kms/kms.ts';
import { AsyncInvocations } from './lambda-api/async-invocations.ts';
import type { ServedMapping } from './lambda-api/invoke-endpoint.ts';
import type { LogLine } from './log/function-log.ts';
import { clientAt } from './network/client-at.ts';
import { startServiceEndpoints } from './network/service-endpoints.ts';
import { type QueuedMessage, Queues } from './queues/queues.ts';
import { Objects } from './s3/objects.ts';
import { takesSnapshots, writesAnalytics } from './schedules/schedule-roles.ts';
import { Schedules } from './schedules/schedules.ts';
import type { AwsAccess } from './secrets/endpoint-file.ts';
import { Secrets } from './secrets/secrets.ts';
import { LocalStackError } from './stack-error.ts';
import { Checkpoints } from './streams/checkpoints.ts';
import { StreamDelivery } from './streams/stream-delivery.ts';
import { StreamReader } from './streams/stream-reader.ts';
import { StreamTrimming } from './streams/stream-trimming.ts';

/** How long a stop waits for work under way: longer than any send takes that goes well. */
const DRAIN_TIMEOUT_MS = 10_000;

export interface RuntimeOptions {
  readonly model: LocalModel;
  readonly data: Pick<DataFolder, 'streams' | 'queues' | 'objects' | 'analytics'>;
  readonly engine: Pick<Engine, 'endpoint' | 'credentials' | 'call' | 'trimStreams'>;
  /** Values for variables that the functions have: where this machine differs from the template. */
  readonly overrides: Readonly<Record<string, string>>;
  /** The value of a secret, or null if it stays empty. */
  readonly secretValue: (secret: SecretModel) => string | null;
  /** The keys of seals; left out where nothing is sealed. */
  readonly kms?: LocalKms;
  /** Interval of the ticks; null leaves the template's. */
  readonly everyMs: number | null;
  readonly log: LogLine;
  readonly listeners: RuntimeListeners;
}

export interface RuntimeListeners {
  /** A function failed; `name` is the template's. */
  readonly functionFailed: (
    name: string,
    result: InvocationResult & { readonly ok: false },
  ) => void;
  /** An event was given up and waits in a queue. */
  readonly deadLetter: (message: QueuedMessage) => void;
  /** Reading a stream failed; it is tried again. */
  readonly streamFailed: (error: unknown) => void;
  /** Something may have been written. */
  readonly activity: () => void;
}

/** Milliseconds between two looks whether anything is still under way; a function takes about as long. */
const SETTLED_POLL_MS = 10;

/** The assembly, running: functions, streams, schedules, queues, secrets and their endpoints. */
export class Runtime {
  readonly dynamo: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly secrets: Secrets;
  readonly events: EventBuses;
  /** What AWS is asked about beside what runs. */
  readonly account: LocalAccount;
  readonly #options: RuntimeOptions;
  readonly #asyncInvocations: AsyncInvocations;
  readonly #schedules: Schedules;
  readonly #deliveries: StreamDelivery[] = [];
  readonly #checkpoints: Checkpoints;
  readonly #trimming: StreamTrimming;
  readonly #disposables = new Disposables();
  #awsAccess: AwsAccess | null = null;
  /** Counts invocations, so that it can be seen whether anything happened meanwhile. */
  #invocations = 0;

  /** Makes the tables and opens the endpoints; nothing runs by itself before `start`. */
  static async open(options: RuntimeOptions): Promise<Runtime> {
    // A function has one set of credentials for all it calls.
    const { credentials } = options.engine;
    let servicesUrl = '';
    const runtime = new Runtime(options, () => servicesUrl);
    try {
      await makeTables(runtime.dynamo, options.model.tables);
      const { functions, secrets, events } = runtime;
      const asyncInvocations = runtime.#asyncInvocations;
      const { data, model, kms } = options;
      const objects = new Objects(data.objects, data.analytics);
      runtime.#disposables.add(() => objects.close());
      const s3 = { buckets: model.buckets, objects };
      const endpoints = {
        functions,
        asyncInvocations,
        secrets,
        events,
        s3,
        credentials,
        account: runtime.account,
        mappings: () => runtime.#deliveries.map(servedMapping),
        ...(kms && { kms }),
      };
      const listening = await startServiceEndpoints(endpoints);
      servicesUrl = listening.url;
      runtime.#awsAccess = {
        url: listening.url,
        dynamodb: options.engine.endpoint,
        ...credentials,
      };
      runtime.#disposables.add(() => listening.close());
      runtime.#disposables.add(() => runtime.functions.close());
      await runtime.#openDeliveries();
      return runtime;
    } catch (error) {
      await runtime.close();
      throw error;
    }
  }

  private constructor(options: RuntimeOptions, servicesUrl: () => string) {
    const { model, data, engine, overrides, secretValue, everyMs, log, listeners } = options;
    this.#options = options;
    this.#checkpoints = new Checkpoints(data.streams);
    this.#trimming = new StreamTrimming({
      engine,
      deliveries: this.#deliveries,
      checkpoints: this.#checkpoints,
      failed: listeners.streamFailed,
    });
    const connection = clientAt(engine);
    this.dynamo = withoutLog(new DynamoDBClient(connection));
    this.streams = withoutLog(new DynamoDBStreamsClient(connection));
    this.#disposables.add(() => this.dynamo.destroy());
    this.#disposables.add(() => this.streams.destroy());
    this.queues = new Queues(model.queues, data.queues, listeners.deadLetter);
    this.secrets = new Secrets(model.secrets);
    this.account = new LocalAccount(model);
    for (const secret of model.secrets) {
      const value = secretValue(secret);
      if (value !== null) this.secrets.put(secret, 'the-value-of-this-start', value);
    }
    this.functions = new Functions(model.functions, {
      log,
      environmentOf: (each) => {
        const services = servicesUrl();
        const endpoints = { dynamodb: engine.endpoint, services, ...engine.credentials };
        return functionEnvironment(each, endpoints, overrides);
      },
      finished: ({ name }, result) => this.#finished(name, result),
    });
    this.#asyncInvocations = new AsyncInvocations({
      functions: this.functions,
      queues: this.queues,
    });
    this.events = new EventBuses({
      buses: model.eventBuses,
      rules: model.eventRules,
      functions: this.functions,
      asyncInvocations: this.#asyncInvocations,
    });
    this.#schedules = new Schedules({
      models: model.schedules,
      everyMs,
      pauseMs: (schedule) =>
        everyMs !== null && writesAnalytics(model, schedule) ? LEAST_PAUSE_MS : 0,
      fire: (schedule, input) => this.#fire(schedule, input),
    });
  }

  /** The endpoint of the tables, and its credentials. */
  get engine(): RuntimeOptions['engine'] {
    return this.#options.engine;
  }

  /** The address at which the person who runs this reaches the local AWS, as the functions do. */
  get awsAccess(): AwsAccess {
    if (this.#awsAccess === null) throw new Error('the endpoints are not open');
    return this.#awsAccess;
  }

  /** Skips everything in the streams so far; only before `start`. */
  async passOver(): Promise<void> {
    const { call } = this.#options.engine;
    const client = call === null ? this.streams : directStreams(call);
    const streams = Map.groupBy(this.#deliveries, ({ streamArn }) => streamArn);
    for (const [streamArn, deliveries] of streams) {
      const end = await new StreamReader(client, streamArn, null).readToEnd();
      if (end !== null) for (const delivery of deliveries) delivery.passOver(end);
    }
  }

  /** Begins to load what a round wakes first: what takes snapshots, and what reads the streams. */
  warmRound(): void {
    const { model } = this.#options;
    const takers = model.schedules.filter((schedule) => takesSnapshots(model, schedule));
    for (const { functionName } of [...takers, ...model.deliveries]) {
      this.functions.warm(functionName);
    }
  }

  /** Delivers what is in the streams, and begins to tick unless told otherwise. */
  start({ schedules = true }: { readonly schedules?: boolean } = {}): void {
    for (const delivery of this.#deliveries) delivery.start();
    this.#trimming.start();
    if (schedules) this.#schedules.start();
  }

  /**
   * Settles when nothing is under way and everything written has been delivered.
   * @throws LocalStackError where that is not so within the time given.
   */
  async settle(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    const isSettled = async (): Promise<true | null> => {
      const before = this.#invocations;
      const late = sleep(Math.max(0, until - performance.now()), 'late' as const, { ref: false });
      const all = Promise.all(this.#deliveries.map((delivery) => delivery.caughtUp()));
      const isLate = (await Promise.race([all, late])) === 'late' || performance.now() > until;
      const busy = this.functions.busy + this.#asyncInvocations.busy;
      if (busy === 0 && before === this.#invocations && !isLate) return true;
      if (isLate) {
        const seconds = Math.round(timeoutMs / 1_000);
        throw new LocalStackError(`work was still under way after ${seconds} s`);
      }
      return null;
    };
    await repeat(isSettled, () => sleep(SETTLED_POLL_MS));
  }

  /** No new ticks and deliveries; what runs may finish, for a while. */
  async drain(): Promise<void> {
    this.#schedules.stop();
    const drained = Promise.all([
      this.#asyncInvocations.stop(),
      this.#trimming.stop(),
      ...this.#deliveries.map((delivery) => delivery.stop()),
    ]);
    await Promise.race([drained, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Ends the workers and the endpoints. */
  async close(): Promise<void> {
    await this.#disposables.close();
  }

  async #openDeliveries(): Promise<void> {
    const { model, listeners } = this.#options;
    const tables = [...new Set(model.deliveries.map(({ tableName }) => tableName))];
    const arns = await Promise.all(tables.map((table) => streamOf(this.dynamo, table)));
    const streams = new Map(tables.map((table, index) => [table, arns[index] ?? '']));
    for (const each of model.deliveries) {
      this.#deliveries.push(
        new StreamDelivery({
          model: each,
          client: this.streams,
          streamArn: streams.get(each.tableName) ?? '',
          functions: this.functions,
          queues: this.queues,
          checkpoints: this.#checkpoints,
          failed: listeners.streamFailed,
        }),
      );
    }
  }

  #fire(schedule: ScheduleModel, input: string): void {
    const model = this.functions.find(schedule.functionName);
    if (model !== undefined) this.#asyncInvocations.accept(model, input);
  }

  #finished(name: string, result: InvocationResult): void {
    const { listeners } = this.#options;
    this.#invocations += 1;
    if (!result.ok) listeners.functionFailed(name, result);
    for (const delivery of this.#deliveries) delivery.nudge();
    listeners.activity();
  }
}

function servedMapping(delivery: StreamDelivery): ServedMapping {
  const { id, functionName, streamArn, isEnabled } = delivery;
  const enable = (isOn: boolean): void => delivery.enable(isOn);
  return { id, functionName, streamArn, isEnabled, enable };
}
