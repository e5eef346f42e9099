import * as z from 'zod/mini';
import { type AuditEntry, EMPTY_CHAIN } from '../audit/audit-entry.ts';
import { type TrailPorts, type TrailVerdict, verifyTrail } from '../audit/verify-trail.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { isIntact } from './build-statement.ts';
import { FREEZE_ACTION } from './freeze-months.ts';
import type { Statement } from './statement.ts';

/** Entries of the audit log that are read between two looks at the chain's end. */
const ENTRIES_PER_STRETCH = 10_000;

/** A month of a time zone: what is frozen once. */
export interface FrozenPlace {
  readonly month: string;
  readonly timeZone: string;
}

/** A frozen month as the table holds it, whatever its digest says; unreadable if it is no statement any more. */
export type StoredStatement = FrozenPlace &
  ({ readonly statement: Statement } | { readonly unreadable: string });

export interface VerifyStatementsPorts extends TrailPorts {
  /** Every month that the table holds, by its key. */
  readonly storedStatements: (tenant: string) => AsyncIterable<StoredStatement>;
}

/** A digest that was kept outside of the table: from the event, a file, or paper. */
export interface KnownDigest extends FrozenPlace {
  readonly digest: string;
}

/** What is wrong with one frozen month. */
export type StatementFault =
  /** Its items cannot be read as a statement. */
  | 'unreadable'
  /** Its content has another digest than it names. */
  | 'other-content'
  /** It lies under the key of another month, tenant or time zone. */
  | 'other-place'
  /** An opening balance and its movements do not make the closing one. */
  | 'does-not-add-up'
  /** The audit log names another digest for the month. */
  | 'other-than-in-chain'
  /** The audit log does not name the month: no run of Sluice froze it. */
  | 'not-in-chain'
  /** The audit log names the month more than once: each is frozen once. */
  | 'twice-in-chain'
  /** The audit log names the month, and the table does not hold it. */
  | 'missing'
  /** It has another digest than the one that was kept outside. */
  | 'other-than-known';

export interface FaultyStatement extends FrozenPlace {
  readonly fault: StatementFault;
  readonly message: string;
}

export interface StatementsVerdict {
  /** Months whose content, arithmetic and digest agree with each other, with the chain and with what is known. */
  readonly intact: readonly KnownDigest[];
  readonly faulty: readonly FaultyStatement[];
  readonly chain: Exclude<TrailVerdict, { readonly verdict: 'unfinished' }>;
}

/**
 * Recomputes the digest of every frozen month from its items and compares it with the audit log's, whose chain is
 * followed from its beginning. A program with write access to the table cannot change a month, take one away, or add
 * one without a break in one of the three; digests that were kept outside show even a chain that was written anew.
 */
export async function verifyStatements(
  ports: VerifyStatementsPorts,
  tenant: string,
  known: readonly KnownDigest[] = [],
): Promise<StatementsVerdict> {
  const named = new Map<string, KnownDigest[]>();
  const chain = await followedChain(ports, tenant, named);
  const outside = new Map(known.map((each) => [keyOf(each), each.digest]));
  const seen = new Set<string>();
  const intact: KnownDigest[] = [];
  const faulty: FaultyStatement[] = [];
  for await (const stored of ports.storedStatements(tenant)) {
    const key = keyOf(stored);
    seen.add(key);
    const faults = faultsOf(stored, tenant, named.get(key) ?? [], outside.get(key));
    faulty.push(...faults);
    const [first] = named.get(key) ?? [];
    if (faults.length === 0 && first !== undefined) intact.push(first);
  }
  const expected = [...[...named.values()].flatMap(([first]) => first ?? []), ...known];
  for (const { month, timeZone, digest } of expected) {
    const key = keyOf({ month, timeZone });
    if (seen.has(key)) continue;
    seen.add(key);
    const message = `frozen with the digest ${digest}, and not in the table`;
    faulty.push({ month, timeZone, fault: 'missing', message });
  }
  return { intact, faulty, chain };
}

function keyOf({ month, timeZone }: FrozenPlace): string {
  return `${month}#${timeZone}`;
}

/** Follows the chain to its end and collects the months that it names. */
async function followedChain(
  ports: TrailPorts,
  tenant: string,
  named: Map<string, KnownDigest[]>,
): Promise<StatementsVerdict['chain']> {
  const entriesAfter: TrailPorts['entriesAfter'] = async (...asked) => {
    const entries = await ports.entriesAfter(...asked);
    for (const place of entries.flatMap(frozenBy)) {
      named.set(keyOf(place), [...(named.get(keyOf(place)) ?? []), place]);
    }
    return entries;
  };
  let from = EMPTY_CHAIN;
  for (;;) {
    const verdict = await verifyTrail(
      { ...ports, entriesAfter },
      tenant,
      ENTRIES_PER_STRETCH,
      from,
    );
    if (verdict.verdict !== 'unfinished') return verdict;
    from = verdict.at;
  }
}

const frozenMonth = z.object({ month: z.string(), timeZone: z.string(), digest: z.string() });

function frozenBy({ action, after }: AuditEntry): readonly KnownDigest[] {
  if (action !== FREEZE_ACTION) return [];
  const parsed = frozenMonth.safeParse(after);
  return parsed.success ? [parsed.data] : [];
}

function faultsOf(
  stored: StoredStatement,
  tenant: string,
  named: readonly KnownDigest[],
  outside: string | undefined,
): readonly FaultyStatement[] {
  const { month, timeZone } = stored;
  const fault = (kind: StatementFault, message: string): FaultyStatement => ({
    ...{ month, timeZone },
    fault: kind,
    message,
  });
  if ('unreadable' in stored) return [fault('unreadable', stored.unreadable)];
  const { statement } = stored;
  const digest = statement.digest ?? 'none';
  const [first, ...more] = named;
  const gap = gapIn(statement);
  const isPlaced =
    statement.month === month && statement.timeZone === timeZone && statement.tenant === tenant;
  return [
    ...(isIntact(statement)
      ? []
      : [fault('other-content', `its content does not have the digest ${digest}`)]),
    ...(isPlaced
      ? []
      : [
          fault(
            'other-place',
            `it is ${statement.month} of ${statement.tenant} in ${statement.timeZone}`,
          ),
        ]),
    ...(gap === null ? [] : [fault('does-not-add-up', gap)]),
    ...(first === undefined ? [fault('not-in-chain', 'no entry of the audit log froze it')] : []),
    ...(first !== undefined && first.digest !== digest
      ? [fault('other-than-in-chain', `the audit log has ${first.digest}, it has ${digest}`)]
      : []),
    ...(more.length > 0
      ? [fault('twice-in-chain', `${named.length} entries of the audit log froze it`)]
      : []),
    ...(outside !== undefined && outside !== digest
      ? [fault('other-than-known', `${outside} was kept outside, it has ${digest}`)]
      : []),
  ];
}

/** The first currency whose opening balance and movements do not make its closing one. */
function gapIn({ currencies }: Statement): string | null {
  for (const { currency, opening, movements, closing } of currencies) {
    const moved = movements.reduce(
      (sum, { amount }) => sum.plus(decimalOf(amount)),
      decimalOf(opening.amount),
    );
    if (moved.equals(decimalOf(closing.amount))) continue;
    return `${currency}: the opening and the movements make ${formatDecimal(moved)}, the closing is ${closing.amount}`;
  }
  return null;
}
