import type { AuditHead } from '../audit/audit-entry.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A month that is over and whose statement never changes again; amounts are read with its month. */
interface FrozenStatementData {
  /** YYYY-MM. */
  readonly month: string;
  readonly timeZone: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly reportingCurrency: string;
  /** SHA-256 of the statement, in hex: store it out of reach of everyone who can change the ledger. */
  readonly digest: string;
  /** The end of the audit chain that names the digest; absent of months of before it was kept. */
  readonly head?: AuditHead;
}

export interface StatementEvents {
  readonly 'com.sluice.statement.frozen': FrozenStatementData;
}

/**
 * One event for each month and time zone; null for a statement that was never frozen, which the store does not hold.
 */
export function statementEvent({ after }: MoveOf<'statement'>): EventBody | null {
  const { month, timeZone, from, to, reportingCurrency, digest, frozenAt, chained } = after;
  if (digest === null || frozenAt === null) return null;
  return {
    type: 'com.sluice.statement.frozen',
    subject: month,
    time: frozenAt,
    write: `${month}/${timeZone}`,
    data: {
      ...{ month, timeZone, from, to, reportingCurrency, digest },
      ...(chained === undefined
        ? {}
        : { head: { sequence: chained.sequence, hash: chained.hash } }),
    },
  };
}
