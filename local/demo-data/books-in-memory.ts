import { type AuditHead, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { ChangePorts } from '../../treasury/changes/ports.ts';
import type { KeepForecastPorts } from '../../treasury/forecast/keep-forecast.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { type Break, breakId } from '../../treasury/ledger/break.ts';
import type { ClaimWindow } from '../../treasury/ledger/claim-window.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { KeptForecast } from '../../treasury/ledger/kept-forecast.ts';
import type { CommitResult, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { PendingClaims } from '../../treasury/ledger/pending-claims.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import type { FlowLedger, Readings } from '../../treasury/reconciliation/ports.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';

import { readsOf } from './flows-in-memory.ts';
import { PolicyInMemory } from './policy-in-memory.ts';
import { SpansInMemory } from './spans-in-memory.ts';

/** The identity of a table that does not exist. */
export const MADE_UP_TABLE = 'made-up';

/**
 * The store as the domain sees it, in memory and for one writer: made-up history is computed with it, before any of
 * it is written. Conditions are left out since there is no other writer; everything else is the domain's own code.
 */
export class BooksInMemory {
  readonly snapshots: Snapshot[] = [];
  /**
   * Every write, in order. Lanes are left out: they decide what may leave now, which history must not touch. Runs of rules
   * lie beside the snapshots.
   */
  readonly changes: LedgerWrite[] = [];
  /** By day. */
  readonly #forecasts = new Map<string, KeptForecast>();
  readonly #taken: SnapshotTaken[] = [];
  readonly #instructions = new Map<string, Instruction>();
  readonly #lanes = new Map<string, Lane>();
  readonly #runs: DecisionRun[] = [];
  readonly #claims: ClaimWindow[] = [];
  readonly #flows = new Map<string, Flow>();
  readonly #breaks = new Map<string, Break>();
  #pendingClaims: PendingClaims | null = null;
  #head: AuditHead = EMPTY_CHAIN;
  readonly #policy = new PolicyInMemory();

  readonly spans = new SpansInMemory(this.#runs);

  put = async (snapshot: Snapshot): Promise<boolean> => {
    this.snapshots.push(snapshot);
    if (snapshot.kind === 'taken') this.#taken.push(snapshot);
    return true;
  };

  readonly readings: Readings<SnapshotTaken> = {
    takenBefore: async (_, tick, limit) =>
      this.#taken
        .filter(({ scheduledFor }) => scheduledFor < tick)
        .slice(-limit)
        .reverse(),
    takenAfter: async (_, tick, limit) =>
      this.#taken.filter(({ scheduledFor }) => scheduledFor > tick).slice(0, limit),
    takenBetween: async (_, from, to) =>
      this.#taken.filter(({ scheduledFor }) => scheduledFor >= from && scheduledFor <= to),
  };

  readonly flows: FlowLedger = {
    claimsEnding: async (_, after, to) =>
      this.#claims.filter(
        ({ quarantineUntil }) => quarantineUntil > after && quarantineUntil <= to,
      ),
    ...readsOf(this.#flows),
    breaksBetween: async (_, from, to) => within([...this.#breaks.values()], from, to),
    breakAt: async (_, at) => this.#breaks.get(breakId(at)) ?? null,
    conclusionsOf: async () => [],
    readPendingClaims: async () => this.#pendingClaims,
  };

  readonly forecasts: KeepForecastPorts['forecasts'] = {
    read: async (_, day) => this.#forecasts.get(day) ?? null,
    put: async (kept) => {
      this.#forecasts.set(kept.day, kept);
      return true;
    },
  };

  /** What was forecast for each day, the earliest first. */
  get keptForecasts(): readonly KeptForecast[] {
    return [...this.#forecasts.values()];
  }

  takenSince = async (
    _: string,
    since: Instant,
    limit: number,
  ): Promise<readonly SnapshotTaken[]> =>
    this.#taken.filter(({ takenAt }) => takenAt >= since).slice(0, limit);

  readBreak = async (_: string, id: string): Promise<Break | null> => this.#breaks.get(id) ?? null;

  readonly ledger = {
    epoch: async (): Promise<string> => MADE_UP_TABLE,
    readInstruction: async (_: string, id: string): Promise<Instruction | null> =>
      this.#instructions.get(id) ?? null,
    readLanes: async (): Promise<readonly Lane[]> => [...this.#lanes.values()],
    readPolicy: (tenant: string): Promise<Policy> => this.#policy.readPolicy(tenant),
    readControls: async (tenant: string): Promise<Controls | null> =>
      (await this.#policy.readPolicy(tenant)).controls,
    readDecisionRun: async (): Promise<readonly DecisionRun[]> => [],
    readTradeUsage: async (): Promise<null> => null,
    readOutflowUsage: async (): Promise<null> => null,
    readApprovalUsage: async (): Promise<null> => null,
    readAuditHead: async (): Promise<AuditHead> => this.#head,
    knownWithdrawals: async (): Promise<ReadonlySet<string>> => new Set(),
    knownTrades: async (): Promise<ReadonlySet<string>> => new Set(),
    commit: async (_: string, changes: readonly LedgerWrite[]): Promise<CommitResult> => {
      for (const change of changes) this.#apply(change);
      return { ok: true };
    },
  };

  /** The reads and the writes that changes of the policy need. */
  get policyLedger(): ChangePorts['ledger'] {
    const { reads, readHaltMarks } = this.#policy;
    return { ...this.ledger, ...reads, readHaltMarks };
  }

  /** From here on there is a policy: without rules and accounts, and with these controls. */
  begin(controls: Controls): void {
    this.#policy.begin(controls);
  }

  /** The runs, in the order of their snapshots. */
  get runs(): readonly DecisionRun[] {
    return this.#runs;
  }

  #apply(change: LedgerWrite): void {
    switch (change.kind) {
      case 'create-lane':
      case 'replace-lane':
        this.#lanes.set(change.lane.currency, change.lane);
        return;
      case 'create-instruction':
      case 'replace-instruction':
        this.#keepInstruction(change.instruction);
        break;
      case 'put-flow':
        this.#flows.set(`${change.flow.snapshot}#${change.flow.currency}`, change.flow);
        break;
      case 'put-break':
        this.#breaks.set(change.break.id, change.break);
        break;
      case 'put-pending-claims':
        this.#pendingClaims = change.pendingClaims;
        break;
      case 'put-claim':
        this.#replaceClaim(change.window);
        break;
      case 'append-audit':
        this.#head = change.entry;
        break;
      case 'create-decision-run':
        this.#runs.push(change.run);
        return;
      case 'record-missed':
      case 'record-withdrawal-id':
      case 'record-trade-id':
        break;
      default:
        if (!this.#policy.apply(change)) throw new Error(`made-up history has no ${change.kind}`);
    }
    this.changes.push(change);
  }

  #replaceClaim(window: ClaimWindow): void {
    const index = this.#claims.findIndex(
      ({ instructionId }) => instructionId === window.instructionId,
    );
    this.#claims[index] = window;
  }

  #keepInstruction(instruction: Instruction): void {
    this.#instructions.set(instruction.id, instruction);
    const { id, status } = instruction;
    if (status.state !== 'sending') return;
    const { claimedAt, quarantineUntil } = status.claim;
    this.#claims.push({ instructionId: id, claimedAt, quarantineUntil });
  }
}

function within<T extends { readonly snapshot: Instant }>(
  all: readonly T[],
  from: Instant,
  to: Instant,
): readonly T[] {
  return all
    .filter(({ snapshot }) => snapshot >= from && snapshot <= to)
    .sort((a, b) => (a.snapshot < b.snapshot ? -1 : 1));
}
