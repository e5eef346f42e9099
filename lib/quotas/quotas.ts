/*
 * Limits of AWS that a stage's templates can reach, and what they use of each. A deployment that reaches one fails half-way;
 * test/cdk/quotas.test.ts holds every stage against them, and `npm run check:quotas` prints them before a deployment.
 */

const KB = 1_024;

/** What AWS allows, and the page that says so. */
export const QUOTAS = {
  'resources of a stack': {
    limit: 500,
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html',
  },
  'outputs of a stack': {
    limit: 200,
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html',
  },
  'bytes of a template': {
    limit: 1_000_000,
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html',
  },
  "bytes of a function's environment": {
    limit: 4 * KB,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
  },
  "bytes of a function's own policy": {
    limit: 20 * KB,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
  },
  "characters of a role's policies": {
    limit: 10_240,
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html',
  },
  "bytes of a table's own policy": {
    limit: 20 * KB,
    source:
      'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-considerations.html',
  },
  "bytes of a key's policy": {
    limit: 32 * KB,
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/resource-limits.html',
  },
  "bytes of a bucket's policy": {
    limit: 20 * KB,
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html',
  },
  'routes of an API': {
    limit: 300,
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html',
  },
  'integrations of an API': {
    limit: 300,
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html',
  },
  'rules of a bus': {
    limit: 300,
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html',
  },
  'consumers of a stream': {
    limit: 2,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html',
  },
} as const;

export type QuotaName = keyof typeof QUOTAS;

/** What one thing of a stage uses of a quota. */
export interface QuotaUse {
  readonly quota: QuotaName;
  /** The stack, function, role, table or API that uses it. */
  readonly of: string;
  readonly used: number;
}

interface Resource {
  readonly Type: string;
  // What a resource holds is for each measure to say.
  // biome-ignore lint/suspicious/noExplicitAny: a template
  readonly Properties?: any;
}

type Entries = readonly (readonly [string, Resource])[];

interface Template {
  readonly Resources?: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
}

/** An account and a region of the longest names: references become ARNs in them. */
const LONGEST_ARN = 'arn:aws:dynamodb:ap-southeast-2:111122223333:';

/** Characters of a value once it is deployed: a reference is an ARN or a name, of at most so many characters. */
const RESOLVED = `${LONGEST_ARN}${'x'.repeat(64)}`;

/** Everything that the templates use, largest first within each quota. */
export function quotaUses(templates: ReadonlyMap<string, object>): readonly QuotaUse[] {
  const uses = [...templates].flatMap(([stack, template]) => usesOf(stack, template as Template));
  const all = [...templates.values()].flatMap((template) => entriesOf(template as Template));
  return [...uses, ...streamUses(all)];
}

/** Invocations at once that the templates take out of the account's for functions of their own. */
export function reservedConcurrency(templates: ReadonlyMap<string, object>): number {
  return [...templates.values()]
    .flatMap((template) => entriesOf(template as Template))
    .reduce((sum, [, { Properties }]) => sum + (Properties?.ReservedConcurrentExecutions ?? 0), 0);
}

function entriesOf({ Resources = {} }: Template): Entries {
  return Object.entries(Resources);
}

function usesOf(stack: string, template: Template): readonly QuotaUse[] {
  const entries = entriesOf(template);
  const use = (quota: QuotaName, of: string, used: number): QuotaUse => ({ quota, of, used });
  const count = (type: string) => entries.filter(([, { Type }]) => Type === type).length;
  const stackUses = [
    use('resources of a stack', stack, entries.length),
    use('outputs of a stack', stack, Object.keys(template.Outputs ?? {}).length),
    use('bytes of a template', stack, JSON.stringify(template).length),
    use('routes of an API', stack, count('AWS::ApiGatewayV2::Route')),
    use('integrations of an API', stack, count('AWS::ApiGatewayV2::Integration')),
    use('rules of a bus', stack, count('AWS::Events::Rule')),
  ];
  const parts = entries.flatMap(([id, { Type, Properties = {} }]) => {
    const of = `${stack} ${id}`;
    switch (Type) {
      case 'AWS::Lambda::Function':
        return [
          use("bytes of a function's environment", of, bytesOf(Properties.Environment?.Variables)),
          use("bytes of a function's own policy", of, ownPolicyBytes(id, entries)),
        ];
      case 'AWS::IAM::Role':
        return [use("characters of a role's policies", of, rolePolicyBytes(id, entries))];
      case 'AWS::DynamoDB::Table':
        return [
          use(
            "bytes of a table's own policy",
            of,
            bytesOf(Properties.ResourcePolicy?.PolicyDocument),
          ),
        ];
      case 'AWS::KMS::Key':
        return [use("bytes of a key's policy", of, bytesOf(Properties.KeyPolicy))];
      case 'AWS::S3::BucketPolicy':
        return [use("bytes of a bucket's policy", of, bytesOf(Properties.PolicyDocument))];
      default:
        return [];
    }
  });
  return [...stackUses, ...parts];
}

/** Lambda writes a statement for each permission, with an id, the function's ARN and the condition. */
const STATEMENT_BYTES = 460;

function ownPolicyBytes(functionId: string, entries: Entries): number {
  return partsOf(entries, 'AWS::Lambda::Permission', 'FunctionName', functionId).reduce(
    (sum, { Properties }) => sum + STATEMENT_BYTES + bytesOf(Properties.SourceArn),
    0,
  );
}

/** IAM counts the policies within a role together, without white space. */
function rolePolicyBytes(roleId: string, entries: Entries): number {
  return partsOf(entries, 'AWS::IAM::Policy', 'Roles', roleId).reduce(
    (sum, { Properties }) => sum + bytesOf(Properties.PolicyDocument),
    0,
  );
}

/** The resources of a type that name another one in a property. */
function partsOf(entries: Entries, type: string, property: string, id: string): Resource[] {
  return entries
    .map(([, resource]) => resource)
    .filter(({ Type }) => Type === type)
    .filter(({ Properties }) => JSON.stringify(Properties[property] ?? []).includes(`"${id}"`));
}

function streamUses(entries: Entries): readonly QuotaUse[] {
  const readers = new Map<string, number>();
  for (const [, { Type, Properties }] of entries) {
    if (Type !== 'AWS::Lambda::EventSourceMapping') continue;
    const stream = JSON.stringify(Properties.EventSourceArn);
    readers.set(stream, (readers.get(stream) ?? 0) + 1);
  }
  return [...readers].map(([of, used]) => ({ quota: 'consumers of a stream', of, used }));
}

/** Bytes of a document as AWS stores it: every reference is resolved to the longest that it may be. */
function bytesOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(resolved(value)).length;
}

function resolved(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(resolved);
  const [[name, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0) {
    if (name === 'Fn::Join') return joined(inner as readonly [string, readonly unknown[]]);
    if (name === 'Ref') return pseudo(String(inner));
    if (name.startsWith('Fn::')) return RESOLVED;
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each)]));
}

function joined([separator, parts]: readonly [string, readonly unknown[]]): string {
  return parts.map((part) => String(resolved(part))).join(separator);
}

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'ap-southeast-2',
  'AWS::AccountId': '111122223333',
  'AWS::URLSuffix': 'amazonaws.com',
};

function pseudo(name: string): string {
  return PSEUDO[name] ?? RESOLVED;
}
