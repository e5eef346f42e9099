import { createLedger } from '../../adapters/store/ledger.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { SANDBOX_ACCOUNTS } from '../../sandbox/index.ts';
import type { JournalEntry } from '../../sandbox/journal/journal-entry.ts';
import {
  sweepInstructionId,
  tradeInstructionId,
} from '../../treasury/instructions/instruction-id.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import type { TradeRequest } from '../../treasury/outcomes/outcome.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';
import type { DecidingPorts } from '../../treasury/sending/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { SweepRunPorts } from '../../treasury/sweeps/record-run.ts';
import { runSweeps, type SweepRun } from '../../treasury/sweeps/run-sweeps.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { placeTrade } from '../../treasury/trades/place-trade.ts';
import { belowBid } from '../integration/market/below-bid.ts';
import { sendingSteps } from '../integration/protocol/sending-steps.ts';
import {
  RULE,
  startTreasury,
  TENANT,
  type TreasuryUnderTest,
} from '../integration/protocol/treasury-under-test.ts';
import type { Engine } from '../integration/store/engine.ts';
import {
  openRawService,
  type RawServiceOptions,
} from '../integration/trading-service/raw-service.ts';
import { accountOf } from '../samples/policy.ts';
import type { SceneOptions } from './failure-point.ts';
import { forwarded, type WireBehaviour } from './wire/forwarded.ts';

/** Below a second, so that a service which never answers costs the table little. */
const IMPATIENT = { headersTimeoutMs: 150, readTimeoutMs: 150, writeTimeoutMs: 250 } as const;
/** A busy machine must not make a timeout of what is to come off. */
const PATIENT = { headersTimeoutMs: 5_000, readTimeoutMs: 5_000, writeTimeoutMs: 8_000 } as const;

const TRADE_KEY = 'the-trade-of-the-scene';

type Steps = ReturnType<typeof sendingSteps>;

/** Limits that let everything of a scene leave, and count it. */
async function limit(treasury: TreasuryUnderTest): Promise<void> {
  const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
  const limited = { ...account, limits: { per30Days: '1000' }, version: 2 };
  await treasury.ledger.commit(TENANT, [{ kind: 'put-account', account: limited }]);
  await treasury.putControls({ withdrawalLimits: { per24Hours: '1000000000' } });
}

/** One failure point's own world: a treasury, a service, and one instruction to be sent. */
export class Scene {
  readonly treasury: TreasuryUnderTest;
  readonly subject: 'withdrawal' | 'trade';
  /** What a trade of this scene asks for. */
  readonly request: TradeRequest;
  readonly ledgerForgot: boolean;
  readonly hasLimits: boolean;
  /** The client of the service, as it is where nothing goes wrong. */
  readonly patient: TradingService;
  readonly #engine: Engine;
  readonly #steps: Steps;
  readonly #ids: string[] = [];
  readonly #closing: (() => Promise<void>)[] = [];
  #snapshot: SnapshotTaken | null = null;
  #table: StoreTable;
  #ledger: Ledger;
  #firstSeq = 0;
  #swallowed = 0;

  private constructor(engine: Engine, treasury: TreasuryUnderTest, options: SceneOptions) {
    this.#engine = engine;
    this.treasury = treasury;
    this.subject = options.subject ?? 'withdrawal';
    this.ledgerForgot = options.ledgerForgot === true;
    this.hasLimits = options.limits === true;
    this.request = tradeBelowMarket(treasury);
    this.patient = treasury.serviceWith({ limits: PATIENT });
    this.#steps = sendingSteps(() => treasury);
    this.#table = treasury.table;
    this.#ledger = treasury.ledger;
  }

  static async set(engine: Engine, options: SceneOptions = {}): Promise<Scene> {
    const treasury = await startTreasury(engine, 'agreed');
    const scene = new Scene(engine, treasury, options);
    if (options.limits === true) await limit(treasury);
    treasury.pass((options.proposedAfterSeconds ?? 1) - 1);
    scene.#ids.push(await scene.#firstId(options));
    return scene;
  }

