import { ROLE_DESCRIPTIONS, ROLES, type Role } from '../../api/roles/roles.ts';
import type { AuditEntry } from '../../treasury/audit/audit-entry.ts';
import type { Denials } from '../../treasury/audit/denial.ts';
import type { CallerRoles } from '../../treasury/ledger/caller-roles.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Report, Row } from '../formats/report.ts';
import { part } from './journal.ts';
import { columnsOf, field, type Register, rowOf } from './register.ts';

type Caller = CallerRoles & { readonly name: string | null };

const CALLERS: Register<Caller> = {
  id: field('text', 'Id', 'id'),
  name: field('text', 'Name', 'name'),
  kind: field('text', 'Kind', 'kind'),
  roles: field('text', 'Roles', 'roles'),
  seenAt: field('instant', 'Last seen', 'seenAt'),
};

interface RoleHolders {
  readonly role: Role;
  readonly callers: readonly string[];
}

const ROLE_COLUMNS: Register<RoleHolders> = {
  role: field('text', 'Role', 'role'),
  permits: { type: 'text', title: 'Permits', cellOf: ({ role }) => ROLE_DESCRIPTIONS[role] },
  count: { type: 'integer', title: 'Callers', cellOf: ({ callers }) => callers.length },
  callers: { type: 'text', title: 'Who', cellOf: ({ callers }) => callers.join('; ') },
};

interface Act {
  readonly by: string;
  readonly action: string;
  readonly as: 'actor' | 'approver';
  count: number;
  firstAt: Instant;
  lastAt: Instant;
}

const ACTS: Register<Act> = {
  by: field('text', 'Who', 'by'),
  as: field('text', 'As', 'as'),
  action: field('text', 'Action', 'action'),
  count: field('integer', 'Times', 'count'),
  firstAt: field('instant', 'First', 'firstAt'),
  lastAt: field('instant', 'Last', 'lastAt'),
};

const ENTRIES: Register<AuditEntry> = {
  sequence: field('integer', 'Entry', 'sequence'),
  at: field('instant', 'At', 'at'),
  by: field('text', 'Who', 'by'),
  approvedBy: { type: 'text', title: 'Approved by', cellOf: ({ approvedBy }) => approvedBy },
  action: field('text', 'Action', 'action'),
  subject: field('text', 'Subject', 'subject'),
  requestId: field('text', 'Request', 'requestId'),
};

const DENIALS: Register<Denials> = {
  by: field('text', 'Who', 'by'),
  route: field('text', 'Route', 'route'),
  count: field('integer', 'Times', 'count'),
  firstAt: field('instant', 'First', 'firstAt'),
  lastAt: field('instant', 'Last', 'lastAt'),
  code: field('text', 'Why', 'code'),
};

/** What a review of access is made of. The log is read as it is needed: it may be long. */
export interface AccessMaterial {
  readonly tenant: string;
  readonly generatedAt: Instant;
  readonly callers: readonly CallerRoles[];
  readonly names: ReadonlyMap<string, string>;
  readonly entries: AsyncIterable<AuditEntry>;
  readonly denials: AsyncIterable<Denials>;
}

/** Who may do what at present, by the roles that their tokens last had; and who did what in the period. */
export function accessReport(material: AccessMaterial): Report {
  const { tenant, generatedAt, callers, names, entries, denials } = material;
  const named = callers.map((each) => ({ ...each, name: names.get(each.id) ?? null }));
  const holders = ROLES.map((role) => ({
    role,
    callers: callers.filter(({ roles }) => roles.split(' ').includes(role)).map(({ id }) => id),
  }));
  return {
    name: 'access',
    tenant,
    generatedAt,
    mainPart: 'callers',
    parts: [
      part('callers', 'Callers', CALLERS, named),
      part('roles', 'Roles', ROLE_COLUMNS, holders),
      { name: 'acts', title: 'Acts', columns: columnsOf(ACTS), rows: actsIn(entries) },
      {
        ...{ name: 'entries', title: 'Entries', columns: columnsOf(ENTRIES) },
        rows: rowsOf(ENTRIES, entries),
      },
      {
        ...{ name: 'refused', title: 'Refused requests', columns: columnsOf(DENIALS) },
        rows: rowsOf(DENIALS, denials),
      },
    ],
  };
}

async function* rowsOf<Item>(
  register: Register<Item>,
  items: AsyncIterable<Item>,
): AsyncGenerator<Row> {
  for await (const item of items) yield rowOf(register, item);
}

/** By person and action, in the order of their names. */
async function* actsIn(entries: AsyncIterable<AuditEntry>): AsyncGenerator<Row> {
  const acts = new Map<string, Act>();
  const count = (by: string, as: Act['as'], { action, at }: AuditEntry): void => {
    const key = JSON.stringify([by, as, action]);
    const act = acts.get(key) ?? { by, as, action, count: 0, firstAt: at, lastAt: at };
    act.count += 1;
    if (at < act.firstAt) act.firstAt = at;
    if (at > act.lastAt) act.lastAt = at;
    acts.set(key, act);
  };
  for await (const entry of entries) {
    // One act in several entries is counted once.
    if (entry.part !== undefined && entry.part.number !== entry.part.of) continue;
    count(entry.by, 'actor', entry);
    if (entry.approvedBy !== undefined) count(entry.approvedBy, 'approver', entry);
  }
  const sorted = [...acts].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, act] of sorted) yield rowOf(ACTS, act);
}
