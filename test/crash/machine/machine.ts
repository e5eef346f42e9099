import { CrashProxy, type CrashProxyOptions, type Intervention } from '../proxy/crash-proxy.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { type StackOptions, type StackProcess, startStackProcess } from './stack-process.ts';

export interface MachineOptions
  extends Pick<StackOptions, 'dataFolder' | 'policyFile' | 'tokenFile' | 'serviceUrl'> {
  /** The engine's file, within the data folder. */
  readonly tablesFile: string;
  /** Told when the clock was moved. */
  readonly clockMoved: (clockAheadMs: number) => void;
  /** What the service has received of POSTs. */
  readonly received: CrashProxyOptions['received'];
  /** By how much a refusal of the proxy moves the clock. */
  readonly clockAfterRefusalMs?: number;
}

/** What a start is to die of. */
export interface DeathPlan {
  readonly interventions: readonly Intervention[];
  readonly dieWhenDone?: StackOptions['dieWhenDone'];
}

const NO_DEATH: DeathPlan = { interventions: [] };

/**
 * All that ends when a machine loses its power: the local stack with its functions, and the database
 * engine. The files stay, and the service, which runs on another machine.
 */
export class Machine {
  readonly #options: MachineOptions;
  readonly #proxy: CrashProxy;
  #engine: EngineProcess | null = null;
  #stack: StackProcess | null = null;
  #clockAheadMs = 0;
  /** When the clock was moved, and how far ahead it was from then on. */
  readonly #moves: { readonly atMs: number; readonly aheadMs: number }[] = [];
  #said = '';

  static async assemble(options: MachineOptions): Promise<Machine> {
    const box: { machine: Machine | null } = { machine: null };
    const proxy = await CrashProxy.listen({
      service: Number(new URL(options.serviceUrl).port),
      kill: () => box.machine?.kill(),
      refused: () => box.machine?.moveClock(options.clockAfterRefusalMs ?? 0),
      received: options.received,
      machineTime: (realMs) => box.machine?.timeAt(realMs) ?? realMs,
    });
    box.machine = new Machine(options, proxy);
    return box.machine;
  }

  private constructor(options: MachineOptions, proxy: CrashProxy) {
    this.#options = options;
    this.#proxy = proxy;
  }

  /** The engine alone, on the files as they are, unless it runs; its address. */
  async startEngine(): Promise<string> {
    this.#engine ??= await startEngineProcess(this.#options.tablesFile);
    return this.#engine.endpoint;
  }

  startStack(death: DeathPlan = NO_DEATH): StackProcess {
    if (this.#engine === null) throw new Error('the engine comes first');
    this.#proxy.open(this.#engine.port, death.interventions);
    const stack = startStackProcess({
      ...this.#options,
      proxyUrl: this.#proxy.url,
      clockAheadMs: this.#clockAheadMs,
      ...(death.dieWhenDone === undefined ? {} : { dieWhenDone: death.dieWhenDone }),
    });
    this.#stack = stack;
    // Where it is the stack that ends first, whatever ended it, the rest of the machine goes with it.
    void stack.ended.then(() => {
      this.#said += stack.output();
      if (this.#stack === stack) this.kill();
    });
    return stack;
  }

  /** SIGKILL for all of it, at once. */
  kill(): void {
    this.#proxy.shut();
    this.#stack?.kill();
    this.#engine?.kill();
  }

  /** Ends the stack and leaves the engine, for a look at what it holds. */
  async endStack(): Promise<void> {
    const stack = this.#stack;
    this.#stack = null;
    this.#proxy.shut();
    stack?.kill();
    await stack?.ended;
  }

  /** Settles when nothing runs any more. */
  async ended(): Promise<void> {
    await Promise.all([this.#stack?.ended, this.#engine?.ended]);
    this.#stack = null;
    this.#engine = null;
  }

  moveClock(byMs: number): void {
    if (byMs === 0) return;
    this.#clockAheadMs += byMs;
    this.#moves.push({ atMs: Date.now(), aheadMs: this.#clockAheadMs });
    this.#options.clockMoved(this.#clockAheadMs);
    this.#stack?.setClockAhead(this.#clockAheadMs);
  }

  /** What this machine's clock shows. */
  now(): string {
    return new Date(Date.now() + this.#clockAheadMs).toISOString();
  }

  /** What it showed at a moment. */
  timeAt(realMs: number): number {
    const last = this.#moves.findLast(({ atMs }) => atMs <= realMs);
    return realMs + (last?.aheadMs ?? 0);
  }

  /** Everything that every process said so far. */
  output(): string {
    return `${this.#said}${this.#stack?.output() ?? ''}`;
  }

  async close(): Promise<void> {
    this.kill();
    await this.ended();
    await this.#proxy.close();
  }
}
