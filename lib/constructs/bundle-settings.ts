import type { BuildOptions } from 'esbuild';

/**
 * How every function is bundled, for the construct that deploys them and for the measurements of the same bundles
 * (bench/cold): ESM with the SDK in it, in an index.mjs and the parts that it loads on demand.
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Modules that are imported on demand stand in files of their own: the formats of reports, and ways to credentials
  // that no function uses. They are a third of the code that a cold start would parse.
  splitting: true,
  entryNames: 'index',
  outExtension: { '.js': '.mjs' },
  // The names of those files come from the paths of what is in them: the same wherever the libraries lie.
  preserveSymlinks: true,
  // The module builds first: they are what tree shaking works on.
  mainFields: ['module', 'main'],
  // The SDK reads a browser's name with it, on a branch that Node never takes: 34 kB in every function.
  external: ['bowser'],
  minify: true,
  sourcemap: false,
  // Some libraries within an ESM bundle are CommonJS and ask for Node's own modules by require.
  banner: {
    js: "import{createRequire as sluiceRequire}from'node:module';const require=sluiceRequire(import.meta.url);",
  },
  // Licences stand in a file beside it (lib/licence-notices.ts): here they would be parsed on every cold start.
  legalComments: 'none',
} satisfies BuildOptions;
