import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { poll } from '../../../treasury/retries/retry.ts';
import { type Effect, holdsAll, isRequestOf, type Moment } from './effect.ts';
import {
  forward,
  forwardHalf,
  forwardOnly,
  passBack,
  type Route,
  TAKE_IN_MS,
  type WireAnswer,
} from './forward.ts';
import { readWireRequest, type WireRequest } from './wire-request.ts';

/**
 * What is to happen at an effect: everything ends; or the proxy itself refuses in the upstream's place,
 * or never answers, however often.
 */
export type Intervention =
  | { readonly kind: 'kill'; readonly effect: Effect; readonly moment: Moment }
  | { readonly kind: 'refuse'; readonly effect: Effect; readonly status: number }
  | { readonly kind: 'hold'; readonly effect: Effect };

export interface CrashProxyOptions {
  /** Port of the service. */
  readonly service: number;
  /** Ends everything on this machine, at once. */
  readonly kill: () => void;
  /** Told of a refusal, after it was passed back. */
  readonly refused: () => void;
  /** How many POSTs the service has begun to receive, and how many it has received whole. */
  readonly received: () => { readonly begun: number; readonly whole: number };
  /** What this machine's clock showed at a moment; both in milliseconds since 1970. */
  readonly machineTime: (realMs: number) => number;
}

/** The service takes a request in within milliseconds; a machine under load may need seconds. */
const RECEIVED = { withinMs: 10_000, everyMs: 5 } as const;

const CREATED_AT = /("ApproximateCreationDateTime":)(\d+(?:\.\d+)?)/g;

interface Armed {
  readonly intervention: Intervention;
  matches: number;
}

/**
 * Stands between the functions and everything outside of them: the service, the database engine, the
 * secrets, the invocations. Passes all of it on unchanged, until the one request it waits for.
 */
export class CrashProxy {
  readonly #options: CrashProxyOptions;
  readonly #server: http.Server;
  #engine: Route = { port: 0, agent: false };
  #armed: Armed[] = [];
  /** Between a death and the next start nothing passes: whoever asked is dead. */
  #isOpen = false;

  static async listen(options: CrashProxyOptions): Promise<CrashProxy> {
    const proxy = new CrashProxy(options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  private constructor(options: CrashProxyOptions) {
    this.#options = options;
    this.#server = http.createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    });
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Lets requests pass to the engine on this port, until the given interventions. */
  open(enginePort: number, interventions: readonly Intervention[]): void {
    this.#engine = { port: enginePort, agent: new http.Agent({ keepAlive: true }) };
    this.#armed = interventions.map((intervention) => ({ intervention, matches: 0 }));
    this.#isOpen = true;
  }

  /** Lets nothing pass any more. */
  shut(): void {
    this.#isOpen = false;
    if (this.#engine.agent) this.#engine.agent.destroy();
  }

  async close(): Promise<void> {
    this.shut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const request = await readWireRequest(incoming);
    if (!this.#isOpen) return void response.destroy();
    // Who went away leaves the upstream too, as without a proxy in between.
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const intervention = this.#match(request);
    if (intervention?.kind === 'hold') return;
    if (intervention?.kind === 'refuse') return this.#refuse(intervention.status, response);
    if (intervention !== null) {
      return await this.#killAt(intervention, request, response, this.#killer());
    }
    const answer = await forward(request, this.#routeOf(request), leaving.signal);
    if (this.#isOpen) passBack(this.#inMachineTime(request, answer), response);
    else response.destroy();
  }

  #match(request: WireRequest): Intervention | null {
    for (const armed of this.#armed) {
      const { effect } = armed.intervention;
      if (!isRequestOf(effect, request)) continue;
      armed.matches += 1;
      // Which answer it is shows only later: all of them are looked at.
      const isAny = armed.intervention.kind === 'hold' || effect.answerHolds !== undefined;
      if (isAny || armed.matches === (effect.nth ?? 1)) return armed.intervention;
    }
    return null;
  }

  #refuse(status: number, response: http.ServerResponse): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}', () => {
      this.#options.refused();
    });
  }

  async #killAt(
    { effect, moment }: Intervention & { readonly kind: 'kill' },
    request: WireRequest,
    response: http.ServerResponse,
    kill: () => void,
  ): Promise<void> {
    const route = this.#routeOf(request);
    const patient = new AbortController().signal;
    switch (moment) {
      case 'before':
        return kill();
      case 'half-sent':
        return await this.#killHalfSent(request, route, kill);
      case 'under-way':
        return await this.#killUnderWay(request, route, response, kill);
      case 'answer-lost': {
        const answer = await forward(request, route, patient);
        if (!holdsAll(answer.body, effect.answerHolds)) {
          return passBack(this.#inMachineTime(request, answer), response);
        }
        return kill();
      }
      case 'after-headers':
        return await this.#killAfter(
          await forward(request, route, patient),
          response,
          'headers',
          kill,
        );
      case 'half-answered':
        return await this.#killAfter(
          await forward(request, route, patient),
          response,
          'half',
          kill,
        );
      default:
        return moment satisfies never;
    }
  }

  /** The service lives on and gets the time to take the request in; the engine dies with the rest. */
  async #killUnderWay(
    request: WireRequest,
    route: Route,
    response: http.ServerResponse,
    kill: () => void,
  ): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { whole } = this.#options.received();
    await forwardOnly(request, route, gone.signal);
    if (request.upstream.kind === 'service') {
      await this.#taken(() => this.#options.received().whole > whole);
    }
    kill();
  }

  async #killHalfSent(request: WireRequest, route: Route, kill: () => void): Promise<void> {
    const { begun } = this.#options.received();
    const cut = forwardHalf(request, route);
    const isForService = request.upstream.kind === 'service';
    if (isForService) await this.#taken(() => this.#options.received().begun > begun);
    else await sleep(TAKE_IN_MS);
    cut();
    kill();
  }

  /** Until the service has what was sent: it lives on, so what it has it keeps. */
  async #taken(has: () => boolean): Promise<void> {
    const now = () => performance.now();
    await poll(async () => (has() ? true : null), { ...RECEIVED, now, sleep });
  }

  async #killAfter(
    answer: WireAnswer,
    response: http.ServerResponse,
    how: 'headers' | 'half',
    kill: () => void,
  ): Promise<void> {
    passBack(answer, response, how);
    await sleep(TAKE_IN_MS);
    kill();
  }

  /** The engine's clock cannot be moved: when a record was made is said here by the machine's. */
  #inMachineTime({ operation }: WireRequest, answer: WireAnswer): WireAnswer {
    if (operation !== 'GetRecords') return answer;
    const body = answer.body
      .toString()
      .replaceAll(CREATED_AT, (_, field: string, seconds: string) => {
        return `${field}${this.#options.machineTime(Number(seconds) * 1_000) / 1_000}`;
      });
    return { ...answer, body: Buffer.from(body) };
  }

  /** Kills this life, once; what was under way in it must not kill the next one. */
  #killer(): () => void {
    const life = this.#armed;
    return () => {
      if (!this.#isOpen || this.#armed !== life) return;
      this.shut();
      this.#options.kill();
    };
  }

  #routeOf({ upstream }: WireRequest): Route {
    switch (upstream.kind) {
      case 'service':
        return { port: this.#options.service, agent: false };
      case 'engine':
        return this.#engine;
      case 'services':
        return { port: upstream.port, agent: false };
      default:
        return upstream satisfies never;
    }
  }
}
