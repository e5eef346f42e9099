import type { AuditEntry } from '../../../treasury/audit/audit-entry.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { type Break, breakId } from '../../../treasury/ledger/break.ts';
import type { ClaimWindow } from '../../../treasury/ledger/claim-window.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import type { CommitResult, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { MatchingUsage } from '../../../treasury/ledger/matching-usage.ts';
import type { PendingClaims } from '../../../treasury/ledger/pending-claims.ts';
import type { PastConclusion } from '../../../treasury/ledger/unbooked-conclusion.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import type {
  FlowLedger,
  Readings,
  ReconcilePorts,
} from '../../../treasury/reconciliation/ports.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { at } from './samples.ts';

/** The identity of the table that these books stand for. */
export const MATCHING_EPOCH = 'here';

/** What the store holds, in memory, with its conditions on versions. */
export class InMemoryBooks {
  readonly snapshots = new Map<string, SnapshotTaken>();
  readonly instructions = new Map<string, Instruction>();
  readonly windows: ClaimWindow[] = [];
  readonly flows = new Map<string, Flow>();
  readonly breaks = new Map<string, Break>();
  pendingClaims: PendingClaims | null = null;
  lanes: readonly Lane[] = [];
  readonly conclusions = new Map<string, readonly PastConclusion[]>();
  readonly audit: AuditEntry[] = [];
  /** The matching rules, as whoever writes to the table leaves them; null: the books expect nothing. */
  matchingRules: readonly MatchingRule[] | null = null;
  /** The latest version that history has of each rule; one that is not in it is the latest. */
  readonly latestRules = new Map<string, number>();
  readonly matchingUsage = new Map<string, MatchingUsage>();
  commits = 0;
  /** Commits from now on that find another writer's write in their place. */
  collisions = 0;
  now = at(0);

  know({ window, instruction }: { window: ClaimWindow; instruction: Instruction }): void {
    if (!this.instructions.has(instruction.id)) this.windows.push(window);
    this.instructions.set(instruction.id, instruction);
  }

  /** Sorted by tick; flows that later knowledge took away are left out. */
  current(): readonly Flow[] {
    return [...this.flows.values()]
      .filter(({ movements, unexplained }) => movements.length > 0 || unexplained !== '0')
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  ports(): ReconcilePorts & { readonly readings: Readings<SnapshotTaken> } {
    const inOrder = () =>
      [...this.snapshots.values()].sort((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1));
    const within = <T extends { readonly snapshot: string }>(
      items: Iterable<T>,
      from: string,
      to: string,
    ) => [...items].filter(({ snapshot }) => from <= snapshot && snapshot <= to);
    const matching = {
      epoch: async () => MATCHING_EPOCH,
      readRules: async () => this.matchingRules ?? [],
      readUsage: async (_: string, id: string) => this.matchingUsage.get(id) ?? null,
      seals: hmacSeals,
    };
    return {
      ...(this.matchingRules === null ? {} : { matching }),
      now: () => this.now,
      readings: {
        takenBefore: async (_, tick, limit) =>
          inOrder()
            .filter(({ scheduledFor }) => scheduledFor < tick)
            .reverse()
            .slice(0, limit),
        takenAfter: async (_, tick, limit) =>
          inOrder()
            .filter(({ scheduledFor }) => scheduledFor > tick)
            .slice(0, limit),
        takenBetween: async (_, from, to) =>
          inOrder().filter(({ scheduledFor }) => from <= scheduledFor && scheduledFor <= to),
      },
      flows: {
        claimsEnding: async (_, after, to) =>
          this.windows.filter(
            ({ quarantineUntil }) => after < quarantineUntil && quarantineUntil <= to,
          ),
        ...readsOf(this.flows),
        breaksBetween: async (_, from, to) => within(this.breaks.values(), from, to),
        breakAt: async (_, at) => this.breaks.get(breakId(at)) ?? null,
        conclusionsOf: async (_, currency) => this.conclusions.get(currency) ?? [],
        readPendingClaims: async () => this.pendingClaims,
      },
      ledger: {
        readInstruction: async (_, id) => this.instructions.get(id) ?? null,
        readLanes: async () => this.lanes,
        readControls: async () => null,
        commit: async (_, changes) => this.#commit(changes),
      },
    };
  }

  #putClaim(window: ClaimWindow): void {
    const place = this.windows.findIndex((each) => each.instructionId === window.instructionId);
    if (place < 0) throw new Error(`no claim of ${window.instructionId}`);
    this.windows[place] = window;
  }

  #commit(changes: readonly LedgerWrite[]): CommitResult {
    if (this.collisions > 0) {
      this.collisions -= 1;
      return { ok: false, conflicts: ['put-flow'] };
    }
    this.commits += 1;
    for (const change of changes) {
      if (change.kind === 'put-flow') put(this.flows, keyOf(change.flow), change.flow);
      else if (change.kind === 'put-break') put(this.breaks, change.break.id, change.break);
      else if (change.kind === 'put-matching-usage') {
        put(this.matchingUsage, change.usage.ruleId, change.usage);
      } else if (change.kind === 'assert-matching-rule-unchanged') {
        const rule = this.matchingRules?.find(({ id }) => id === change.ruleId);
        const latest = this.latestRules.get(change.ruleId) ?? change.version;
        if (rule?.version !== change.version || latest !== change.version) {
          return { ok: false, conflicts: [change.kind] };
        }
      } else if (change.kind === 'put-pending-claims') this.pendingClaims = change.pendingClaims;
      else if (change.kind === 'put-claim') this.#putClaim(change.window);
      else if (change.kind === 'append-audit') this.audit.push(change.entry);
      else throw new Error(`books do not take ${change.kind}`);
    }
    return { ok: true };
  }
}

function keyOf({ snapshot, currency }: Flow): string {
  return `${snapshot}#${currency}`;
}

function put<T extends { readonly version: number }>(items: Map<string, T>, key: string, item: T) {
  const before = items.get(key)?.version ?? 0;
  if (item.version !== before + 1) throw new Error(`${key}: ${item.version} after ${before}`);
  items.set(key, item);
}

type FlowReads = Pick<
  FlowLedger,
  'flowsBetween' | 'newestFlows' | 'movedBetween' | 'differedBetween'
>;

/** The reads of flows that are in memory, for one tenant. */
function readsOf(flows: ReadonlyMap<string, Flow>): FlowReads {
  const within = (from: string, to: string) =>
    [...flows.values()]
      .filter(({ snapshot }) => from <= snapshot && snapshot <= to)
      .sort((a, b) => (a.snapshot < b.snapshot ? -1 : 1));
  const newest = (found: readonly Flow[], limit = found.length) =>
    found.toReversed().slice(0, limit);
  return {
    flowsBetween: async (_, from, to) => within(from, to),
    newestFlows: async (_, to, limit) => newest(within('', to), limit),
    movedBetween: async (_, currency, from, to) =>
      newest(within(from, to).filter((flow) => flow.currency === currency && hasMoved(flow))),
    differedBetween: async (_, currency, { from, to }, limit) => {
      const others = within(from, to).filter((flow) => !hasMoved(flow));
      const found = others.filter((flow) => flow.currency === currency && flow.unexplained !== '0');
      return newest(found, limit);
    },
  };
}

function hasMoved({ movements }: Flow): boolean {
  return movements.length > 0;
}
