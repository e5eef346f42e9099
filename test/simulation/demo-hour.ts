import { readFileSync } from 'node:fs';
import type { HttpAttempt } from '../../adapters/http-client/http-attempt.ts';
import { judgeRead } from '../../adapters/http-client/judge-read.ts';
import { alone, ledgerIn } from '../../adapters/memory/ledger-ports.ts';
import { classifyTrade } from '../../adapters/trading-service/classify-trade.ts';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import { decodeBalances } from '../../adapters/trading-service/decode-balances.ts';
import { decodePrices } from '../../adapters/trading-service/decode-prices.ts';
import { isQuiet } from '../../local/service/quiet-currencies.ts';
import { LOST_ANSWER } from '../../local/service/showcase.ts';
import { startActivity } from '../../sandbox/activity/activity.ts';
import { Replicas } from '../../sandbox/booking/replicas.ts';
import { Books } from '../../sandbox/books/books.ts';
import type { Movement } from '../../sandbox/books/state.ts';
import { ACTIVITY_EVERY_MS } from '../../sandbox/limits.ts';
import { CURRENCIES } from '../../sandbox/market/currencies.ts';
import { PriceWalk } from '../../sandbox/market/price-walk.ts';
import type { Answer } from '../../sandbox/service/answer.ts';
import { answerBalances } from '../../sandbox/service/balances.ts';
import { answerPrices } from '../../sandbox/service/prices.ts';
import type { Endpoint, Service } from '../../sandbox/service/service.ts';
import { answerTrade } from '../../sandbox/service/trades.ts';
import { answerWithdrawal } from '../../sandbox/service/withdrawals.ts';
import { contentDigest } from '../../treasury/approvals/content-digest.ts';
import { decide } from '../../treasury/approvals/decide.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { sendTrade } from '../../treasury/outgoing/kinds/trade.ts';
import { sendWithdrawal } from '../../treasury/outgoing/kinds/withdrawal.ts';
import { parsePolicyFile } from '../../treasury/policy/policy-file.ts';
import type { Reading, TradingService } from '../../treasury/ports/trading-service.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { watch } from '../../treasury/watchdog/watch.ts';
import { policyWrites } from '../samples/policy-writes.ts';
import { hmacSeals, readerOf, readingSeals } from '../seals/hmac-seals.ts';
import { sealedChanges } from '../seals/sealed-changes.ts';
import { Scheduler } from './scheduler.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { SimulatedTable } from './table.ts';
import { TENANT } from './world.ts';

/*
 * `npm start` left alone, an hour in seconds: the demo's policy, the sandbox's own books, prices and deposits, and the
 * use cases, in virtual time.
 */

const DEMO_POLICY = new URL('../../local/demo-policy.json', import.meta.url);
const TICK_MS = 10_000;
/** The watchdog looks once a minute. */
const WATCHED_EVERY = 6;

/** The demo at the end of one tick. */
export interface DemoMoment {
  readonly at: Instant;
  readonly snapshot: SnapshotTaken;
  readonly lanes: readonly Lane[];
  /** Deposits since the tick before. */
  readonly deposits: readonly (Movement & { readonly lane: Lane | null })[];
}

export class DemoHour {
  readonly #scheduler: Scheduler;
  readonly #service: Service & { readonly books: Books };
  readonly #table = new SimulatedTable('table-1');
  readonly #snapshots = new SnapshotStore(() => undefined);
  readonly #deposits: (Movement & { readonly lane: Lane | null })[] = [];
  readonly #losesAnswers: boolean;
  #requests = 0;
  #posts = 0;
  #nonces = 0;

