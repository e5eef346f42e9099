import type { BuildOptions } from 'esbuild';

/**
 * How every function is bundled, for the construct that deploys them and for whoever measures the same
 * bundles (bench/cold): one ESM file with the SDK in it.
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The module builds first: they are what tree shaking works on.
  mainFields: ['module', 'main'],
  minify: true,
  sourcemap: false,
  // Some libraries within an ESM bundle are CommonJS and ask for Node's own modules by require.
  banner: {
    js: "import{createRequire as sluiceRequire}from'node:module';const require=sluiceRequire(import.meta.url);",
  },
  // Licences stand with the sources; in a bundle they would be parsed on every cold start.
  legalComments: 'none',
} satisfies BuildOptions;
