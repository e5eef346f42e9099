import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../lib/constructs/bundle-settings.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A client of the SDK within a bundle, and the commands of it that the function can send. */
export interface UsedClient {
  /** `@aws-sdk/client-dynamodb` */
  readonly packageName: string;
  /** `DynamoDBClient` */
  readonly className: string;
  readonly commands: readonly string[];
}

export interface Bundle {
  readonly file: string;
  /** Of all its files, also of those that are loaded on demand. */
  readonly bytes: number;
  /** Of the files that are loaded before the first event. */
  readonly bytesAtStart: number;
  readonly clients: readonly UsedClient[];
  /** Bytes of the bundle by where they come from: a package, or a folder of ours. */
  readonly origins: ReadonlyMap<string, number>;
}

/** Bundles as TreasuryFunction has it done; `cdk synth` hands the same to the same esbuild. */
export async function bundle(
  source: Pick<BuildOptions, 'entryPoints' | 'stdin'>,
  outdir: string,
): Promise<Bundle> {
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    ...source,
    outdir,
    absWorkingDir: ROOT,
    metafile: true,
    logLevel: 'error',
  });
  const outputs = Object.values(metafile.outputs);
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  return {
    file: path.join(outdir, 'index.mjs'),
    bytes: bytesOf(outputs),
    bytesAtStart: bytesOf(loadedAtStart(metafile)),
    clients: usedClients(inputs),
    origins: originsOf(inputs),
  };
}

type Output = Metafile['outputs'][string];
type Inputs = readonly (readonly [string, Output['inputs'][string]])[];

function bytesOf(outputs: readonly Output[]): number {
  return outputs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The entry, and what it imports otherwise than on demand. */
function loadedAtStart({ outputs }: Metafile): readonly Output[] {
  const entry = Object.keys(outputs).find((file) => path.basename(file) === 'index.mjs');
  if (entry === undefined) throw new Error('esbuild wrote no index.mjs');
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const { path: imported, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) loaded.add(imported);
    }
  }
  return [...loaded].flatMap((file) => outputs[file] ?? []);
}

/** What of each client is left after tree shaking, by the names of its modules. */
function usedClients(inputs: Inputs): readonly UsedClient[] {
  const clients = new Map<string, { className: string; commands: string[] }>();
  for (const [file, { bytesInOutput }] of inputs) {
    const [, packageName = '', name = ''] =
      /node_modules\/(@aws-sdk\/client-[a-z0-9-]+)\/dist-es\/(?:commands\/)?(\w+(?:Command|Client))\.js$/.exec(
        file,
      ) ?? [];
    if (packageName === '' || bytesInOutput === 0) continue;
    const client = clients.get(packageName) ?? { className: '', commands: [] };
    if (name.endsWith('Client')) client.className = name;
    else client.commands.push(name);
    clients.set(packageName, client);
  }
  return [...clients].map(([packageName, client]) => ({ packageName, ...client }));
}

function originsOf(inputs: Inputs): ReadonlyMap<string, number> {
  const origins = new Map<string, number>();
  for (const [file, { bytesInOutput }] of inputs) {
    const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
    const origin = library ?? `${file.split('/')[0]}/`;
    origins.set(origin, (origins.get(origin) ?? 0) + bytesInOutput);
  }
  return origins;
}