  /** `losesAnswers`: as the demo does by itself, once. */
  constructor(startMs: number, { losesAnswers }: { readonly losesAnswers: boolean }) {
    this.#losesAnswers = losesAnswers;
    this.#scheduler = new Scheduler(startMs);
    const books = Books.open({ seed: 1, dataFile: undefined }, 1, startMs);
    this.#service = {
      books,
      walk: new PriceWalk(1),
      clock: () => this.#scheduler.nowMs,
      balanceShape: 'objects',
      splitWithdrawals: 'sometimes',
      totalFalls: 'when-executed',
      tradeAnswers: 'whole',
      replicas: new Replicas(),
    };
    this.#openTable();
    const sandbox = {
      ...this.#service,
      notice: () => this.#noteDeposit(),
      timers: { every: (ms: number, act: () => void) => this.#every(ms, act) },
    };
    startActivity(sandbox, {
      everyMs: ACTIVITY_EVERY_MS,
      accepts: async (currency) => isQuiet(this.#table.lane(currency), this.#now()),
    });
  }

  /** Tick after tick, until the caller stops. */
  async *moments(): AsyncGenerator<DemoMoment> {
    for (let tick = 1; ; tick++) {
      const seen = this.#deposits.length;
      await this.#scheduler.runUntil(this.#scheduler.nowMs + TICK_MS, () => true);
      const snapshot = await this.#tick();
      if (tick % WATCHED_EVERY === 0) await this.#watch();
      yield {
        at: this.#now(),
        snapshot,
        lanes: this.#table.lanes(),
        deposits: this.#deposits.slice(seen),
      };
    }
  }

  instructions(): readonly Instruction[] {
    return [...this.#table.instructions()];
  }

  /** What the approver does in the console. */
  async approveAll(): Promise<void> {
    for (const instruction of this.instructions()) {
      if (instruction.status.state !== 'awaiting-approval') continue;
      const decided = await decide(this.#ports(), {
        ...{ tenant: TENANT, instructionId: instruction.id, by: 'approver' },
        ...{ decision: 'approve', content: contentDigest(instruction) },
        ...{ comment: 'as invoiced', requestId: 'request-1' },
      });
      if (decided.result !== 'decided') throw new Error(JSON.stringify(decided));
      await this.#send(instruction);
    }
  }

  /** Two people say that it left, on the evidence that there is. */
  async settleAsExecuted(instructionId: string): Promise<readonly string[]> {
    const said: string[] = [];
    for (const by of ['treasurer', 'approver']) {
      const evidence = this.#table.instruction(instructionId)?.evidence?.digest ?? 'none';
      const settled = await settle(this.#peoplesPorts(), {
        ...{ tenant: TENANT, instructionId, by, executed: true, evidence },
        ...{ comment: 'in the list of the sandbox', requestId: `request-${by}` },
      });
      said.push(settled.result);
    }
    return said;
  }

  #now(): Instant {
    return instantOf(this.#scheduler.nowMs);
  }

