import { type BuildOptions, type BuildResult, build } from 'esbuild';

type Bundled = BuildResult<{ readonly metafile: true; readonly write: false }>;

/** Bundles program.ts, each command in a file of its own that is loaded on demand; nothing is written. */
export async function bundleProgram(root: string, options: BuildOptions = {}): Promise<Bundled> {
  return await build({
    absWorkingDir: root,
    entryPoints: ['bin/sluice/program.ts'],
    outdir: 'bundle',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    mainFields: ['module', 'main'],
    banner: {
      js: "import{createRequire as sluiceRequire}from'node:module';const require=sluiceRequire(import.meta.url);",
    },
    external: ['esbuild'],
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
    metafile: true,
    write: false,
  });
}
