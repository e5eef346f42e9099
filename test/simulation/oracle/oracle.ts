import { isDeepStrictEqual } from 'node:util';
import {
  asSent,
  contentSchema,
  currenciesOf,
  type Instruction,
} from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { knownPart } from '../../../treasury/records/unknown-fields.ts';
import type { BalancesTaken, Snapshot } from '../../../treasury/snapshots/snapshot.ts';
import { epochMsOf, type Instant } from '../../../treasury/time/instant.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';
import { CANARY_TOKEN as CANARY } from '../../canary/canary.ts';
import type { Coverage } from '../coverage.ts';
import type { Invocation } from '../invocation.ts';
import type { Execution, ServiceRequest, SimulatedService } from '../service/service.ts';
import type { Committed, SimulatedTable } from '../table.ts';
import { timesOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import { AbsentBooks } from './absent.ts';
import { amountViolation, noteTaken } from './amounts.ts';
import { claimViolation, noteClaim } from './claims.ts';
import { DayBooks } from './days.ts';
import { endingsViolation } from './endings.ts';
import { failureViolation } from './failures.ts';
import { firstPaymentViolation, noteNamed } from './first-payments.ts';
import { FreshBooks } from './fresh-readings.ts';
import { heldViolation, laneViolation } from './lanes.ts';
import { noteOutflow, outflowViolation } from './outflows.ts';
import { PartBooks } from './parts.ts';
import { readingViolation } from './readings.ts';
import { ReferenceModel, type ReferenceModels } from './reference-model.ts';
import { RunBooks } from './runs.ts';
import { trueBooksViolation } from './true-books.ts';
import { fillViolation, tradeViolation } from './true-trades.ts';

/** What limits that count are exceeded by. */
const COUNTED: ReadonlySet<string> = new Set([
  'over-budget',
  'over-withdrawals',
  'over-trade-limit',
  'over-outflow-limit',
]);

/** States that say that nothing was executed and nothing will be. */
const SAYS_NO: ReadonlySet<string> = new Set([
  'not-sent',
  'released',
  'cancelled',
  'declined',
  'expired',
]);

export interface Post {
  readonly invocation: Invocation;
  readonly instructionId: string;
  readonly request: ServiceRequest;
  readonly sendBy: Instant;
}

/**
 * Who watches a world: told of everything that leaves, is executed and is written, at the moment it
 * happens, and keeps books of its own. The first thing that must not be is kept.
 */
export class Oracle {
  violation: Violation | null = null;
  readonly #references: ReferenceModels = new Map();
  readonly #posts = new Map<string, number>();
  /** The service's own price of each trade at its POST. */
  readonly #marketWhenSent = new Map<string, string>();
  readonly #runs = new RunBooks();
  readonly #parts = new PartBooks();
  readonly #days = new DayBooks();
  readonly #absent = new AbsentBooks();
  readonly #fresh = new FreshBooks();
  readonly #coverage: Coverage;
  #service: SimulatedService | null = null;

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  /** Begins to watch a table; a restored one knows what its backup knew. */
  watch(table: SimulatedTable, restoredFrom?: ReferenceModel): void {
    this.#references.set(table, new ReferenceModel(restoredFrom));
  }

  snapshotTaken(snapshot: Snapshot): void {
    this.#fresh.snapshotTaken(snapshot);
    if (this.#service === null) return;
    this.#keep(this.#absent.snapshotTaken(snapshot, this.#service));
  }

  watchService(service: SimulatedService): void {
    this.#service = service;
  }

  /** The books beside a table, as they are now: what a backup of this moment is restored with. */
  referenceOf(table: SimulatedTable): ReferenceModel {
    const reference = this.#references.get(table);
    if (reference === undefined) throw new Error('a table without a reference model');
    return reference;
  }

  violated(code: string, message: string): void {
    this.violation ??= { code, message };
  }

  /** The first byte of a POST is about to be written. */
  posts({ invocation, instructionId, request, sendBy }: Post): void {
    const instruction = invocation.table.instruction(instructionId);
    if (!this.referenceOf(invocation.table).claims.has(instructionId)) {
      this.violated('sent-without-record', `${instructionId} is sent, and no claim is on record`);
    } else if (instruction !== null && !isAskedFor(instruction, request)) {
      this.violated('sent-otherwise', `${instructionId} is sent as ${JSON.stringify(request)}`);
    }
    if (invocation.now() >= sendBy) {
      this.violated(
        'sent-late',
        `${instructionId} is sent at ${invocation.now()}, after ${sendBy}`,
      );
    }
    if (instruction !== null) this.#inFlight(invocation.table, instruction);
    if (request.kind === 'trade' && this.#service !== null) {
      this.#marketWhenSent.set(instructionId, this.#service.priceOf(request.instrument));
    }
    const clockMs = epochMsOf(invocation.now());
    this.#keep(this.#days.sent(instructionId, clockMs, this.#service?.nowMs ?? clockMs));
    const posts = (this.#posts.get(instructionId) ?? 0) + 1;
    this.#posts.set(instructionId, posts);
    if (posts > 1) this.violated('posted-twice', `${instructionId} is sent ${posts} times`);
  }

  postsOf(instructionId: string): number {
    return this.#posts.get(instructionId) ?? 0;
  }

  /** A reading of balances, and the service's own answer before it was told in whatever way. */
  reads(answer: string, balances: Balances): void {
    this.#keep(readingViolation(answer, balances));
  }

  /** Balances that take-snapshot read when an invocation asked it to. */
  readAnew(by: string, reading: BalancesTaken): void {
    this.#fresh.heard(by, reading);
  }

  /** The service gets a request. */
  received(instructionId: string): void {
    const nowMs = this.#service?.nowMs;
    if (nowMs !== undefined) this.#keep(this.#days.received(instructionId, nowMs));
  }

  /** The service has executed a request; `before` is what its books held until then. */
  executed({ instructionId, request }: Execution, before: ReadonlyMap<string, bigint>): void {
    const times = this.#service?.executionsOf(instructionId).length ?? 0;
    if (times > 1) this.violated('executed-twice', `${instructionId} is executed ${times} times`);
    const onRecord = [...this.#references].flatMap(([table, reference]) => {
      const claimed = reference.claims.get(instructionId);
      return claimed === undefined ? [] : [{ table, reference, claimed }];
    });
    for (const { table, reference, claimed } of onRecord) {
      if (claimed.rule !== null) {
        this.#keep(this.#sizedOnTrueBooks(instructionId, claimed.rule, request, before));
      }
      if (this.#service !== null) {
        this.#keep(firstPaymentViolation(table, reference, this.#service, request));
      }
    }
    // A key that comes again after a restore, whose backup had forgotten it, is another request (assumption 7).
    const latest = onRecord.at(-1);
    const state = latest?.table.instruction(instructionId)?.status.state ?? 'missing';
    if (latest && (SAYS_NO.has(state) || latest.reference.freed.has(instructionId))) {
      const message = `${instructionId} is executed and was ${state} before`;
      this.violated('closed-but-executed', message);
    }
    if (latest === undefined)
      this.violated('executed-without-record', `${instructionId} is on no record`);
    this.#partExecuted(instructionId, request, before);
  }

  #partExecuted(id: string, request: ServiceRequest, before: ReadonlyMap<string, bigint>): void {
    if (this.#service === null || request.kind !== 'withdrawal') return;
    const account = this.#service.accounts.get(request.withdrawalAccountId);
    const currency = account?.currency ?? '';
    const after = this.#service.balances.get(currency) ?? 0n;
    const taken = (before.get(currency) ?? 0n) - after;
    const violation = this.#parts.executed(id, request, taken);
    if (violation !== null) this.#keep(violation);
  }

  #sizedOnTrueBooks(
    id: string,
    rule: SweepRule,
    request: ServiceRequest,
    before: ReadonlyMap<string, bigint>,
  ): Violation | null {
    if (this.#service === null) return null;
    const { currency } = rule;
    const amount = takenBy(request);
    if (rule.kind === 'convert' && request.kind === 'trade') {
      const market = this.#marketWhenSent.get(id) ?? this.#service.priceOf(request.instrument);
      this.#keep(tradeViolation(id, rule, request, market));
    }
    // A part is a piece of one sweep: it is judged with those that have left, on the books as they were before.
    const ran = this.#parts.executedBefore(id);
    const books = {
      held: (before.get(currency) ?? 0n) + ran.taken,
      foreignDebits: this.#service.takenByOthersLately(currency),
    };
    return trueBooksViolation(id, rule, amount + ran.amount, books, this.#service);
  }

  /** What must be true of every trade on its way: no other one moves either of its currencies. */
  #inFlight(table: SimulatedTable, { id, content }: Instruction): void {
    for (const other of table.instructions()) {
      const { state } = other.status;
      if (other.id === id || (state !== 'sending' && state !== 'unknown')) continue;
      const shared = currenciesOf(other.content).filter((each) =>
        currenciesOf(content).includes(each),
      );
      if (shared.length === 0) continue;
      this.violated('two-in-flight', `${id} is sent while ${other.id} moves ${shared.join()}`);
    }
  }

  /** What an invocation came to, or failed with: never with the token in it. */
  said(message: string): void {
    if (message.includes(CANARY)) this.violated('token-leaked', 'a result holds the token');
  }

  /** A commit was done. */
  committed(committed: Committed): void {
    const { table, changes, before } = committed;
    const reference = this.referenceOf(table);
    if (JSON.stringify(changes).includes(CANARY)) {
      this.violated('token-leaked', 'a stored item holds the token');
    }
    this.#keep(this.#runs.violationOf(changes));
    this.#parts.committed(table, changes);
    this.#keep(failureViolation(committed));
    this.#keep(endingsViolation(committed));
    this.#keep(this.#fresh.violationOf(committed));
    for (const [index, change] of changes.entries()) {
      const previous = before[index] ?? null;
      if (change.kind === 'create-instruction' || change.kind === 'replace-instruction') {
        this.#moved(table, reference, previous as Instruction | null, change.instruction);
        this.#keep(this.#absent.evidenceViolation(change.instruction));
      }
      if (change.kind === 'create-decision-run') this.#keep(this.#absent.runViolation(change.run));
      if (change.kind === 'create-decision-run' && change.run.part > 0) {
        this.#coverage.count('runs', 'another-part');
      }
      if (change.kind === 'replace-lane') {
        this.#laneChanged(reference, previous as Lane | null, change.lane, table);
      }
    }
    for (const change of changes) {
      if (change.kind === 'replace-lane')
        this.#keep(laneViolation(table, reference, change.lane, this.#service?.nowMs ?? 0));
      if (change.kind === 'create-instruction' || change.kind === 'replace-instruction') {
        this.#keep(heldViolation(table, change.instruction));
      }
    }
  }

  #keep(violation: Violation | null): void {
    if (violation !== null) this.violation ??= violation;
  }

  /** More than limits let leaves by a count that an intruder has lowered, until the watchdog's next comparison. */
  #keepCounted(table: SimulatedTable, violation: Violation | null): void {
    const isLowered = violation !== null && COUNTED.has(violation.code) && table.mayBeLowered;
    if (isLowered) this.#coverage.count('lowered-counts', 'let more leave');
    else this.#keep(violation);
  }

  #moved(
    table: SimulatedTable,
    reference: ReferenceModel,
    before: Instruction | null,
    after: Instruction,
  ): void {
    const from = before?.status.state ?? 'new';
    const { id, status } = after;
    if (before !== null && !isDeepStrictEqual(before.content, after.content)) {
      this.#keep(contentViolation(table, after));
    }
    if (from === status.state) return;
    this.#coverage.count('transitions', `${from} -> ${status.state}`);
    this.#countOutcome(after);
    this.#keepCounted(table, claimViolation(table, reference, after, this.#service));
    this.#watchOutflow(table, reference, after);
    this.#days.moved(table, after);
    noteClaim(table, reference, after);
    const executed = (this.#service?.executionsOf(id).length ?? 0) > 0;
    const mayBe = executed || this.#service?.mayStillExecute(id) === true;
    if (status.state === 'confirmed' && !executed) {
      this.violated('confirmed-not-executed', `${id} is confirmed and was not executed`);
    }
    if (status.state === 'confirmed' && status.confirmation.kind === 'withdrawal') {
      if (this.#service?.sentElsewhere.has(id) === true) {
        this.violated('confirmed-elsewhere', `${id} is confirmed, and its money went elsewhere`);
      }
    }
    if (from === 'sending' && executed) this.#keep(fillViolation(after, this.#service));
    if (from === 'sending') this.#answered(reference, after);
    // A sender that lives on past its time concludes with the answer that it has heard.
    if (from === 'unknown' && this.#service !== null) noteNamed(reference, after, this.#service);
    // A restored table has forgotten what was claimed after its backup: it sends nothing, and an
    // instruction that it shows as waiting is closed there, whatever became of it (assumption 7).
    const forgotten =
      !reference.claims.has(id) && this.postsOf(id) > 0 && this.#references.size > 1;
    // What was sent and put back in the table ends there once more, and is not sent again.
    const putBack = table.beforePutBack(id) !== null && reference.claims.has(id);
    if (SAYS_NO.has(status.state) && mayBe && !forgotten && !putBack) {
      const message = `${id} becomes ${status.state} and ${executed ? 'was' : 'may still be'} executed`;
      this.violated('closed-but-executed', message);
    }
    if (status.state === 'not-sent' || status.state === 'released') reference.giveBack(id);
  }

  #answered(reference: ReferenceModel, after: Instruction): void {
    if (this.#service === null) return;
    this.#keep(amountViolation(after, this.#service));
    noteTaken(reference, after);
    noteNamed(reference, after, this.#service);
  }

  #watchOutflow(table: SimulatedTable, reference: ReferenceModel, after: Instruction): void {
    if (after.status.state !== 'sending' || !isWithdrawal(after)) return;
    if (this.#service === null) return;
    const books = { service: this.#service };
    this.#keepCounted(table, outflowViolation(table, reference, books, after));
    noteOutflow(table, reference, books, after);
  }

  #laneChanged(
    reference: ReferenceModel,
    before: Lane | null,
    after: Lane,
    table: SimulatedTable,
  ): void {
    if (before === null || before.status.state === after.status.state) return;
    this.#coverage.count('laneTransitions', `${before.status.state} -> ${after.status.state}`);
    if (before.status.state !== 'rejected' || after.status.state !== 'idle') return;
    const { instructionId } = before.status.claim;
    if (table.instruction(instructionId)?.status.state !== 'rejected') return;
    reference.freed.add(instructionId);
    reference.giveBack(instructionId);
    const executed = (this.#service?.executionsOf(instructionId).length ?? 0) > 0;
    if (executed || this.#service?.mayStillExecute(instructionId)) {
      const message = `${instructionId} was rejected, its lane is freed, and it was executed`;
      this.violated('closed-but-executed', message);
    }
  }

  #countOutcome({ status }: Instruction): void {
    if (status.state === 'cancelled') {
      const byPerson = status.reason.startsWith('cancelled-by-');
      this.#coverage.count('cancelled', byPerson ? 'by a person' : status.reason);
    }
    if (status.state === 'not-sent') this.#coverage.count('not-sent', status.cause);
    if (status.state === 'unknown') this.#coverage.count('unknown', status.cause);
    if (status.state === 'anomaly') this.#coverage.count('anomaly', status.cause);
    if (status.state === 'rejected') this.#coverage.count('rejected', String(status.status));
  }
}

function isWithdrawal(
  instruction: Instruction,
): instruction is Instruction & { readonly content: { readonly kind: 'withdrawal' } } {
  return instruction.content.kind === 'withdrawal';
}

function isAskedFor(instruction: Instruction, request: ServiceRequest): boolean {
  const { conversion } = instruction;
  // A rule's trade is sent at a limit as good as the one that was decided, or better.
  const content = conversion === undefined ? instruction.content : asSent(instruction);
  if (content.kind === 'trade' && instruction.content.kind === 'trade') {
    const [sent, decided] = [unitsOf(content.price), unitsOf(instruction.content.price)];
    if (content.side === 'buy' ? sent > decided : sent < decided) return false;
  }
  if (content.kind === 'withdrawal' && request.kind === 'withdrawal') {
    return (
      content.amount === request.amount &&
      content.withdrawalAccountId === request.withdrawalAccountId
    );
  }
  // Exactly that: a field of a later version is nothing to tell the service.
  return isDeepStrictEqual(knownPart(contentSchema, content), request);
}

/** What a request takes of the currency that its rule is about. */
function takenBy(request: ServiceRequest): bigint {
  if (request.kind === 'withdrawal' || request.side === 'sell') return unitsOf(request.amount);
  return timesOf(request.price, request.amount, request.side);
}

/** Who had read it before it was forged writes it as it was; who had read it as it was forged ends it so, and never more. */
function contentViolation(table: SimulatedTable, after: Instruction): Violation | null {
  const { id, content, status } = after;
  const was = table.beforeForgery(id);
  if (was !== null && isDeepStrictEqual(was.content, content)) return null;
  const endsForgery =
    status.state === 'cancelled' &&
    table.beforePutBack(id) !== null &&
    isDeepStrictEqual(table.asForged(id)?.content, content);
  return endsForgery ? null : { code: 'content-changed', message: `the content of ${id} changed` };
}
