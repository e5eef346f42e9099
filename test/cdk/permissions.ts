import type { SynthesisedStacks } from './synthesised.ts';

/** One thing a role may do, in words that a reviewer can read. */
export interface Permission {
  readonly role: string;
  readonly action: string;
  readonly resource: string;
  readonly condition: string;
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Everything that the roles of all stacks allow, sorted. */
export function permissionsOf({ all }: SynthesisedStacks): readonly Permission[] {
  const found: Permission[] = [];
  for (const template of all.values()) {
    for (const { Properties } of Object.values(template.findResources('AWS::IAM::Policy'))) {
      const role = withoutHash(Properties.Roles[0].Ref);
      for (const statement of Properties.PolicyDocument.Statement as Statement[]) {
        found.push(...permissionsIn(role, statement));
      }
    }
  }
  return found.sort((a, b) => line(a).localeCompare(line(b), 'en'));
}

/** The permission as the reviewed file has it. */
export function line({ role, action, resource, condition }: Permission): string {
  return [role.padEnd(20), action.padEnd(33), resource.padEnd(34), condition].join(' ').trimEnd();
}

function permissionsIn(role: string, statement: Statement): readonly Permission[] {
  if (statement.Effect !== 'Allow')
    throw new Error(`${role} has a statement that is no permission`);
  const condition = statement.Condition === undefined ? '' : `if ${named(statement.Condition)}`;
  return list(statement.Action).flatMap((action) =>
    list(statement.Resource).map((resource) => ({
      role,
      action,
      resource: named(resource),
      condition,
    })),
  );
}

function list<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}

/** A reference as the construct it points to, without the hash that makes it unique. */
function named(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(named).join('');
  const [[kind, inner] = ['', '']] = Object.entries(value as Record<string, unknown>);
  switch (kind) {
    case 'Ref':
      return withoutHash(String(inner));
    case 'Fn::GetAtt':
      return withoutHash((inner as string[])[0] ?? '');
    case 'Fn::GetStackOutput':
      return producer((inner as { readonly OutputName: string }).OutputName);
    case 'Fn::Join':
      return named((inner as readonly unknown[])[1]);
    default:
      return `${kind} ${named(inner)}`;
  }
}

/** The name that CDK gives to an output which another stack reads holds the resource's own. */
function producer(output: string): string {
  const found = /^PublishOutput(?:FnGetAtt|Ref)(.+?)[0-9A-F]{8}(StreamArn)?/.exec(output);
  if (found === null) throw new Error(`${output} is no output that CDK names`);
  return `${found[1]}${found[2] === undefined ? '' : ' stream'}`;
}

function withoutHash(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
