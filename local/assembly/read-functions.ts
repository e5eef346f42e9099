import * as z from 'zod';
import { refused } from './assembly-error.ts';
import { found, ignored, type Located, type LocatedResources } from './located-resources.ts';
import type { AsyncInvocationModel, FunctionModel } from './model.ts';

/** Lambda's own defaults for what a template leaves out. */
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MB = 128;
const DEFAULT_ASYNC_RETRIES = 2;
const DEFAULT_ASYNC_AGE_SECONDS = 6 * 60 * 60;

/** Lambda's own limit on the names and values of all variables of a function. */
const MAX_ENVIRONMENT_BYTES = 4_096;

const environmentVariables = z
  .record(z.string(), z.coerce.string())
  .refine(
    (variables) =>
      Buffer.byteLength(Object.entries(variables).flat().join('')) <= MAX_ENVIRONMENT_BYTES,
    {
      error: `Lambda takes ${MAX_ENVIRONMENT_BYTES} bytes of names and values at most`,
    },
  );

const functionProperties = z.strictObject({
  Code: z.strictObject({ S3Bucket: ignored, S3Key: z.string() }),
  Handler: z.string(),
  Runtime: z.string().startsWith('nodejs', 'only Node.js is served locally'),
  FunctionName: z.string().optional(),
  Environment: z.strictObject({ Variables: environmentVariables }).optional(),
  Timeout: z.number().default(DEFAULT_TIMEOUT_SECONDS),
  MemorySize: z.number().default(DEFAULT_MEMORY_MB),
  ReservedConcurrentExecutions: z.int().optional(),
  Architectures: ignored,
  Description: ignored,
  EphemeralStorage: ignored,
  KmsKeyArn: ignored,
  LoggingConfig: ignored,
  RecursiveLoop: ignored,
  Role: ignored,
  RuntimeManagementConfig: ignored,
  Tags: ignored,
  TracingConfig: ignored,
});

const invokeConfigProperties = z.strictObject({
  FunctionName: z.string(),
  Qualifier: z.literal('$LATEST', 'versions and aliases are not served locally'),
  MaximumEventAgeInSeconds: z.number().default(DEFAULT_ASYNC_AGE_SECONDS),
  MaximumRetryAttempts: z.number().default(DEFAULT_ASYNC_RETRIES),
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string() }).optional() })
    .optional(),
});

type InvokeConfig = Located<z.output<typeof invokeConfigProperties>>;

export function readFunctions(resources: LocatedResources): readonly FunctionModel[] {
  const configs = resources.ofType('AWS::Lambda::EventInvokeConfig', invokeConfigProperties);
  const functions = resources.ofType('AWS::Lambda::Function', functionProperties);
  for (const config of configs) {
    const target = functions.find((candidate) =>
      isNamed(candidate, config.properties.FunctionName),
    );
    found(target, config, config.properties.FunctionName);
  }
  return functions.map((located) => {
    const { properties, name, arn, logicalId } = located;
    const config = configs.find((candidate) => isNamed(located, candidate.properties.FunctionName));
    return {
      name,
      arn,
      logicalId,
      assetFolder: assetOf(resources, located, properties.Code.S3Key),
      handler: properties.Handler,
      environment: properties.Environment?.Variables ?? {},
      timeoutMs: properties.Timeout * 1_000,
      memoryMb: properties.MemorySize,
      reservedConcurrency: properties.ReservedConcurrentExecutions ?? null,
      asyncInvocation: asyncInvocation(config),
    };
  });
}

/** The function that a name or an ARN, with or without $LATEST, means. */
export function functionNamed(
  functions: readonly FunctionModel[],
  reference: string,
): FunctionModel | undefined {
  return functions.find((candidate) => isNamed(candidate, reference));
}

function isNamed(candidate: { readonly name: string; readonly arn: string }, reference: string) {
  const plain = reference.replace(/:\$LATEST$/, '');
  return plain === candidate.name || plain === candidate.arn;
}

function assetOf(resources: LocatedResources, located: Located<unknown>, key: string): string {
  const folder = resources.assembly.assets.get(key);
  if (folder === undefined) throw refused(located, `its bundle ${key} is not in the assembly`);
  return folder;
}

function asyncInvocation(config: InvokeConfig | undefined): AsyncInvocationModel {
  const properties = config?.properties;
  return {
    maximumRetryAttempts: properties?.MaximumRetryAttempts ?? DEFAULT_ASYNC_RETRIES,
    maximumEventAgeMs: (properties?.MaximumEventAgeInSeconds ?? DEFAULT_ASYNC_AGE_SECONDS) * 1_000,
    onFailure: properties?.DestinationConfig?.OnFailure?.Destination ?? null,
  };
}
