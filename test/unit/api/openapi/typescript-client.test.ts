import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../lifetimes/temporary-folder.ts';

const run = promisify(execFile);
const TENANTS = path.resolve(import.meta.dirname, '../../../clients');
const { resolve } = createRequire(import.meta.url);

/** Two processes, of a second each where the machine has nothing else to do. */
const PATIENCE_MS = 60_000;

const folder = temporaryFolder();

it('a TypeScript client generated from the document compiles, and its types are what the document says', {
  timeout: PATIENCE_MS,
}, async () => {
  const target = path.join(folder, 'generated.ts');
  await run(process.execPath, [
    '--import',
    pathToFileURL(path.join(TENANTS, 'typescript-api.mjs')).href,
    path.join(path.dirname(resolve('openapi-typescript/package.json')), 'bin/cli.js'),
    path.resolve('docs/openapi.json'),
    // What has a default need not be sent.
    '--default-non-nullable=false',
    '--output',
    target,
  ]);
  expect(await readFile(target, 'utf8')).toContain('approveWithdrawal');
  await copyFile(path.join(TENANTS, 'a-client.ts.txt'), path.join(folder, 'a-client.ts'));
  const { compilerOptions } = JSON.parse(await readFile('tsconfig.json', 'utf8'));
  const options = { ...compilerOptions, types: [], skipLibCheck: false };
  const config = { compilerOptions: options, include: ['*.ts'] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const tsc = path.join(path.dirname(resolve('typescript/package.json')), 'bin/tsc');
  const compiled = await run(process.execPath, [tsc, '--project', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
});
