import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../local/engine/engine.ts';
import type { RoundReport } from '../../../local/report/round-report.ts';
import { runRound } from '../../../local/report/run-round.ts';
import { openStack, type Stack } from '../../../local/stack.ts';
import { synthesise } from '../../../local/synthesis/synthesise.ts';
import { type RunningSandbox, SANDBOX_ACCOUNTS, startSandbox } from '../../../sandbox/index.ts';
import { EXIT } from '../exit-codes.ts';
import { run } from '../program.ts';
import { untilTickAfter } from './next-tick.ts';
import { require } from './run-steps.ts';

/** Milliseconds between two ticks: rounds are run one by one, each on a tick of its own. */
const EVERY_MS = 1_000;

/** Rules that sweep at once, and again as soon as money arrives. */
const RULES = [
  {
    id: 'btc-drill',
    label: 'BTC above 5 to cold storage',
    currency: 'BTC',
    withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id,
    threshold: '5',
    keep: '4',
    step: '0.01',
    budgets: { per24Hours: '100' },
  },
  {
    id: 'sol-drill',
    label: 'SOL above 1000 to the treasury wallet',
    currency: 'SOL',
    withdrawalAccountId: SANDBOX_ACCOUNTS.solWallet.id,
    threshold: '1000',
    keep: '900',
    step: '1',
    budgets: { per24Hours: '5000' },
  },
];

const ACCOUNTS = [SANDBOX_ACCOUNTS.btcWallet, SANDBOX_ACCOUNTS.solWallet];

const POLICY = {
  controls: {
    mode: 'live',
    reportingCurrency: 'USD',
    trades: {
      instruments: ['BTC/USD', 'SOL/USD'],
      maximumNotional: '25000',
      collarPercent: '5',
      per24Hours: { total: '250000', person: '100000' },
      approvalAbove: '10000',
    },
    approvalExpirySeconds: 3_600,
    lateExecutionBoundSeconds: 60,
    accountCoolingOffSeconds: 0,
  },
  accounts: ACCOUNTS.map(({ id, label, network, currency, details }) => ({
    id,
    label,
    network,
    currency,
    details,
  })),
  rules: RULES,
};

const PRIVATE_FILE = 0o600;

/** A stack with a service of its own on a folder that ends with it, and the commands that people type. */
export class Rehearsal {
  readonly folder: string;
  readonly service: RunningSandbox;
  readonly #root: string;
  #stack: Stack | null = null;
  #lastTickMs = 0;

  static async begin(root: string, folder: string): Promise<Rehearsal> {
    mkdirSync(folder, { recursive: true });
    // Apart from the stack, as the real service is: it forgets nothing while the ledger does.
    const service = await startSandbox({ port: 0, splitWithdrawals: 'never' });
    const rehearsal = new Rehearsal(root, folder, service);
    writeFileSync(rehearsal.#tokenFile, service.token, { mode: PRIVATE_FILE });
    writeFileSync(rehearsal.#policyFile, JSON.stringify(POLICY));
    try {
      await rehearsal.startStack();
      return rehearsal;
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  private constructor(root: string, folder: string, service: RunningSandbox) {
    this.#root = root;
    this.folder = folder;
    this.service = service;
  }

  get #tokenFile(): string {
    return path.join(this.folder, 'service-token');
  }

  get #policyFile(): string {
    return path.join(this.folder, 'policy.json');
  }

  get tables(): string {
    return path.join(this.folder, 'data', 'tables.db');
  }

  get stack(): Stack {
    require(this.#stack !== null, 'the stack does not run');
    return this.#stack;
  }

  /** The engine without the wire. @throws where a foreign engine keeps the tables: a drill makes tables of its own. */
  get engineCall(): NonNullable<Engine['call']> {
    const { call } = this.stack.engine;
    require(call !== null, 'the drill takes the built-in engine');
    return call;
  }

  async startStack(): Promise<void> {
    const silent = (): void => undefined;
    this.#stack = await openStack(
      {
        port: 0,
        sandboxPort: 0,
        dataFolder: path.join(this.folder, 'data'),
        upstream: this.service.url,
        tokenFile: this.#tokenFile,
        live: true,
        policyFile: this.#policyFile,
        activity: false,
        demoData: false,
        everyMs: EVERY_MS,
      },
      () => synthesise(this.#root, silent),
      { feed: silent, notice: silent, log: silent },
    );
    await this.#stack.start({ schedules: false });
  }

  async stopStack(): Promise<void> {
    const stack = this.#stack;
    this.#stack = null;
    await stack?.stop();
  }

  async end(): Promise<void> {
    await this.stopStack();
    await this.service.close();
  }

  /** One snapshot with its decisions and sends, on a tick that had none yet. */
  async round(): Promise<RoundReport> {
    await untilTickAfter(this.#lastTickMs, EVERY_MS, { now: Date.now, sleep });
    const report = await runRound(this.stack, EVERY_MS);
    this.#lastTickMs = Date.parse(report.snapshot.scheduledFor);
    return report;
  }

  /** How many withdrawals the service was asked for, whatever any ledger says: this is where money leaves. */
  get sent(): number {
    return this.service
      .journal()
      .filter(({ method, path: to }) => method === 'POST' && to.startsWith(SENDS)).length;
  }

  /** Runs a command line as a person types it; returns its JSON. @throws with what it said, if it fails. */
  async sluice(line: string, as: string): Promise<unknown> {
    const said = { stdout: '', stderr: '' };
    const stream = (name: 'stdout' | 'stderr') => {
      const made = new PassThrough();
      made.on('data', (chunk) => {
        said[name] += String(chunk);
      });
      return made as unknown as NodeJS.WriteStream;
    };
    const streams = {
      stdout: stream('stdout'),
      stderr: stream('stderr'),
      stdin: new PassThrough() as unknown as NodeJS.ReadStream,
    };
    const argv = [...argumentsOf(line), '--as', as, ...(line.includes('--json') ? [] : ['--json'])];
    // Nothing of the person's own profiles and tokens is used.
    const env = {
      SLUICE_API: this.stack.url,
      XDG_CONFIG_HOME: path.join(this.folder, 'config'),
      XDG_STATE_HOME: path.join(this.folder, 'state'),
    };
    const exit = await run(argv, this.#root, env, streams);
    // What was written arrives with the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    require(exit === 'done', `sluice ${line}: exit code ${EXIT[exit].code}: ${said.stderr.trim()}`);
    return JSON.parse(said.stdout);
  }
}

const SENDS = '/v1/withdrawals';

/** Words of a command line; what stands between double quotes is one. */
function argumentsOf(line: string): readonly string[] {
  return (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
}
