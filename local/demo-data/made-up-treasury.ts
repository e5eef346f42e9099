import { createHash } from 'node:crypto';
import { type AuditFact, appendToChain } from '../../treasury/audit/audit-entry.ts';
import { closeBreak, explainBreak } from '../../treasury/breaks/decide.ts';
import { lanesBlockedBy } from '../../treasury/evidence/weigh.ts';
import type { BreakKind } from '../../treasury/facts/break-facts.ts';
import { keepForecast } from '../../treasury/forecast/keep-forecast.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import type { Reading, TradingService } from '../../treasury/ports/trading-service.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { sealedPiece } from '../../treasury/sealing/policy-seals.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import { sealedReading } from '../../treasury/snapshots/reading-seals.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import type { ReadingPorts } from '../../treasury/snapshots/trusted-readings.ts';
import { recordSpans } from '../../treasury/spans/record-spans.ts';
import { runSweeps } from '../../treasury/sweeps/run-sweeps.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import { gatherEvidence } from '../../treasury/watchdog/gather-evidence.ts';
import { LocalKms } from '../kms/kms.ts';
import { localSeals } from '../kms/local-seals.ts';
import { MADE_UP_TABLE, MadeUpBooks } from './made-up-books.ts';
import { MadeUpChanges } from './made-up-changes.ts';
import { demoComment, ID_PREFIX, MADE_UP_PEOPLE, SOURCE } from './marks.ts';
import { COARSE_HOURS } from './period.ts';
import { refuseOther } from './refuse-other.ts';
import { CONTROLS } from './requests.ts';

/** Seconds that a made-up service takes to answer. */
const READ_TAKES_SECONDS = 1;

/** The ticks that a forecast of the past counts with: those of closings lie on a full hour, between the coarse ones. */
const FORECAST_TICKS_SECONDS = 3_600;

/** No function read what is made up, and no seal of its own key stays to say that one did. */
function withoutProof(snapshot: Snapshot): Snapshot {
  if (snapshot.kind === 'missed') return snapshot;
  const { seal: _, ...made } = snapshot;
  return made;
}

/** No function accepts these seals, so the key need not be secret; the same each time, as all of the history is. */
const MADE_UP_KEY = 'made-up';
const MADE_UP_KMS = new LocalKms(new Map([[MADE_UP_KEY, Buffer.from(MADE_UP_KEY)]]));

export interface TickResult {
  readonly opened: readonly Break[];
  readonly proposed: readonly Instruction[];
}

const NOTHING: TickResult = { opened: [], proposed: [] };

/** A made-up service's state at a moment. */
export interface ServiceSays {
  readonly balances: Balances;
  readonly prices: Prices;
  /** Set if one of them cannot be read. */
  readonly failing?: 'balances' | 'prices';
}

/** The domain's own code, at moments that are set by hand, upon books in memory. */
export class MadeUpTreasury {
  readonly books: MadeUpBooks;
  readonly tenant: string;
  readonly changes: MadeUpChanges;
  readonly #reportingCurrency: string;
  readonly #seals = localSeals(MADE_UP_KMS, [MADE_UP_KEY]);
  #now: Instant;
  /** The next reading is judged by it. */
  #latest: SnapshotTaken | null = null;

  constructor(tenant: string, reportingCurrency: string, from: Instant) {
    this.tenant = tenant;
    this.books = new MadeUpBooks(tenant);
    this.#reportingCurrency = reportingCurrency;
    this.#now = from;
    let changes = 0;
    this.changes = new MadeUpChanges(
      {
        now: this.now,
        nonce: () => String(changes++).padStart(8, '0'),
        seals: this.#seals,
        snapshotEverySeconds: COARSE_HOURS * 3_600,
        reportingCurrency,
        ledger: this.books.policyLedger,
      },
      tenant,
    );
  }

