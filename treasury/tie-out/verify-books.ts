import type { AuditEntry, AuditHead } from '../audit/audit-entry.ts';
import { sayCorrected } from '../facts/sentences/corrected-flow.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { CORRECT_DAYS_ACTION, dayCorrectionsSchema } from '../ledger/day-correction.ts';
import type { Flow } from '../ledger/flow.ts';
import { UnreadableItemError } from '../ledger/unreadable-item.ts';
import {
  type KnownDigest,
  type StatementsVerdict,
  type StoredStatement,
  type VerifyStatementsPorts,
  verifyStatements,
} from '../statements/verify-statements.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import type { Instant } from '../time/instant.ts';
import { beforeCorrections, type LoggedCorrection } from './before-corrections.ts';
import { CLOSE_DAY_ACTION, type RecordedDay } from './close-days.ts';
import {
  DAY_PARTS,
  type DayItem,
  type DayPart,
  type DayRoot,
  dayRootSchema,
  leafOf,
  partOf,
  rootOf,
} from './closed-day.ts';
import {
  type Disagreement,
  faultsOfFlow,
  faultsOfRequest,
  faultsOfStatement,
  nameOf,
} from './three-ways.ts';

export interface VerifyBooksPorts extends VerifyStatementsPorts {
  readonly readDay: (tenant: string, day: CalendarDate) => Promise<RecordedDay>;
  readonly flowsBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly Flow[]>;
  readonly readInstruction: (tenant: string, id: string) => Promise<Instruction | null>;
}

/** What was kept outside of the tables: digests of months, and ends of the chain. */
export interface KnownOutside {
  readonly digests?: readonly KnownDigest[];
  readonly heads?: readonly AuditHead[];
}

/** What is wrong in the books, and where. */
export type BooksFault =
  /** Something on record of a closed day is not what it was, is missing, or was added. */
  | 'changed-day'
  /** The entry of a closed day does not name a root. */
  | 'unreadable-day'
  /** A day between two closed ones was not closed, or one was closed twice. */
  | 'day-not-in-order'
  /** The chain ends before an entry that was kept outside: its end was cut off. */
  | 'cut-off'
  /** The chain has another entry than the one that was kept outside. */
  | 'other-than-known'
  /** A register, the audit log, a flow and a statement do not say the same of a request. */
  | 'does-not-tie-out'
  /** It cannot be read. */
  | 'unreadable';

export interface FaultInBooks {
  readonly fault: BooksFault;
  /** A day, an entry, an instruction or a flow. */
  readonly where: string;
  readonly message: string;
}

/** A closed day whose root is that of what is on record, but for what Sluice itself has corrected since. */
export interface VerifiedDay {
  readonly day: CalendarDate;
  readonly expired: readonly DayPart[];
  /** Corrections after it was closed, by their entries of the audit log. */
  readonly corrected: readonly {
    readonly entry: number;
    readonly at: Instant;
    readonly reason: string;
  }[];
}

export interface BooksVerdict {
  /** Closed days whose root is that of what is on record, with the parts that have expired. */
  readonly days: readonly VerifiedDay[];
  readonly statements: StatementsVerdict;
  readonly faulty: readonly FaultInBooks[];
  /** Requests whose register, approvals, flows and statement lines were compared. */
  readonly compared: number;
}

/** What the chain says, collected while it is followed. */
interface Chained {
  readonly days: DayRoot[];
  /** Of days that were closed before, by day, in the order of the log. */
  readonly corrections: Map<CalendarDate, LoggedCorrection[]>;
  readonly faulty: FaultInBooks[];
  /** People who approved, by instruction. */
  readonly approvals: Map<string, Set<string>>;
  readonly hashes: Map<number, string>;
}

/**
 * Follows the audit chain, recomputes the root of every closed day and the digest of every frozen month, and compares the
 * register of requests, the approvals of the audit log, the flows and the statements with each other. Heads that were kept
 * outside show a chain whose end was cut off, and one that was written anew.
 */
