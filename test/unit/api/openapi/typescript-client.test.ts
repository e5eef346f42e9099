import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../lifetimes/temporary-folder.ts';

const run = promisify(execFile);
const CLIENTS = path.resolve(import.meta.dirname, '../../../clients');
const GENERATED = path.resolve('clients/typescript/src/generated');
const { resolve } = createRequire(import.meta.url);

/** A process of a second or two where the machine has nothing else to do. */
const PATIENCE_MS = 60_000;

/** Bytes of what is generated, with room for years. */
const MAX_GENERATED_BYTES = 16 * 1024 * 1024;

const folder = temporaryFolder();

it('the generated files of the typed client are those of this document: npm run docs:client', {
  timeout: PATIENCE_MS,
}, async () => {
  const { stdout } = await run(process.execPath, ['bin/client-types.ts', '--json'], {
    maxBuffer: MAX_GENERATED_BYTES,
  });
  const files: Record<string, string> = JSON.parse(stdout);
  expect(Object.keys(files)).toEqual(['api.ts', 'problems.ts', 'fraction-digits.ts']);
  for (const [name, content] of Object.entries(files)) {
    // Compared as a whole: the difference of two texts of this size would take minutes to work out.
    const isCurrent = (await readFile(path.join(GENERATED, name), 'utf8')) === content;
    expect(isCurrent, `${name} is stale: npm run docs:client`).toBe(true);
  }
});

it('a TypeScript client of the generated types compiles, and they are what the document says', {
  timeout: PATIENCE_MS,
}, async () => {
  await copyFile(path.join(GENERATED, 'api.ts'), path.join(folder, 'generated.ts'));
  await copyFile(path.join(CLIENTS, 'a-client.ts.txt'), path.join(folder, 'a-client.ts'));
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