  async #firstId({ undecided }: SceneOptions): Promise<string> {
    if (this.subject === 'trade') return tradeInstructionId(TENANT, TRADE_KEY);
    if (undecided !== true) return await this.#steps.proposedId();
    this.#snapshot = await this.treasury.snapshot();
    return sweepInstructionId(RULE.id, this.#snapshot.scheduledFor);
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map((stop) => stop()));
    await this.treasury.stop();
  }

  /** Something that is stopped together with the scene. */
  closesWith(stop: () => Promise<void>): void {
    this.#closing.push(stop);
  }

  /** The instruction that things happen to. */
  id(): string {
    return this.#ids.at(-1) ?? '';
  }

  /** It, after the ones that were sent before it. */
  ids(): readonly string[] {
    return this.#ids;
  }

  currencies(): readonly string[] {
    return this.subject === 'trade' ? ['BTC', 'USD'] : ['BTC'];
  }

  path(): string {
    return this.subject === 'trade' ? '/v1/trades' : '/v1/withdrawals';
  }

  /** Sends this instruction and has another one proposed, which is the scene's from then on. */
  async nextInstruction(): Promise<void> {
    await this.deliver();
    const { sandbox } = this.treasury;
    sandbox.deposit({ currency: 'BTC', amount: '4' });
    this.#ids.push(await this.#steps.proposedId());
    this.#firstSeq = sandbox.journal().at(-1)?.seq ?? 0;
  }

  /** The snapshot that a run is still to decide on; null in a scene that begins with its instruction. */
  undecided(): SnapshotTaken | null {
    return this.#snapshot;
  }

  /** One delivery of that snapshot to a run. */
  async decide(different: Partial<SweepRunPorts> = {}): Promise<SweepRun> {
    if (this.#snapshot === null) throw new Error('the run of this scene is over');
    const ports = { ...this.treasury.ports, ledger: this.#ledger, ...different };
    return await runSweeps(ports, this.#snapshot);
  }

  /** One delivery of the instruction, in an invocation of its own. */
  async deliver(different: Partial<DecidingPorts> = {}): Promise<void> {
    const usual = { ...this.treasury.ports, ledger: this.#ledger, service: this.patient };
    const ports = { ...usual, ...different };
    if (this.subject === 'withdrawal') {
      await this.#steps.send(this.id(), ports);
      return;
    }
    const { request } = this;
    const command = { tenant: TENANT, requestedBy: 'tina', idempotencyKey: TRADE_KEY, request };
    await placeTrade(ports, command);
  }

  /** A delivery in which the invocation ends without a result. */
  async dies(different: Partial<DecidingPorts>): Promise<void> {
    const lived = await this.deliver(different).then(
      () => true,
      () => false,
    );
    if (lived) throw new Error('the invocation was to die, and lived');
  }

  /** One round of the watchdog, with real deliveries. */
  async watch(now: () => Instant = this.treasury.now): Promise<void> {
    const { delivered, actions } = await this.#steps.watchOnce({ now, ledger: this.#ledger });
    const failed = actions.find(({ kind }) => kind === 'failed');
    if (failed !== undefined) throw new Error(`the watchdog: ${JSON.stringify(failed)}`);
    if (delivered.includes(this.id())) await this.deliver();
  }

  ledger(): Ledger {
    return this.#ledger;
  }

  /** The treasury's ledger, in which something happens around the n-th commit. */
  ledgerWith(around: Parameters<Steps['ledgerWith']>[0]): Ledger {
    return this.#steps.ledgerWith(around);
  }

  table(): StoreTable {
    return this.#table;
  }

  newTable(name?: string): Promise<StoreTable> {
    return this.#engine.table(name);
  }

  /** From here on the treasury lives on another table. */
  moveTo(table: StoreTable): void {
    this.#table = table;
    this.#ledger = createLedger(table, { table, retention: 'for-ever' });
  }

  impatient(): TradingService {
    return this.treasury.serviceWith({ limits: IMPATIENT });
  }

  /** The usual client for everything, another one for the POST alone. */
  postingVia({ sendWithdrawal, sendTrade }: TradingService): TradingService {
    return { ...this.patient, sendWithdrawal, sendTrade };
  }

  /** Bytes between the client and the sandbox: forwards what it is told to, and counts what not. */
  async wire(behaviour: WireBehaviour, raw: RawServiceOptions = {}) {
    const service = await openRawService((socket, text) => {
      this.#swallowed += 1;
      behaviour(socket, async () => {
        this.#swallowed -= 1;
        return await forwarded(this.treasury.sandbox.port, text);
      });
    }, raw);
    this.closesWith(service.stop);
    return service;
  }

  /** The requests of this instruction that the service received. */
  received(): readonly JournalEntry[] {
    return this.treasury.sandbox
      .journal(this.#firstSeq)
      .filter(({ method, path }) => method === 'POST' && path === this.path());
  }

  /** Those, and the ones that arrived whole at a wire and went no further. */
  posts(): number {
    return this.received().length + this.#swallowed;
  }
}

/** Sells a little below the bid, so that it is still the market's price at the next delivery. */
function tradeBelowMarket({ sandbox }: TreasuryUnderTest): TradeRequest {
  return { instrument: 'BTC/USD', side: 'sell', price: belowBid(sandbox), amount: '0.1' };
}
