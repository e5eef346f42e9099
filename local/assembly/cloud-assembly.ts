import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { LocalStackError } from '../stack-error.ts';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
});
export type Resource = z.output<typeof resource>;

const template = z.object({
  Resources: z.record(z.string(), resource).default({}),
  Outputs: z
    .record(
      z.string(),
      z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }),
    )
    .default({}),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Mappings: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))
    .default({}),
});
export type Template = z.output<typeof template>;

const manifest = z.object({
  artifacts: z
    .record(
      z.string(),
      z.object({
        type: z.string(),
        properties: z
          .object({
            templateFile: z.string().optional(),
            stackName: z.string().optional(),
            directoryName: z.string().optional(),
            file: z.string().optional(),
          })
          .optional(),
      }),
    )
    .default({}),
});

const assetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

/** A stack of the assembly, as it was synthesised. */
export interface AssemblyStack {
  readonly name: string;
  readonly template: Template;
}

export interface CloudAssembly {
  readonly stacks: readonly AssemblyStack[];
  /** The path of an asset on disk, by the key that the templates give it in the bucket. */
  readonly assets: ReadonlyMap<string, string>;
}

/**
 * Reads the output of `cdk synth`: the stacks' templates and the paths of their assets, nested assemblies included.
 * @throws LocalStackError if it is missing or not the output of a synthesis.
 */
export function readCloudAssembly(folder: string): CloudAssembly {
  const stacks: AssemblyStack[] = [];
  const assets = new Map<string, string>();
  const { artifacts } = readJson(manifest, path.join(folder, 'manifest.json'));
  for (const [id, { type, properties = {} }] of Object.entries(artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      const content = readJson(template, path.join(folder, properties.templateFile));
      stacks.push({ name: properties.stackName ?? id, template: content });
    } else if (type === 'cdk:asset-manifest' && properties.file !== undefined) {
      for (const [key, place] of assetsIn(folder, properties.file)) assets.set(key, place);
    } else if (type === 'cdk:cloud-assembly' && properties.directoryName !== undefined) {
      const nested = readCloudAssembly(path.join(folder, properties.directoryName));
      stacks.push(...nested.stacks);
      for (const [key, place] of nested.assets) assets.set(key, place);
    }
  }
  return { stacks, assets };
}

function assetsIn(folder: string, file: string): readonly (readonly [string, string])[] {
  const { files } = readJson(assetManifest, path.join(folder, file));
  return Object.values(files).flatMap(({ source, destinations }) => {
    if (source.path === undefined) return [];
    const place = path.resolve(folder, source.path);
    return Object.values(destinations).map(({ objectKey }) => [objectKey, place] as const);
  });
}

function readJson<T>(schema: z.ZodType<T>, file: string): T {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LocalStackError(`the assembly's ${file} cannot be read: ${why}`, { cause });
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.map(String).join('.') ?? '';
  throw new LocalStackError(`the assembly's ${file} is not understood: ${at}: ${issue?.message}`);
}
