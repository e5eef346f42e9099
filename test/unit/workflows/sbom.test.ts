import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleProgram } from '../../../bin/sluice/bundle-program.ts';
import { BUNDLE_OPTIONS } from '../../../lib/constructs/bundle-settings.ts';
import { bundledFiles } from '../../../lib/licence-notices.ts';
import { importedPackages } from '../../console/imported-packages.ts';

/*
 * The goal: whoever asks whether a package is in what is deployed, or given to other repositories, finds it in the list; and the
 * audit, which looks at the same packages, has looked at it.
 */

const bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ 'bom-ref': z.string(), type: z.string() }) }),
  components: z.array(z.object({ 'bom-ref': z.string(), purl: z.string() })),
});

const { metadata, components } = bom.parse(
  JSON.parse(execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8' })),
);
/** `@mantine/core@9.7.3` */
const listed = new Set(components.map((each) => each['bom-ref'].replace(/@[^@]+$/, '')));

function missingOf(packages: Iterable<string>): readonly string[] {
  const names = [...new Set(packages)];
  expect(names.length).toBeGreaterThan(10);
  return names.filter((name) => !listed.has(name));
}

const packagesIn = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);

describe('the list of packages', () => {
  it('is of this application, and names what the console is made of', () => {
    expect(metadata.component).toMatchObject({ 'bom-ref': 'sluice@0.1.0', type: 'application' });
    expect(missingOf(importedPackages())).toEqual([]);
  });

  it('names what is in the functions', async () => {
    const functions = readdirSync('functions');
    const { metafile } = await build({
      ...BUNDLE_OPTIONS,
      entryNames: '[dir]/index',
      entryPoints: functions.map((name) => `functions/${name}/handler.ts`),
      outdir: 'none',
      write: false,
      metafile: true,
      logLevel: 'error',
    });
    expect(missingOf(packagesIn(bundledFiles(metafile)))).toEqual([]);
  });

  it('names what is in the command line', async () => {
    const { metafile } = await bundleProgram(process.cwd());
    expect(missingOf(packagesIn(bundledFiles(metafile)))).toEqual([]);
  });

  it('names nothing of the tests and of the stack on one machine', () => {
    for (const name of ['vitest', 'aws-cdk-lib', 'playwright-core', '@dynoxide/linux-x64']) {
      expect(listed).not.toContain(name);
    }
  });
});
