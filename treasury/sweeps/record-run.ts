import { isWatching } from '../booking/booking.ts';
import type { RuleDecision } from '../decisions/decision.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { CommitResult, Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { readSharedCounts } from '../ledger/read-shared-counts.ts';
import type { DecisionRun } from '../ledger/stored-decision.ts';
import { unreadFormat } from '../policy/ledger-format.ts';
import { ruledCurrencies } from '../policy/policy.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Effects } from '../ports/effects.ts';
import { haltForTampering } from '../sealing/tampering.ts';
import type { Seals, SealVerifier } from '../seals/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { provenReadings, type Trust } from '../snapshots/trusted-readings.ts';
import {
  type DecidedCurrencies,
  type DecidedCurrency,
  decideCurrencies,
  type RunView,
} from './decide-currencies.ts';
import { type MadeBefore, readMadeBefore } from './made-before.ts';
import { pinnedBy } from './pinned.ts';
import { retainReadings } from './retain-readings.ts';

/**
 * How often currencies are decided again when one of their lanes changed meanwhile: together, then each by itself. A
 * lane that changes more often within one run is busy; the next snapshot decides again.
 */
export const MAX_RUN_ATTEMPTS = 3;

/**
 * Changes of lanes, instructions and missed occurrences in one part, each one write, beside the record itself and a halt:
 * a transaction takes 100. One currency has as many at most: its lane, the payments of its rules
 * (MAX_PAYMENTS_PER_CURRENCY), and a missed occurrence of each (MAX_RULES_PER_CURRENCY).
 */
export const MAX_CHANGES_OF_PART = 96;

/**
 * Decisions in one part: its record is one item, which holds 400 kB, and so many with the least compressible facts take some
 * 210 kB. One currency has fewer (MAX_RULES_PER_CURRENCY).
 */
export const MAX_DECISIONS_OF_PART = 100;

export interface SweepRunPorts extends Pick<Effects, 'now'> {
  readonly seals: Seals;
  /** The key that readings are sealed with. */
  readonly reader: SealVerifier;
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readPolicy'
    | 'readLanes'
    | 'readCounts'
    | 'readDecisionRun'
    | 'readInstruction'
    | 'commit'
  >;
}

/** Everything that a run rests on. A snapshot that Sluice did not take halts everything before anything is decided. */
export async function readRunView(
  { ledger, reader, now }: SweepRunPorts,
  snapshot: SnapshotTaken,
): Promise<RunView> {
  const { tenant, scheduledFor } = snapshot;
  const view = await readView(ledger, tenant);
  // Whatever the balances show in a format of another version, that one takes it up.
  if (unreadFormat(view.policy.controls) !== null) return { ...view, isProven: false };
  const shown = await showsBookings(reader, snapshot, view.lanes);
  if (shown.kind !== 'forged') return { ...view, isProven: shown.kind === 'trusted' };
  const halt = { subject: `snapshot-${scheduledFor}`, found: shown.found, at: now() };
  await haltForTampering(ledger, tenant, halt);
  return { ...(await readView(ledger, tenant)), isProven: false };
}

/** Its seal is asked for only where something is unbooked: elsewhere it can show nothing as booked. */
async function showsBookings(
  reader: SealVerifier,
  snapshot: SnapshotTaken,
  lanes: readonly Lane[],
): Promise<Trust<unknown>> {
  const { tenant, takenAt } = snapshot;
  const isNeeded = lanes.some(({ booking }) => isWatching(booking, takenAt));
  if (!isNeeded) return { kind: 'trusted', value: null };
  return await provenReadings(reader, tenant, [snapshot]);
}

async function readView(
  ledger: SweepRunPorts['ledger'],
  tenant: string,
): Promise<Omit<RunView, 'isProven'>> {
  const [policy, lanes, epoch] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.epoch(),
  ]);
  return { policy, lanes, epoch, ...(await readSharedCounts(ledger, tenant, policy)) };
}

