import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BUNDLED = ['adapters', 'api', 'functions', 'reporting', 'runtime', 'treasury'];

/** How the words of an issue are come by. */
const READS_MESSAGE = /prettifyError|\bissue\.message|issues\[0\]\?\.message|\{ path, message \}/;

function sources(): readonly { readonly file: string; readonly text: string }[] {
  return BUNDLED.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(folder, file)),
  ).map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
}

describe('the words of what is not valid', () => {
  it('are English wherever an issue is shown, in a process that loads nothing else', () => {
    const script = `
      await import('./treasury/validation/zod-locale.ts');
      const z = await import('zod/mini');
      process.stdout.write(z.string().safeParse(7).error.issues[0].message);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(said).toBe('Invalid input: expected string, received number');
  });

  it('are asked for by every module that reads them', () => {
    const reading = sources().filter(({ text }) => READS_MESSAGE.test(text));
    expect(reading.length).toBeGreaterThan(4);
    const silent = reading.filter(({ text }) => !text.includes('validation/zod-locale.ts'));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });
});
