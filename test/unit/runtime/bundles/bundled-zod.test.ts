import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { BUNDLE_OPTIONS } from '../../../../lib/constructs/bundle-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** What comes into a bundle where zod's namespace is used as a value: 370 kB that every cold start would parse. */
const UNUSED_OF_ZOD =
  /^node_modules\/zod\/v4\/(?:locales\/(?!en\.js)|core\/(?:to-json-schema|json-schema-))/;

it('no function carries the languages of zod that it does not speak, nor its JSON schemas', async () => {
  const functions = readdirSync(path.join(ROOT, 'functions'));
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryNames: '[dir]/index',
    entryPoints: functions.map((name) => `functions/${name}/handler.ts`),
    external: ['@aws-sdk/*', '@smithy/*'],
    // What is left out depends on this.
    minifySyntax: true,
    absWorkingDir: ROOT,
    outdir: 'none',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const carried = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([input, { bytesInOutput }]) => bytesInOutput > 0 && UNUSED_OF_ZOD.test(input))
      .map(([input]) => input),
  );
  expect(functions.length).toBeGreaterThan(10);
  expect(carried).toEqual([]);
});
