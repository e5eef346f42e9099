import { expect, it } from 'vitest';
import { esbuildArguments } from '../../lib/constructs/esbuild-arguments.ts';

it('settings of a build are flags as esbuild takes them, lists included', () => {
  const flags = esbuildArguments({
    entryPoints: ['a.ts'],
    bundle: true,
    sourcemap: false,
    mainFields: ['module', 'main'],
    external: ['one', 'other'],
    outExtension: { '.js': '.mjs' },
  });
  expect(flags).toEqual([
    'a.ts',
    '--bundle',
    '--main-fields=module,main',
    '--external:one',
    '--external:other',
    '--out-extension:.js=.mjs',
  ]);
});
