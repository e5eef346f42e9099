import { roleName, rolePath } from '../../lib/access/role-name.ts';
import { readPermissions } from '../../lib/permissions/read-permissions.ts';
import type { Policies, Statement } from './judge.ts';

/** What stands in a template of a table's policy. */
interface TemplateStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Condition?: Readonly<
    Record<string, Readonly<Record<string, string | readonly string[]>>>
  >;
}

interface Resource {
  readonly Type: string;
  readonly Metadata?: { readonly 'aws:cdk:path'?: string };
  readonly Properties?: {
    readonly ResourcePolicy?: {
      readonly PolicyDocument: { readonly Statement: readonly TemplateStatement[] };
    };
  };
}

/** The policies of roles and tables, as the templates of a stage have them. */
export function policiesIn(templates: ReadonlyMap<string, unknown>, stage: string): Policies {
  const roles = new Map<string, Map<string, Statement[]>>();
  for (const { holder, action, resource, conditions } of readPermissions(templates)) {
    const table = /^data\/(\w+)$/.exec(resource)?.[1];
    if (!action.startsWith('dynamodb:') || table === undefined) continue;
    const role = holder.replace(/^.*\//, '').replace(/-role$/, '');
    const of = roles.get(role) ?? new Map<string, Statement[]>();
    const byOperator: Record<string, Record<string, readonly string[]>> = {};
    for (const { operator, key, values } of conditions) {
      byOperator[operator] = { ...byOperator[operator], [key]: values };
    }
    const statement: Statement = { effect: 'Allow', actions: [action], conditions: byOperator };
    of.set(table, [...(of.get(table) ?? []), statement]);
    roles.set(role, of);
  }
  return { roles, tables: tablesIn(templates), arnOf: (role) => arnOf(stage, role) };
}

function tablesIn(
  templates: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, readonly Statement[]> {
  const resources = [...templates.values()].flatMap((template) =>
    Object.values((template as { readonly Resources: Record<string, Resource> }).Resources),
  );
  return new Map(
    resources
      .filter(({ Type }) => Type === 'AWS::DynamoDB::Table')
      .map(({ Metadata, Properties }) => [
        /\/(\w+)\/Table\//.exec(Metadata?.['aws:cdk:path'] ?? '')?.[1] ?? '',
        (Properties?.ResourcePolicy?.PolicyDocument.Statement ?? []).map(statementOf),
      ]),
  );
}

function statementOf({ Effect, Action, Condition = {} }: TemplateStatement): Statement {
  return {
    effect: Effect === 'Deny' ? 'Deny' : 'Allow',
    actions: [Action].flat(),
    conditions: Object.fromEntries(
      Object.entries(Condition).map(([operator, tests]) => [
        operator,
        Object.fromEntries(Object.entries(tests).map(([key, values]) => [key, [values].flat()])),
      ]),
    ),
  };
}

function arnOf(stage: string, role: string): string {
  return `arn:aws:iam::111122223333:role${rolePath(stage)}${roleName(stage, 'eu-central-1', role)}`;
}
