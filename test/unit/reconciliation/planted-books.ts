import { LedgerInMemory } from '../../../adapters/memory/ledger-in-memory.ts';
import { claimKey, versionKey } from '../../../adapters/memory/ledger-keys.ts';
import { flowsIn, ledgerIn } from '../../../adapters/memory/ledger-ports.ts';
import { LedgerState } from '../../../adapters/memory/ledger-state.ts';
import { readingsIn, SnapshotsInMemory } from '../../../adapters/memory/snapshots-in-memory.ts';
import { StatementsInMemory } from '../../../adapters/memory/statements-in-memory.ts';
import type { AuditEntry } from '../../../treasury/audit/audit-entry.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { ClaimWindow } from '../../../treasury/ledger/claim-window.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import type { PastConclusion } from '../../../treasury/ledger/unbooked-conclusion.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import type { Readings, ReconcilePorts } from '../../../treasury/reconciliation/ports.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { unbookedAt } from '../../contract/items.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { at } from './samples.ts';

/** The identity of the table that these books stand for. */
export const MATCHING_EPOCH = 'here';

/** The books of the store in memory, and a test that plants what others write: claims, lanes, matching rules, conclusions. */
export class PlantedBooks {
  readonly snapshots = new SnapshotsInMemory();
  readonly #state = new LedgerState(TENANT);
  readonly #ledger = new LedgerInMemory(MATCHING_EPOCH, this.#state);
  readonly statements = new StatementsInMemory(this.#ledger);
  #areMatched = false;
  commits = 0;
  /** Commits from now on that find another writer's write in their place. */
  collisions = 0;
  now = at(0);

  constructor() {
    this.#ledger.observe(() => {
      this.commits += 1;
    });
  }

  get breaks() {
    return this.#state.books.of('break');
  }

  get flows() {
    return this.#state.books.of('flow');
  }

  get matchingUsage() {
    return this.#state.books.of('matching-usage');
  }

  get pendingClaims() {
    return this.#ledger.booked('pending-claims');
  }

  get instructions(): ReadonlyMap<string, Instruction> {
    return this.#state.instructions;
  }

  get windows(): readonly ClaimWindow[] {
    return this.#state.claims.values();
  }

  get audit(): readonly AuditEntry[] {
    return this.#ledger.audit;
  }

  know({ window, instruction }: { window: ClaimWindow; instruction: Instruction }): void {
    if (!this.instructions.has(instruction.id)) this.#state.claims.set(claimKey(window), window);
    this.#state.instructions.set(instruction.id, instruction);
  }

  set lanes(lanes: readonly Lane[]) {
    this.#state.lanes = new Map(lanes.map((lane) => [lane.currency, lane]));
  }

  /** What two people have said of a lane's unbooked amounts. */
  conclude(currency: string, earlier: readonly PastConclusion[]): void {
    this.#state.books.of('unbooked').set(currency, { ...unbookedAt(1), currency, earlier });
  }

  /** The matching rules, as whoever writes to the table leaves them; null: the books expect nothing. */
  get matchingRules(): readonly MatchingRule[] | null {
    return this.#areMatched ? this.#ledger.bookedBetween('matching-rule') : null;
  }

  set matchingRules(rules: readonly MatchingRule[] | null) {
    const stored = this.#state.books.of('matching-rule');
    for (const id of stored.keys()) stored.delete(id);
    for (const rule of rules ?? []) stored.set(rule.id, rule);
    this.#areMatched = rules !== null;
  }

  /** A version of a rule that its history has, whatever the table says of the rule. */
  rememberRule(id: string, version: number): void {
    this.#state.written.add(versionKey('matching-rule', id, version));
  }

  /** Sorted by tick; flows that later knowledge took away are left out. */
  current() {
    return this.#ledger
      .bookedBetween('flow')
      .filter(({ movements, unexplained }) => movements.length > 0 || unexplained !== '0');
  }

  ports(): ReconcilePorts & {
    readonly readings: Readings<SnapshotTaken>;
    readonly ledger: Ledger;
  } {
    const ledgers = { epoch: MATCHING_EPOCH, of: () => this.#ledger };
    const ledger = ledgerIn(ledgers);
    const matching = {
      epoch: ledger.epoch,
      readRules: async () => this.matchingRules ?? [],
      readUsage: async (_: string, id: string) => this.matchingUsage.get(id) ?? null,
      seals: hmacSeals,
    };
    return {
      ...(this.#areMatched && { matching }),
      now: () => this.now,
      readings: readingsIn(() => this.snapshots),
      flows: flowsIn(ledgers),
      ledger: {
        ...ledger,
        commit: async (tenant, writes) => await this.#commit(ledger, tenant, writes),
      },
    };
  }

  /** What explaining and closing a break takes. */
  breakPorts() {
    const { now, ledger } = this.ports();
    const readBreak = async (_: string, id: string) => this.breaks.get(id) ?? null;
    return { now, breaks: { readBreak }, ledger };
  }

  async #commit(ledger: Ledger, ...[tenant, writes]: Parameters<Ledger['commit']>) {
    if (this.collisions === 0) return await ledger.commit(tenant, writes);
    this.collisions -= 1;
    return { ok: false, conflicts: ['put-flow'] } as const;
  }
}
