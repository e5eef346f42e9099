import * as z from 'zod';

/** One permitted action, as a reviewer reads it. */
export interface Permission {
  /** The holder: "automation/run-sweeps-role". */
  readonly holder: string;
  readonly action: string;
  readonly resource: string;
  readonly conditions: readonly Condition[];
}

/** One test of one key of a condition: all of them hold. */
export interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

const statement = z.object({
  Effect: z.literal('Allow', 'a statement that is no permission'),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown().optional(),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

const resource = z.object({
  Type: z.string(),
  Metadata: z.object({ 'aws:cdk:path': z.string().optional() }).optional(),
  Properties: z
    .object({
      PolicyDocument: z.object({ Statement: z.array(z.unknown()) }).optional(),
      ManagedPolicyArns: z.unknown().optional(),
      Policies: z.unknown().optional(),
    })
    .optional(),
});

const template = z.object({ Resources: z.record(z.string(), resource) });

const POLICIES = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'];

/**
 * Everything that the roles of these templates are allowed, sorted. The templates carry the paths of their
 * constructs, by which resources are named.
 * @throws if a template holds a permission of a form that is not read here.
 */
export function readPermissions(templates: ReadonlyMap<string, unknown>): readonly Permission[] {
  const read = new Map(
    [...templates].map(([stack, content]) => [stack, template.parse(content).Resources]),
  );
  for (const resources of read.values()) refuseWhatIsNotRead(resources);
  const byStack = [...read.values()].map((resources) => pathsIn(resources));
  const everywhere = new Map(byStack.flatMap((paths) => [...paths]));
  const found = [...read.values()].flatMap((resources, index) => {
    // Logical ids are unique within a stack only: its own mean its own.
    const paths = new Map([...everywhere, ...(byStack[index] ?? [])]);
    return Object.entries(resources)
      .filter(([, { Type }]) => POLICIES.includes(Type))
      .flatMap(([id, { Properties }]) => {
        const holder = pathAt(id, paths).replace(/\/DefaultPolicy$/, '');
        return (Properties?.PolicyDocument?.Statement ?? []).flatMap((content) =>
          permissionsOf(holder, statement.parse(content), paths),
        );
      });
  });
  return found.sort((a, b) => sortKey(a).localeCompare(sortKey(b), 'en'));
}

function pathsIn(
  resources: Readonly<Record<string, z.output<typeof resource>>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(resources).map(([id, { Metadata }]) => [id, pathOf(Metadata, id)] as const),
  );
}

/** A role's permissions stand in policies of their own, which only this project maintains. */
function refuseWhatIsNotRead(resources: Readonly<Record<string, z.output<typeof resource>>>): void {
  for (const [id, { Type, Properties }] of Object.entries(resources)) {
    if (Type !== 'AWS::IAM::Role') continue;
    if (Properties?.Policies !== undefined) throw new Error(`${id} has a policy within it`);
    if (Properties?.ManagedPolicyArns !== undefined) {
      throw new Error(`${id} has a policy that another party maintains`);
    }
  }
}

function sortKey({ holder, action, resource: on, conditions }: Permission): string {
  return JSON.stringify([holder, action, on, conditions]);
}

/** "sluice-dev-data/Ledger/Table/Resource" as "data/Ledger". */
function pathOf(metadata: z.output<typeof resource>['Metadata'], id: string): string {
  const path = metadata?.['aws:cdk:path'] ?? id;
  return path
    .replace(/^sluice-[a-z]+-/, '')
    .replace(/\/Resource$/, '')
    .replace(/\/(Table|Secret|Bus|Bucket)$/, '');
}

function permissionsOf(
  holder: string,
  { Action, Resource, Condition }: z.output<typeof statement>,
  paths: ReadonlyMap<string, string>,
): readonly Permission[] {
  const conditions = Object.entries(Condition).flatMap(([operator, tests]) =>
    Object.entries(tests).map(([key, values]) => ({
      operator,
      key,
      values: [values].flat().map((value) => named(value, paths)),
    })),
  );
  return [Action]
    .flat()
    .flatMap((action) =>
      [Resource].flat().map((on) => ({ holder, action, resource: named(on, paths), conditions })),
    );
}

/** A reference as the path of the construct that it points to. */
function named(value: unknown, paths: ReadonlyMap<string, string>): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((part) => named(part, paths)).join('');
  const [[kind, inner] = ['', '']] = Object.entries(value as Record<string, unknown>);
  switch (kind) {
    case 'Ref':
      return pseudo(String(inner)) ?? pathAt(String(inner), paths);
    case 'Fn::GetAtt': {
      const [id = '', attribute = ''] = inner as readonly string[];
      return `${pathAt(id, paths)}${attribute === 'StreamArn' ? ' (stream)' : ''}`;
    }
    case 'Fn::GetStackOutput':
      return producer((inner as { readonly OutputName: string }).OutputName, paths);
    case 'Fn::Join':
      return named((inner as readonly unknown[])[1], paths);
    default:
      throw new Error(`${kind} in a permission is not read here`);
  }
}

/** Parts that are the same for everything in a stage are left out. */
function pseudo(name: string): string | null {
  if (!name.startsWith('AWS::')) return null;
  return (
    { 'AWS::Region': 'REGION', 'AWS::AccountId': 'ACCOUNT', 'AWS::Partition': 'aws' }[name] ?? name
  );
}

function pathAt(id: string, paths: ReadonlyMap<string, string>): string {
  const path = paths.get(id);
  if (path === undefined) throw new Error(`${id} is in none of the templates`);
  return path;
}

/** The name that CDK gives to an output which another stack reads holds the resource's own. */
function producer(output: string, paths: ReadonlyMap<string, string>): string {
  const found = /^PublishOutput(?:FnGetAtt|Ref)(.+?[0-9A-F]{8})(StreamArn)?/.exec(output);
  if (found?.[1] === undefined) throw new Error(`${output} is no output that CDK names`);
  return `${pathAt(found[1], paths)}${found[2] === undefined ? '' : ' (stream)'}`;
}