export async function verifyBooks(
  ports: VerifyBooksPorts,
  tenant: string,
  { digests = [], heads = [] }: KnownOutside = {},
): Promise<BooksVerdict> {
  const chained: Chained = {
    ...{ days: [], faulty: [] },
    ...{ corrections: new Map(), approvals: new Map(), hashes: new Map() },
  };
  const known = new Set(heads.map(({ sequence }) => sequence));
  const stored: StoredStatement[] = [];
  const statements = await verifyStatements(
    {
      ...ports,
      entriesAfter: async (...asked) => {
        const entries = await ports.entriesAfter(...asked);
        for (const entry of entries) collect(entry, known, chained);
        return entries;
      },
      storedStatements: async function* (of) {
        for await (const each of ports.storedStatements(of)) {
          stored.push(each);
          yield each;
        }
      },
    },
    tenant,
    digests,
  );
  const days: (VerifiedDay | null)[] = [];
  // One after the other: a day is all that is on record of it, and years of them do not fit side by side.
  for (const root of chained.days) {
    days.push(await verifiedDay(ports, tenant, root, chained));
  }
  const compared = await tieOut(ports, tenant, chained, stored);
  return {
    days: days.flatMap((day) => day ?? []),
    statements,
    faulty: [...chained.faulty, ...orderFaults(chained.days), ...headFaults(heads, chained)],
    compared,
  };
}

/** Whether nothing at all is wrong. */
export function isWhole({ statements, faulty }: BooksVerdict): boolean {
  return (
    faulty.length === 0 && statements.faulty.length === 0 && statements.chain.verdict === 'intact'
  );
}

function collect(entry: AuditEntry, known: ReadonlySet<number>, chained: Chained): void {
  const { action, subject, sequence, hash, by, after } = entry;
  if (known.has(sequence)) chained.hashes.set(sequence, hash);
  if (action === 'approve') {
    const people = chained.approvals.get(subject) ?? new Set<string>();
    chained.approvals.set(subject, people.add(by));
  }
  if (action === CORRECT_DAYS_ACTION) collectCorrections(entry, chained);
  if (action !== CLOSE_DAY_ACTION) return;
  const root = dayRootSchema.safeParse(after);
  if (root.success) chained.days.push(root.data);
  else {
    const message = 'the entry names no root';
    chained.faulty.push({ fault: 'unreadable-day', where: `entry ${sequence}`, message });
  }
}

/** One that came before the day was closed is in its root. */
function collectCorrections(
  { sequence, at, after }: AuditEntry,
  { days, corrections, faulty }: Chained,
): void {
  const said = dayCorrectionsSchema.safeParse(after);
  if (!said.success) {
    const message = 'the entry names no corrections';
    faulty.push({ fault: 'unreadable-day', where: `entry ${sequence}`, message });
    return;
  }
  const closed = new Set(days.map(({ day }) => day));
  for (const each of said.data.corrections.filter(({ day }) => closed.has(day))) {
    const known = corrections.get(each.day) ?? [];
    corrections.set(each.day, [
      ...known,
      { ...each, entry: sequence, at, reason: sayCorrected(said.data.flows) },
    ]);
  }
}

async function verifiedDay(
  ports: VerifyBooksPorts,
  tenant: string,
  root: DayRoot,
  { corrections, faulty }: Chained,
): Promise<VerifiedDay | null> {
  const { day } = root;
  const { items } = await ports.readDay(tenant, day);
  const open = new Set(root.open);
  // One that was open then is not in the root, however it ended since.
  const wasOpen = ({ place }: DayItem) => open.has(instructionAt(place));
  const instructions = items.instructions.filter((each) => !wasOpen(each));
  const corrected = corrections.get(day) ?? [];
  const flows = beforeCorrections(items.flows.map(leafOf), corrected);
  const { parts } = rootOf(day, { ...items, instructions }, root.open);
  const found = { ...parts, flows: partOf(flows) };
  const expired = DAY_PARTS.filter(
    (part) => MAY_EXPIRE.has(part) && found[part].count === 0 && root.parts[part].count > 0,
  );
  const changed = DAY_PARTS.filter(
    (part) => !expired.includes(part) && found[part].hash !== root.parts[part].hash,
  );
  for (const part of changed) {
    const [was, is] = [root.parts[part].count, found[part].count];
    const message =
      was === is
        ? `one of its ${was} ${part} is not what it was`
        : `it had ${was} ${part} when it was closed, and has ${is}`;
    faulty.push({ fault: 'changed-day', where: day, message });
  }
  if (changed.length > 0) return null;
  const entries = new Map(corrected.map(({ entry, at, reason }) => [entry, { entry, at, reason }]));
  return { day, expired, corrected: [...entries.values()] };
}

/** What lies among the snapshots expires with them; of a day whose snapshots are all gone, these parts say nothing. */
const MAY_EXPIRE: ReadonlySet<DayPart> = new Set(['snapshots', 'decisions']);

