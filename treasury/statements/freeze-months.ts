import { type AuditEntry, type AuditFact, appendToChain } from '../audit/audit-entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { retry } from '../retries/retry.ts';
import { epochMsOf, plusSeconds } from '../time/instant.ts';
import { frozen } from './build-statement.ts';
import { boundsOfMonth, monthOf } from './month.ts';
import type { Statement } from './statement.ts';
import {
  type Books,
  type StatementPorts,
  type StatementRules,
  workedOut,
} from './statement-of-month.ts';

/** Months that are examined: the function that freezes may have been down for some weeks. */
const MONTHS_BACK = 3;

/** Days that are surely in the month before: no month is longer, and none shorter than 28. */
const DAYS_INTO_MONTH_BEFORE = 1;

/** The action of the audit log's entry that names a frozen month and its digest. */
export const FREEZE_ACTION = 'freeze-month';

export interface FreezePorts extends Pick<Effects, 'now'>, FrozenStatements {
  /** Strongly consistent: the writes made here are final. */
  readonly books: Books;
  readonly ledger: Pick<Ledger, 'readAuditHead'>;
}

/** Months that are frozen. */
export interface FrozenStatements {
  readonly readFrozen: StatementPorts['readFrozen'];
  readonly isFrozen: (tenant: string, month: string, timeZone: string) => Promise<boolean>;
  /** Writes the statement and the entry together or neither. */
  readonly freeze: (statement: Statement, entry: AuditEntry) => Promise<FreezeResult>;
}

export type FreezeResult =
  | { readonly result: 'frozen' }
  /** Nothing is overwritten. */
  | { readonly result: 'frozen-before' }
  /** Others have written to the audit log since it was read. */
  | { readonly result: 'contended' };

/** Attempts to write one statement while others write to the audit log; beyond them the snapshot comes again. */
const MAX_ATTEMPTS = 5;

/**
 * Freezes the months that are over, whose grace has passed, and that were not frozen yet: each once, with its digest,
 * which goes into the audit log in the same write: an attacker who changes both has to change the chain. A month that a
 * rate would value which is not what Sluice wrote waits, and so do those after it: they open with what it closes with. Called at the end of every day; returns the months frozen now.
 */
export async function freezeMonths(
  ports: FreezePorts,
  tenant: string,
  { graceSeconds, frozenTimeZones }: StatementRules,
): Promise<readonly Statement[]> {
  const done: Statement[] = [];
  for (const timeZone of new Set(frozenTimeZones)) {
    for (const month of lastMonths(ports.now(), timeZone)) {
      const { to } = boundsOfMonth(month, timeZone);
      if (ports.now() < plusSeconds(to, graceSeconds)) continue;
      // One before it may have waited for a rate to be put right.
      if (await ports.isFrozen(tenant, month, timeZone)) continue;
      const query = { tenant, month, timeZone };
      const statement = await workedOut(ports.books, query, ports.readFrozen);
      // A month without a snapshot has no statement.
      if (statement === null) continue;
      // What is frozen stays: a rate that is not what Sluice wrote is agreed to again, or deleted, before.
      if (statement.refusedRates !== undefined) break;
      const written = frozen(statement, ports.now());
      if (await freezeOnce(ports, written)) done.push(written);
    }
  }
  return done;
}

/** False if another delivery has frozen it meanwhile. */
async function freezeOnce({ ledger, freeze }: FreezePorts, statement: Statement): Promise<boolean> {
  const fact = factOf(statement);
  const frozenOnce = async () => {
    const head = await ledger.readAuditHead(statement.tenant);
    const { result } = await freeze(statement, appendToChain(head, fact));
    return result === 'contended' ? null : result;
  };
  const result = await retry(frozenOnce, { attempts: MAX_ATTEMPTS });
  if (result !== null) return result === 'frozen';
  throw new Error(`the audit log kept moving while ${statement.month} was frozen`);
}

function factOf({ month, timeZone, digest, frozenAt, to }: Statement): AuditFact {
  return {
    at: frozenAt ?? to,
    by: 'sluice',
    action: FREEZE_ACTION,
    subject: `statement:${month}`,
    requestId: 'freeze-months',
    before: null,
    after: { month, timeZone, digest },
  };
}

/** The months before that of a moment, oldest first: each opens with what the one before closed with. */
function lastMonths(now: string, timeZone: string): readonly string[] {
  const months = [monthOf(now, timeZone)];
  while (months.length <= MONTHS_BACK) {
    const { from } = boundsOfMonth(months.at(-1) ?? '', timeZone);
    const before = epochMsOf(from) - DAYS_INTO_MONTH_BEFORE * 86_400_000;
    months.push(monthOf(new Date(before).toISOString(), timeZone));
  }
  return months.slice(1).reverse();
}
