import type { PolicyLedger } from '../../treasury/changes/ports.ts';
import { breakId, breakIdBounds } from '../../treasury/ledger/break.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { ControlsReader, Ledger } from '../../treasury/ledger/ledger.ts';
import { type CurrentItem, type Subject, stateOf } from '../../treasury/ledger/policy-change.ts';
import { conclusionsIn } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { FlowLedger } from '../../treasury/reconciliation/ports.ts';
import { firstOf } from './in-order.ts';
import type { LedgerInMemory } from './ledger-in-memory.ts';

/** The ledgers of tenants in one table. */
export interface Ledgers {
  readonly epoch: string;
  readonly of: (tenant: string) => LedgerInMemory;
}

/** The one ledger, for whoever has one tenant only. */
export function alone(ledger: LedgerInMemory): Ledgers {
  return { epoch: ledger.epoch, of: () => ledger };
}

/** Sorts behind every currency, or id, that may follow a moment. */
const AFTER_ANY = '~';

export function ledgerIn({ epoch, of }: Ledgers): Ledger & ControlsReader {
  return {
    epoch: async () => epoch,
    readHalt: async (tenant) => of(tenant).halt,
    readHaltMarks: async (tenant, currencies) => of(tenant).haltMarks(currencies),
    halt: async (tenant, act) => of(tenant).haltBy(act),
    readPolicy: async (tenant) => of(tenant).policy(),
    readControls: async (tenant) => of(tenant).controls,
    readLanes: async (tenant) => of(tenant).lanes(),
    readDecisionRun: async (tenant, snapshot) => of(tenant).decisionRun(snapshot),
    readInstruction: async (tenant, id) => of(tenant).instruction(id),
    readCounts: async (tenant, name) => of(tenant).counts(name),
    readAuditHead: async (tenant) => of(tenant).auditHead(),
    knownWithdrawals: async (tenant, ids) => of(tenant).knownWithdrawals(ids),
    knownTrades: async (tenant, ids) => of(tenant).knownTrades(ids),
    commit: async (tenant, changes) => of(tenant).commit(changes),
  };
}

export function policyLedgerIn({ of }: Ledgers): PolicyLedger {
  return {
    readCurrent: async (tenant, subject) => currentOf(of(tenant), subject),
    readManualRates: async (tenant) => inForce(of(tenant).bookedBetween('manual-rate')),
    readMatchingRules: async (tenant) => inForce(of(tenant).bookedBetween('matching-rule')),
    readWebhooks: async (tenant) => ({
      things: inForce(of(tenant).bookedBetween('webhook')),
      unreadable: [],
    }),
    readChange: async (tenant, id) => of(tenant).change(id),
    openChangesOf: async (tenant, madeBy, now, limit) =>
      [...of(tenant).changes()]
        .filter((change) => change.madeBy === madeBy && stateOf(change, now) === 'proposed')
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        .slice(0, limit),
  };
}

/** Those that expire first come first. */
function keyOf({ expiresAt, id }: { readonly expiresAt: string; readonly id: string }): string {
  return `${expiresAt}#${id}`;
}

function currentOf(ledger: LedgerInMemory, subject: Subject): CurrentItem | null {
  const { kind } = subject;
  switch (kind) {
    case 'rule':
      return found(kind, ledger.rule(subject.id));
    case 'account':
      return found(kind, ledger.account(subject.id));
    case 'calendar':
      return found(kind, ledger.calendar(subject.id));
    case 'webhook':
      return found(kind, ledger.booked(kind, subject.id));
    case 'manual-rate':
      return found(kind, ledger.booked(kind, subject.id));
    case 'matching-rule':
      return found(kind, ledger.booked(kind, subject.id));
    case 'controls':
      return found(kind, ledger.controls);
    default:
      return kind satisfies never;
  }
}

function found<Kind, Item>(kind: Kind, item: Item | null) {
  return item === null ? null : { kind, item };
}

function inForce<T extends { readonly deletedAt?: string }>(items: readonly T[]): readonly T[] {
  return items.filter(({ deletedAt }) => deletedAt === undefined);
}

export function flowsIn({ of }: Ledgers): FlowLedger {
  const flowsOf = (tenant: string, from: string, to: string) =>
    of(tenant).bookedBetween('flow', from, `${to}${AFTER_ANY}`);
  // Ids follow the moment, so a claim that ends at that very moment sorts behind it.
  const claims = (tenant: string, after: string, to: string) =>
    of(tenant).claimsBetween(`${after}${AFTER_ANY}`, `${to}${AFTER_ANY}`);
  return {
    claimsEnding: async (tenant, after, to) => claims(tenant, after, to),
    async *claimPages(tenant, after, to) {
      yield claims(tenant, after, to);
    },
    flowsBetween: async (tenant, from, to) => flowsOf(tenant, from, to),
    newestFlows: async (tenant, to, limit) => flowsOf(tenant, '', to).toReversed().slice(0, limit),
    movedBetween: async (tenant, currency, from, to) =>
      flowsOf(tenant, from, to)
        .filter((flow) => flow.currency === currency && hasMoved(flow))
        .toReversed(),
    differedBetween: async (tenant, currency, { from, to }, limit = Number.POSITIVE_INFINITY) =>
      firstOf(
        flowsOf(tenant, from, to).toReversed(),
        limit,
        (flow) => flow.currency === currency && !hasMoved(flow) && flow.unexplained !== '0',
      ),
    breaksBetween: async (tenant, from, to) =>
      of(tenant).bookedBetween('break', ...breakIdBounds(from, to)),
    breakAt: async (tenant, at) => of(tenant).booked('break', breakId(at)),
    conclusionsOf: async (tenant, currency) =>
      conclusionsIn(of(tenant).booked('unbooked', currency)),
    readPendingClaims: async (tenant) => of(tenant).booked('pending-claims'),
  };
}

function hasMoved({ movements }: Flow): boolean {
  return movements.length > 0;
}