  /** The clock goes forwards only. */
  set(now: Instant): void {
    if (now > this.#now) this.#now = now;
  }

  readonly now = (): Instant => this.#now;

  /** A snapshot and its consequences; returns the breaks that it opened, and the sweeps that rules decided on it. */
  async tick(scheduledFor: Instant, says: ServiceSays): Promise<TickResult> {
    const { tenant, books, now } = this;
    this.set(plusSeconds(scheduledFor, READ_TAKES_SECONDS));
    const reportingCurrency = this.#reportingCurrency;
    const result = await takeSnapshot(
      {
        now,
        service: serviceSaying(says, this.#now),
        snapshots: {
          put: (taken) => books.put(withoutProof(taken)),
          latest: async () => this.#latest,
          // The last one is always its own.
          takenBetween: async () => [],
        },
        readingSealer: this.#seals,
      },
      { tenant, scheduledFor, reportingCurrency },
    );
    if (result.result !== 'recorded' || result.snapshot.kind === 'missed') return NOTHING;
    this.#latest = result.snapshot;
    const { ledger } = books;
    const { readings, flows, spans } = books.ports;
    const reconciled = await reconcile(
      { now, readings, flows, ledger },
      { tenant, scheduledFor },
      NO_TOLERANCE,
    );
    const ports = { now, seals: this.#seals, reader: this.#seals, ledger };
    const { decisions, proposed, rules } = await runSweeps(ports, result.snapshot);
    const run = { tenant, tick: scheduledFor, decisions, rules };
    await recordSpans(spans, run);
    return { opened: reconciled.opened, proposed };
  }

  /** What the watchdog keeps of a day that has just begun, with what the service holds by then. */
  async keepForecast(timeZone: string, balances: Balances): Promise<void> {
    const { tenant, books, now } = this;
    const { ledger } = books;
    const { forecasts, flows } = books.ports;
    await keepForecast(
      {
        ...{ now, ledger, forecasts, timeZone, breaksBetween: flows.breaksBetween },
        // Snapshots of a day lie minutes apart, and those of the past hours: what left since the last one would leave again.
        snapshots: { latest: async () => this.#latest && { ...this.#latest, balances } },
        snapshotEverySeconds: FORECAST_TICKS_SECONDS,
      },
      tenant,
      now(),
    );
  }

  /** Controls and lanes of the made-up table: each currency begins with nothing open. */
  async arm(currencies: readonly string[]): Promise<void> {
    const { tenant, books } = this;
    const item = { ...CONTROLS, reportingCurrency: this.#reportingCurrency };
    const ledger = { tenant, epoch: MADE_UP_TABLE };
    const controls = { kind: 'controls', item } as const;
    const sealed = await sealedPiece(this.#seals, ledger, controls, this.#now);
    await books.begin(sealed.item);
    const lanes = currencies.map((currency) => newLane(tenant, currency, MADE_UP_TABLE));
    await books.ledger.commit(
      tenant,
      lanes.map((lane) => ({ kind: 'create-lane', lane })),
    );
  }

  async explain(id: string, kind: BreakKind, comment: string): Promise<void> {
    const command = { ...(await this.#command(id, comment)), kind, by: MADE_UP_PEOPLE.treasurer };
    expectResult(await explainBreak(this.#breakPorts(), command), 'written');
  }

  async close(id: string): Promise<void> {
    const command = await this.#command(id, 'agrees with our books');
    const by = MADE_UP_PEOPLE.approver;
    expectResult(await closeBreak(this.#breakPorts(), { ...command, by }), 'written');
  }

  /** Leaves one to whoever looks, and says in it that it is made up. */
  async leave(id: string): Promise<void> {
    const { tenant, books } = this;
    const current = books.readBreak(id);
    if (current === null) throw new Error(`there is no break ${id}`);
    const comment = demoComment('left open, to be named and closed by you');
    const fact = { code: 'commented', comment } as const;
    const note = { at: this.#now, state: 'open', by: MADE_UP_PEOPLE.demoData, fact } as const;
    const history = [...current.history, note];
    const noted = { ...current, history, version: current.version + 1 };
    await books.ledger.commit(tenant, [{ kind: 'put-break', break: noted }]);
  }

  /** One person's word that a request of unknown outcome was executed, on the evidence so far. */
  async say(instructionId: string, by: string, expected: 'proposed' | 'settled'): Promise<void> {
    const { tenant, books, now } = this;
    const { ledger } = books;
    const { snapshots } = books.ports;
    const instruction = await ledger.readInstruction(tenant, instructionId);
    if (instruction === null) throw new Error(`there is no ${instructionId}`);
    const blocked = lanesBlockedBy(instructionId, await ledger.readLanes(tenant));
    const gathered = await gatherEvidence({ ledger, snapshots, now }, instruction, blocked);
    if (gathered === null) throw new Error(`nothing was read since ${instructionId} was claimed`);
    const command = {
      ...{ tenant, instructionId, by, executed: true },
      comment: demoComment('the balance fell by exactly this amount'),
      evidence: gathered.evidence.digest,
      requestId: `${ID_PREFIX}${by}`,
    };
    expectResult(
      await settle(
        {
          ...{ now, ledger, seals: this.#seals },
          nonce: () => `${ID_PREFIX}${by}`,
          reader: this.#reader(),
          snapshots,
        },
        command,
      ),
      expected,
    );
  }

  /** What take-snapshot would read: as at the last tick. */
  #reader(): ReadingPorts['reader'] {
    return {
      verify: this.#seals.verify,
      ask: async (tenant, askedAs) => {
        if (this.#latest?.kind !== 'taken') throw new Error('nothing was read yet');
        const { balances } = this.#latest;
        const read = { tenant, askedAs, takenAt: this.#now, balances };
        return { kind: 'read', reading: await sealedReading(this.#seals, read) };
      },
    };
  }

  /** Puts an entry on record that stands for no person's action. */
  async tell(action: string, after: unknown): Promise<void> {
    const fact: AuditFact = {
      at: this.#now,
      by: MADE_UP_PEOPLE.demoData,
      action,
      subject: 'demo-data',
      requestId: `${ID_PREFIX}${action}`,
      before: null,
      after,
    };
    const entry = appendToChain(await this.books.ledger.readAuditHead(this.tenant), fact);
    await this.books.ledger.commit(this.tenant, [{ kind: 'append-audit', entry }]);
  }

  async #command(id: string, comment: string) {
    const { tenant, books } = this;
    const current = books.readBreak(id);
    if (current === null) throw new Error(`there is no break ${id}`);
    const { version } = current;
    const requestId = `${ID_PREFIX}${id}-${version}`;
    return { tenant, id, version, comment: demoComment(comment), requestId };
  }

  #breakPorts() {
    const { books, now } = this;
    return {
      now,
      breaks: { readBreak: async (_: string, id: string) => books.readBreak(id) },
      ledger: books.ledger,
    };
  }
}

const NO_TOLERANCE = {};

function expectResult(result: { readonly result: string }, expected: string): void {
  if (result.result !== expected) throw refuseOther(result, expected);
}

function serviceSaying(
  { balances, prices, failing }: ServiceSays,
  readAt: Instant,
): Pick<TradingService, 'readBalances' | 'readPrices'> {
  const raw = JSON.stringify({ madeUp: 'no service was asked', balances });
  const rawDigest = createHash('sha256').update(raw).digest('hex');
  return {
    readBalances: async () =>
      failing === 'balances'
        ? NO_ANSWER
        : { ok: true, value: { source: SOURCE, readAt, balances, raw, rawDigest } },
    readPrices: async () =>
      failing === 'prices' ? NO_ANSWER : { ok: true, value: { source: SOURCE, readAt, prices } },
  };
}

const NO_ANSWER: Reading<never> = {
  ok: false,
  code: 'timeout',
  failed: {
    why: {
      ...{ code: 'unanswered', asked: SOURCE, error: 'TIMEOUT' },
      why: { code: 'not-begun', afterMs: 10_000 },
    },
  },
};
