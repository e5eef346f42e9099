import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';

/** What bundles are made from, and the files that say how. */
const SOURCES = [
  'adapters',
  'api',
  'functions',
  'lib',
  'reporting',
  'runtime',
  'treasury',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** One of the functions, made as all of them are, and nothing else of the app: bundling all takes too long here. */
const SYNTHESISE = `
import { App, Stack } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { SWEEPS_TIMEOUT } from './lib/limits.ts';
import { beginBundling } from './lib/constructs/bundles.ts';
import { TreasuryFunction } from './lib/constructs/treasury-function.ts';
import { readStage } from './lib/stages/read-stage.ts';
await beginBundling(['watchdog']);
const app = new App({ outdir: process.argv[1], builtinCloudFormationValidation: false });
const stack = new Stack(app, 'stack');
new TreasuryFunction(stack, 'watchdog', {
  configuration: readStage('dev'),
  key: new Key(stack, 'key'),
  timeout: SWEEPS_TIMEOUT,
  description: 'for this test',
  environment: {},
});
process.stdout.write(JSON.stringify(app.synth().stacks[0].template));
`;

/** Two bundles, each by an esbuild of its own: some seconds, on a busy machine many. */
const BUNDLING_MS = 90_000;

const elsewhere = temporaryFolder();

beforeAll(() => {
  for (const source of SOURCES) {
    cpSync(source, path.join(elsewhere, 'project', source), { recursive: true });
  }
  symlinkSync(path.resolve('node_modules'), path.join(elsewhere, 'project', 'node_modules'));
});

async function templateFrom(root: string, output: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', SYNTHESISE, path.join(elsewhere, output)],
    { cwd: root },
  );
  return JSON.parse(stdout);
}

describe('synthesising', () => {
  it(
    'gives the same template twice, the hash of the bundle included, from whichever folder',
    async () => {
      const [here, there] = await Promise.all([
        templateFrom(process.cwd(), 'here'),
        templateFrom(path.join(elsewhere, 'project'), 'there'),
      ]);
      expect(there).toEqual(here);
      expect(JSON.stringify(here).match(/"S3Key":"[0-9a-f]{64}\.zip"/g)).toHaveLength(1);
    },
    BUNDLING_MS,
  );
});
