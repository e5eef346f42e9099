import { ROUTES, routeKeyOf } from '../routes/routes.ts';
import { PROGRAM_ROLES, ROLES, type Role } from './roles.ts';

/** A kind of caller: a person in a group, or a program with a scope. Either may be several at once. */
export interface CallerKind {
  readonly kind: 'person' | 'program';
  readonly role: Role;
}

/** The columns of the table. */
export const CALLER_KINDS: readonly CallerKind[] = [
  ...ROLES.map((role) => ({ kind: 'person', role }) as const),
  ...PROGRAM_ROLES.map((role) => ({ kind: 'program', role }) as const),
];

/** Which callers a route answers, by its key: "GET /v1/lanes". */
export type AuthorisationTable = ReadonlyMap<string, readonly CallerKind[]>;

/** The table as the routes have it. */
export function contractTable(): AuthorisationTable {
  return new Map(
    ROUTES.map((route) => [
      routeKeyOf(route),
      CALLER_KINDS.filter(({ role }) => route.roles.includes(role)),
    ]),
  );
}

/** The table as Markdown: a route a line, a caller a column, sorted by path. */
export function tableText(table: AuthorisationTable): string {
  const columns = CALLER_KINDS.map(({ kind, role }) =>
    kind === 'person' ? role : `program: ${role}`,
  );
  const rows = [...table]
    .map(([key, callers]) => ({ key, path: key.split(' ')[1] ?? '', callers }))
    .sort((a, b) => (`${a.path} ${a.key}` < `${b.path} ${b.key}` ? -1 : 1));
  return [
    `| route | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => ':-:|').join('')}`,
    ...rows.map(({ key, callers }) => {
      const cells = CALLER_KINDS.map((kind) => (callers.includes(kind) ? 'yes' : '-'));
      return `| \`${key}\` | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}