/** The instruction of an item's key, "TENANT#INSTRUCTION#ID/INSTRUCTION". */
function instructionAt(place: string): string {
  return /#INSTRUCTION#([^/]*)\//.exec(place)?.[1] ?? '';
}

/** Days are closed one after the other, each once. */
function orderFaults(days: readonly DayRoot[]): readonly FaultInBooks[] {
  return days.slice(1).flatMap(({ day }, index) => {
    const before = days[index]?.day ?? day;
    if (day === addDays(before, 1)) return [];
    const message = `it was closed after ${before}`;
    return [{ fault: 'day-not-in-order', where: day, message }] as const;
  });
}

function headFaults(heads: readonly AuditHead[], { hashes }: Chained): readonly FaultInBooks[] {
  return heads.flatMap(({ sequence, hash }): readonly FaultInBooks[] => {
    const found = hashes.get(sequence);
    const where = `entry ${sequence}`;
    if (found === undefined) {
      const message = 'it was kept outside, and the chain does not have it';
      return [{ fault: 'cut-off', where, message }];
    }
    if (found === hash) return [];
    const message = `${hash} was kept outside, it has ${found}`;
    return [{ fault: 'other-than-known', where, message }];
  });
}

/** Compares register, approvals, flows and statements over the closed days and the frozen months. */
async function tieOut(
  ports: VerifyBooksPorts,
  tenant: string,
  chained: Chained,
  stored: readonly StoredStatement[],
): Promise<number> {
  const statements = stored.flatMap((each) => ('statement' in each ? [each.statement] : []));
  const ranges = eachOnce([
    ...chained.days.map(
      ({ day }) => [`${day}T00:00:00.000Z`, `${addDays(day, 1)}T00:00:00.000Z`] as const,
    ),
    ...statements.map(({ from, to }) => [from, to] as const),
  ]);
  const flows = new Map<string, Flow>();
  for (const [from, to] of ranges) {
    const read = await orFault(chained, `${from} to ${to}`, () =>
      ports.flowsBetween(tenant, from, to),
    );
    for (const flow of read ?? []) flows.set(nameOf(flow), flow);
  }
  const requests = await requestsOf(ports, tenant, [...flows.values()], chained);
  const found: readonly Disagreement[] = [
    ...[...requests.values()].flatMap((each) => faultsOfRequest(each, chained.approvals)),
    ...[...flows.values()].flatMap((each) => faultsOfFlow(each, requests)),
    ...statements.flatMap((each) => faultsOfStatement(each, flows)),
  ];
  chained.faulty.push(...found.map((each) => ({ fault: 'does-not-tie-out' as const, ...each })));
  return requests.size;
}

/** The same time in parts that do not overlap: a frozen month is mostly of closed days. */
function eachOnce(ranges: readonly (readonly [Instant, Instant])[]): readonly [Instant, Instant][] {
  let until: Instant = '';
  return ranges
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([from, to]): [Instant, Instant][] => {
      const begin = from > until ? from : until;
      if (begin >= to) return [];
      until = to;
      return [[begin, to]];
    });
}

/** Those that the flows name, and those that people approved. */
async function requestsOf(
  ports: VerifyBooksPorts,
  tenant: string,
  flows: readonly Flow[],
  chained: Chained,
): Promise<ReadonlyMap<string, Instruction>> {
  const named = flows.flatMap(({ movements }) => movements.map((each) => each.instructionId));
  const requests = new Map<string, Instruction>();
  for (const id of new Set([...named, ...chained.approvals.keys()])) {
    const instruction = await readOrFault(ports, tenant, id, chained);
    if (instruction !== null) requests.set(id, instruction);
  }
  return requests;
}

async function readOrFault(
  ports: VerifyBooksPorts,
  tenant: string,
  id: string,
  chained: Chained,
): Promise<Instruction | null> {
  const read = await orFault(chained, id, async () => [await ports.readInstruction(tenant, id)]);
  if (read?.[0] === null) {
    const message = 'people approved it or a flow names it, and the register does not have it';
    chained.faulty.push({ fault: 'does-not-tie-out', where: id, message });
  }
  return read?.[0] ?? null;
}

/** Whatever was done to one item is a finding about it, and never the end of looking at the others. */
async function orFault<Read>(
  { faulty }: Chained,
  where: string,
  read: () => Promise<readonly Read[]>,
): Promise<readonly Read[] | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableItemError)) throw error;
    faulty.push({ fault: 'unreadable', where, message: error.message });
    return null;
  }
}