/**
 * The record of a run while it is written. It has one part, unless the instructions do not fit into one transaction or
 * lanes keep changing. Each part is one transaction: the decisions, the instructions that follow from them, and the lanes
 * that know about both. Its condition makes a repeated delivery harmless: part n is written only by a run that knows the
 * parts before it, and it decides only currencies that are in none of them.
 */
export class RunRecording {
  readonly decisions: RuleDecision[] = [];
  readonly proposed: Instruction[] = [];
  readonly alreadyDecided = new Set<string>();
  /** By currency: why it is left out. The keys could not be reached, or deciding it threw. */
  readonly errors = new Map<string, unknown>();

  readonly #ports: SweepRunPorts;
  readonly #snapshot: SnapshotTaken;
  #view: RunView;
  /**
   * The known parts. None at first: reading them would cost every run a read, and finds nothing but in a repeated
   * one.
   */
  #parts: readonly DecisionRun[] = [];
  readonly #own = new Set<string>();
  readonly #maxChanges: number;

  constructor(
    ports: SweepRunPorts,
    snapshot: SnapshotTaken,
    view: RunView,
    maxChanges = MAX_CHANGES_OF_PART,
  ) {
    this.#ports = ports;
    this.#snapshot = snapshot;
    this.#view = view;
    this.#maxChanges = maxChanges;
  }