  #every(ms: number, act: () => void): void {
    // Whoever awaits something in it goes on at once.
    this.#scheduler.wake(ms, () => {
      act();
      this.#every(ms, act);
    });
  }

  #noteDeposit(): void {
    const movement = this.#service.books.state.movements.at(-1);
    if (movement === undefined || movement.kind !== 'deposit') return;
    this.#deposits.push({ ...movement, lane: this.#table.lane(movement.currency) });
  }

  #openTable(): void {
    const parsed = parsePolicyFile(JSON.parse(readFileSync(DEMO_POLICY, 'utf8')));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { rules, accounts, controls } = parsed.policy;
    const activeSince = this.#now();
    const writes = policyWrites(this.#table.epoch, {
      accounts: accounts.map((each) => ({ ...each, version: 1 })),
      rules: rules.map((each) => ({ ...each, version: 1, activeSince })),
      currencies: CURRENCIES.map(({ code }) => code),
      controls: { ...controls, version: 1 },
    });
    const sealed = sealedChanges({ tenant: TENANT, epoch: this.#table.epoch }, writes);
    if (!this.#table.commit(sealed).ok) throw new Error('the demo policy was refused');
  }

  async #tick(): Promise<SnapshotTaken> {
    const scheduledFor = this.#now();
    const taken = await takeSnapshot(
      {
        now: () => this.#now(),
        service: this.#trading(),
        readingSealer: readingSeals,
        snapshots: this.#stored(),
      },
      { tenant: TENANT, scheduledFor, reportingCurrency: 'USD' },
    );
    if (taken.result !== 'recorded' || taken.snapshot.kind !== 'taken') {
      throw new Error(`no snapshot: ${JSON.stringify(taken)}`);
    }
    const { snapshot } = taken;
    const { proposed } = await runSweeps({ ...this.#ports(), reader: readingSeals }, snapshot);
    for (const each of proposed) {
      if (each.status.state !== 'awaiting-approval') await this.#send(each);
    }
    return snapshot;
  }

  async #send({ id, content }: Instruction): Promise<void> {
    const ports = { ...this.#ports(), snapshots: this.#stored(), reader: readingSeals };
    if (content.kind === 'trade') await sendTrade(ports, TENANT, id);
    else await sendWithdrawal(ports, TENANT, id);
  }

  async #watch(): Promise<void> {
    await watch(
      {
        ...this.#peoplesPorts(),
        deliver: async () => undefined,
      },
      TENANT,
    );
  }

  #stored() {
    return {
      put: async (snapshot: Parameters<SnapshotStore['put']>[0]) => this.#snapshots.put(snapshot),
      latest: async () => this.#snapshots.latest(),
      takenBetween: async (_tenant: string, range: Parameters<SnapshotStore['takenBetween']>[0]) =>
        this.#snapshots.takenBetween(range),
      takenSince: async (_tenant: string, since: Instant, limit: number) =>
        this.#snapshots.takenSince(since, limit),
    };
  }

  #peoplesPorts() {
    return {
      ...this.#ports(),
      snapshots: this.#stored(),
      reader: readerOf(this.#trading()),
    };
  }

  #ports() {
    return {
      now: () => this.#now(),
      nonce: () => `nonce-${this.#nonces++}`,
      ledger: ledgerIn(alone(this.#table)),
      seals: hmacSeals,
      service: this.#trading(),
    };
  }

  #trading(): TradingService {
    return {
      readBalances: async () => {
        const { reading, raw } = this.#read('/v1/balances', answerBalances, decodeBalances);
        if (!reading.ok) return reading;
        const readAt = this.#now();
        const { balances } = reading.value;
        return { ok: true, value: { readAt, balances, raw, rawDigest: contentOf(raw) } };
      },
      readPrices: async () => {
        const { reading } = this.#read('/v1/prices', answerPrices, decodePrices);
        if (!reading.ok) return reading;
        return { ok: true, value: { readAt: this.#now(), prices: reading.value.prices } };
      },
      sendWithdrawal: async (request) => classifyWithdrawal(this.#post(answerWithdrawal, request)),
      sendTrade: async (request) => {
        const body = { ...request, side: request.side === 'buy' ? 'Buy' : 'Sell' };
        return classifyTrade(this.#post(answerTrade, body));
      },
    };
  }

  #read<T>(
    path: string,
    endpoint: Endpoint,
    decode: Parameters<typeof judgeRead<T>>[3],
  ): { readonly reading: Reading<T>; readonly raw: string } {
    const { status, body } = this.#ask(endpoint, '');
    const attempt = { kind: 'answered', status, contentType: 'application/json', body } as const;
    const judged = judgeRead(
      `GET ${path}`,
      { ...attempt, headers: {} },
      this.#scheduler.nowMs,
      decode,
    );
    if (judged.ok) return { reading: judged, raw: body };
    const { code, why } = judged;
    return { reading: { ok: false, code, failed: { why } }, raw: body };
  }

  #post(endpoint: Endpoint, request: object): HttpAttempt {
    const { status, body } = this.#ask(endpoint, JSON.stringify(request));
    const isLost = this.#losesAnswers && endpoint === answerWithdrawal && this.#isLost();
    if (isLost) {
      const why = { code: 'error', name: 'ECONNRESET', said: 'reset' } as const;
      return { kind: 'failed', connected: true, code: 'ECONNRESET', why };
    }
    return { kind: 'answered', status, contentType: 'application/json', body };
  }

  #isLost(): boolean {
    this.#posts += 1;
    return this.#posts === (LOST_ANSWER.after ?? 0) + 1;
  }

  #ask(endpoint: Endpoint, body: string): Answer {
    this.#requests += 1;
    return endpoint(this.#service, { seq: this.#requests, body });
  }
}

function contentOf(raw: string): string {
  return String(raw.length).padStart(64, '0');
}
