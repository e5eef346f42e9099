/*
 * Judges whether IAM lets a role do something to items of a table: its own permissions, and the table's policy. No more of the
 * language of policies than the templates use; what else stands in one throws.
 */

/** A statement as it stands in a template, its references already put into words. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export interface Policies {
  /** By role, then by table: what a role is allowed on the table. */
  readonly roles: ReadonlyMap<string, ReadonlyMap<string, readonly Statement[]>>;
  readonly tables: ReadonlyMap<string, readonly Statement[]>;
  /** The ARN that a role's requests show. */
  readonly arnOf: (role: string) => string;
}

export interface AccessRequest {
  readonly role: string;
  /** "dynamodb:PutItem". */
  readonly action: string;
  readonly table: string;
  /** The partition keys that IAM sees: those of one item, or of a whole transaction. */
  readonly keys: readonly string[];
}

export type Verdict = 'allowed' | 'denied by the role' | `denied by the table: ${string}`;

export function judge(policies: Policies, request: AccessRequest): Verdict {
  const { role, table } = request;
  const own = policies.roles.get(role)?.get(table) ?? [];
  if (!own.some((statement) => applies(policies, statement, request))) return 'denied by the role';
  return judgeByTable(policies, request) ?? 'allowed';
}

/** What a table's policy says of a principal whose own permissions allow everything; null: nothing. */
export function judgeByTable(
  policies: Policies,
  request: AccessRequest & { readonly arn?: string },
): `denied by the table: ${string}` | null {
  const denying = (policies.tables.get(request.table) ?? []).find((statement) =>
    applies(policies, statement, request),
  );
  return denying === undefined
    ? null
    : `denied by the table: ${JSON.stringify(denying.conditions)}`;
}

function applies(
  { arnOf }: Policies,
  { actions, conditions }: Statement,
  { role, action, keys, arn = arnOf(role) }: AccessRequest & { readonly arn?: string },
): boolean {
  if (!actions.includes(action)) return false;
  const context: Readonly<Record<string, readonly string[]>> = {
    'dynamodb:LeadingKeys': keys,
    'aws:PrincipalArn': [arn],
  };
  return Object.entries(conditions).every(([operator, tests]) =>
    Object.entries(tests).every(([key, values]) => {
      const seen = context[key];
      if (seen === undefined) throw new Error(`the condition key ${key} is not known here`);
      return holds(operator, seen, values);
    }),
  );
}

function holds(operator: string, seen: readonly string[], values: readonly string[]): boolean {
  const isLike = (each: string) => values.some((value) => matches(value, each));
  switch (operator) {
    case 'Null':
      return (seen.length === 0) === (values.join() === 'true');
    case 'ForAllValues:StringLike':
      return seen.every(isLike);
    case 'ForAllValues:StringEquals':
      return seen.every((each) => values.includes(each));
    case 'ForAllValues:StringNotLike':
      return seen.every((each) => !isLike(each));
    case 'ForAnyValue:StringLike':
      return seen.some(isLike);
    case 'ForAnyValue:StringNotLike':
      return seen.some((each) => !isLike(each));
    case 'ArnNotLike':
      return !seen.some((each) => values.some((value) => matchesArn(value, each)));
    default:
      throw new Error(`the operator ${operator} is not known here`);
  }
}

/** IAM's patterns: `*` any text, `?` any one character. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^]*')
    .replaceAll('?', '[^]');
  return new RegExp(`^${source}$`).test(text);
}

/** Each of an ARN's six parts by itself: none of its patterns reaches over a colon. */
function matchesArn(pattern: string, arn: string): boolean {
  const [patterns, parts] = [sixOf(pattern), sixOf(arn)];
  return patterns.every((each, index) => matches(each, parts[index] ?? ''));
}

function sixOf(arn: string): readonly string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
}
