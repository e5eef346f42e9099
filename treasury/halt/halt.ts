import { knownCurrencies } from '../changes/known-currencies.ts';
import { nearestCurrency } from '../changes/nearest-currency.ts';
import { type Refused, refused } from '../changes/refusal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type HaltState, haltOf } from '../policy/halt-state.ts';
import type { Effects } from '../ports/effects.ts';
import { type AuditHaltsPorts, auditHalts } from './audit-halts.ts';

/** How long Sluice looks up whether a currency is known. A person who stops money does not wait longer. */
const LOOK_UP_MS = 500;

/** How long the audit log is tried after a halt: the halt is in force, and its caller waits for the response. */
const AUDIT_MS = 1_000;

export interface HaltCommand {
  readonly tenant: string;
  /** Absent: everything. */
  readonly currency?: string;
  readonly by: string;
  readonly comment: string;
  readonly requestId: string;
  /** For a person who halts again and again: if it is already halted as they command, nothing is written. */
  readonly sparing?: boolean;
}

export interface HaltPorts extends AuditHaltsPorts, Pick<Effects, 'nonce'> {
  readonly ledger: AuditHaltsPorts['ledger'] & Pick<Ledger, 'halt' | 'readPolicy' | 'readLanes'>;
  /** The result of the work; rejects if it takes longer. */
  readonly within: <T>(milliseconds: number, work: () => Promise<T>) => Promise<T>;
}

export type HaltResult =
  /** `audited`: false if the watchdog will add it to the audit log. */
  { readonly result: 'halted'; readonly halt: HaltState; readonly audited: boolean } | Refused;

/**
 * The kill switch: one person, one write, at once. It depends on nothing that can be missing, broken or contended;
 * every claim depends on it.
 */
export async function halt(ports: HaltPorts, command: HaltCommand): Promise<HaltResult> {
  const { tenant, currency, by, comment, requestId } = command;
  if (command.sparing === true) {
    const current = await currentHalt(ports, command);
    if (current !== null) return { result: 'halted', halt: current, audited: true };
  }
  if (currency !== undefined) {
    const unknown = await refuseUnknown(ports, tenant, currency);
    if (unknown !== null) return unknown;
  }
  const act = {
    id: ports.nonce(),
    at: ports.now(),
    by,
    comment,
    requestId,
    ...(currency === undefined ? {} : { currency }),
  };
  const halted = await ports.ledger.halt(tenant, act);
  const audited = await ports
    .within(AUDIT_MS, () => auditHalts(ports, tenant))
    .then(
      () => true,
      () => false,
    );
  return { result: 'halted', halt: halted, audited };
}

/** The current state, if it is halted as commanded; null also if that cannot be determined. */
async function currentHalt(
  ports: HaltPorts,
  { tenant, currency }: HaltCommand,
): Promise<HaltState | null> {
  try {
    const current = await ports.within(LOOK_UP_MS, () => ports.ledger.readHalt(tenant));
    if (currency === undefined) return current.mode === 'halted' ? current : null;
    return haltOf(current, currency) === null ? null : current;
  } catch {
    return null;
  }
}

/**
 * A currency that nothing names is a spelling mistake, and money would go on leaving. If it cannot be looked up in
 * time, the code is halted as typed.
 */
async function refuseUnknown(
  ports: HaltPorts,
  tenant: string,
  currency: string,
): Promise<Refused | null> {
  let known: ReadonlySet<string>;
  try {
    const [policy, lanes] = await ports.within(LOOK_UP_MS, () =>
      Promise.all([ports.ledger.readPolicy(tenant), ports.ledger.readLanes(tenant)]),
    );
    known = knownCurrencies(policy, lanes);
  } catch {
    return null;
  }
  if (known.has(currency)) return null;
  const nearest = nearestCurrency(currency, known);
  const all = [...known].sort().join(', ');
  const accepted = nearest === null ? all : `${nearest}? Known: ${all}`;
  const fields = [{ path: 'currency', seen: JSON.stringify(currency), accepted }];
  return refused('policy-conflict', 'No such currency is in use. Nothing was halted.', { fields });
}