  /** Records these currencies. Returns those whose lanes kept changing, of which nothing is recorded. */
  async record(currencies: readonly string[]): Promise<readonly string[]> {
    const { seals, now } = this.#ports;
    let pending = this.#undecided(currencies);
    let attempts = 0;
    while (pending.length > 0) {
      const work = await decideCurrencies(seals, this.#snapshot, pending, this.#view, now());
      this.#noteErrors(work);
      const part = firstPart(work.decided, this.#maxChanges);
      if (part.length === 0) return [];
      const run = this.#runOf(part);
      const written = await this.#write(part, run);
      const known = this.#parts.length;
      if (written.ok) this.#note(part, run);
      else await this.#readAgain(written.conflicts, part);
      // The keys are used once: at the next delivery they may respond.
      pending = this.#undecided(work.decided.map(({ currency }) => currency));
      attempts = this.#parts.length > known ? 0 : attempts + 1;
      if (attempts === MAX_RUN_ATTEMPTS) return contendedIn(part);
    }
    return [];
  }

  /** A currency that this run could decide after all is not left out. */
  #noteErrors({ decided, errors }: DecidedCurrencies): void {
    for (const { currency } of decided) this.errors.delete(currency);
    for (const [currency, error] of errors) this.errors.set(currency, error);
  }

  async #write(part: readonly DecidedCurrency[], run: DecisionRun): Promise<CommitResult> {
    const { tenant } = this.#snapshot;
    // One halt stops everything; the next run finds the other seals as they are.
    const halts = part.flatMap(({ tampering }) => tampering ?? []).slice(0, 1);
    const changes = part.flatMap((each) => each.changes);
    return await this.#ports.ledger.commit(tenant, [
      ...changes,
      { kind: 'create-decision-run', run, pinned: this.#pinned(run) },
      ...halts,
    ]);
  }

  #pinned({ decisions }: DecisionRun): readonly object[] {
    return decisions.map(({ decision }) => pinnedBy(this.#view.policy, decision));
  }

  #runOf(part: readonly DecidedCurrency[]): DecisionRun {
    const { tenant, scheduledFor } = this.#snapshot;
    const decisions = part.flatMap(({ decisions: decided, proposed }) =>
      decided.map((decision) => {
        const instruction = proposed.find(
          ({ origin }) => origin.kind === 'sweep' && origin.ruleId === decision.ruleId,
        );
        return {
          decision,
          ...(instruction === undefined ? {} : { instructionId: instruction.id }),
        };
      }),
    );
    return { tenant, snapshot: scheduledFor, part: this.#parts.length, decisions };
  }

  #note(part: readonly DecidedCurrency[], run: DecisionRun): void {
    this.#parts = [...this.#parts, run];
    for (const { currency, decisions, proposed } of part) {
      this.#own.add(currency);
      this.decisions.push(...decisions);
      this.proposed.push(...proposed);
    }
    const written = new Map(part.flatMap(({ changes }) => changes.flatMap(laneIn)));
    const lanes = this.#view.lanes.map((lane) => written.get(lane.currency) ?? lane);
    // Sweeps decided in one part count against the tiers of the next.
    this.#view = { ...this.#view, lanes };
  }

  /** A lane moved, or another delivery of this snapshot was quicker: the stored record decides. */
  async #readAgain(
    conflicts: readonly LedgerWrite['kind'][],
    part: readonly DecidedCurrency[],
  ): Promise<void> {
    const { ledger } = this.#ports;
    const { tenant, scheduledFor } = this.#snapshot;
    if (conflicts.includes('create-decision-run')) {
      this.#parts = await ledger.readDecisionRun(tenant, scheduledFor);
    }
    // Before the lanes: one that does not know of these by then never will.
    const proposed = part.flatMap((each) => each.proposed);
    const madeBefore: MadeBefore = conflicts.includes('create-instruction')
      ? await readMadeBefore(ledger, tenant, proposed)
      : new Map();
    this.#view = { ...(await readRunView(this.#ports, this.#snapshot)), madeBefore };
    // A currency may have lost its rules meanwhile: its reading is kept without a decision.
    await retainReadings(ledger, this.#snapshot, this.#view, ruledCurrencies(this.#view.policy));
  }

  /** Those that have rules by now, and are in no known part. */
  #undecided(currencies: readonly string[]): readonly string[] {
    const recorded = new Set(
      this.#parts.flatMap(({ decisions }) => decisions.map(({ decision }) => decision.currency)),
    );
    for (const currency of currencies) {
      if (recorded.has(currency) && !this.#own.has(currency)) this.alreadyDecided.add(currency);
    }
    const ruled = ruledCurrencies(this.#view.policy);
    return currencies.filter((currency) => ruled.has(currency) && !recorded.has(currency));
  }

  /** Ids of all rules in the policy, as it was read last. */
  rules(): ReadonlySet<string> {
    return new Set(this.#rules().map(({ id }) => id));
  }

  #rules(): readonly Pick<SweepRule, 'id' | 'currency'>[] {
    const { rules, unreadableRules = [] } = this.#view.policy;
    return [...rules, ...unreadableRules];
  }

  /** Rules of currencies that another delivery recorded, without a decision in any known part. */
  leftOut(): readonly string[] {
    const decided = new Set(
      this.#parts.flatMap(({ decisions }) => decisions.map(({ decision }) => decision.ruleId)),
    );
    return this.#rules()
      .filter(({ id, currency }) => this.alreadyDecided.has(currency) && !decided.has(id))
      .map(({ id }) => id)
      .sort();
  }
}

/** As many of the first currencies as fit into one transaction and one record; one in any case, so that none is passed over. */
function firstPart(
  decided: readonly DecidedCurrency[],
  maxChanges: number,
): readonly DecidedCurrency[] {
  let [changes, decisions] = [0, 0];
  const beyond = decided.findIndex((each) => {
    changes += each.changes.length;
    decisions += each.decisions.length;
    return changes > maxChanges || decisions > MAX_DECISIONS_OF_PART;
  });
  return beyond === -1 ? decided : decided.slice(0, Math.max(1, beyond));
}

/**
 * The currencies whose lanes were to change. Without any, another item stands in the place of the record: none of
 * them is decided.
 */
function contendedIn(part: readonly DecidedCurrency[]): readonly string[] {
  const moving = part.filter(({ changes }) => changes.length > 0);
  return (moving.length > 0 ? moving : part).map(({ currency }) => currency);
}

function laneIn(change: LedgerWrite) {
  return change.kind === 'replace-lane' ? [[change.lane.currency, change.lane] as const] : [];
}
