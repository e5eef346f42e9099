import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildConsole, CONSOLE_SOURCES } from '../../../lib/console/console-build.ts';
import { opensBrowser } from '../../../local/command/console-command.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';

const project = folderForEachTest();

/** Stands where Vite does, and makes a page of what it was told. */
const BUILDER = `
  const { mkdirSync, writeFileSync, readFileSync } = require('node:fs');
  const outDir = process.argv[process.argv.indexOf('--outDir') + 1];
  const source = readFileSync('console/main.ts', 'utf8');
  if (source.includes('wrong')) { console.error('some text\\nerror: wrong here\\n  at main'); process.exit(1); }
  mkdirSync(outDir);
  if (!source.includes('pageless')) writeFileSync(outDir + '/index.html', process.argv.slice(2, 5).join(' '));
`;

function write(file: string, content: string): void {
  const place = path.join(project(), file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
}

/** A file of each of the sources: what has an ending is a file itself. */
const FILES = CONSOLE_SOURCES.map((source) =>
  path.extname(source) === '' ? path.join(source, 'index.ts') : source,
);

beforeEach(() => {
  write('package.json', '{}');
  for (const file of FILES) write(file, '');
  write('console/vite.config.ts', '');
  write('console/main.ts', '');
  write('node_modules/vite/package.json', '{"name":"vite"}');
  write('node_modules/vite/bin/vite.js', BUILDER);
});

describe("the console's build", () => {
  it('is made by its own settings, once until a source changes', async () => {
    let made = 0;
    const build = () => buildConsole(project(), { onWork: () => (made += 1), inBackground: true });
    const first = await build();
    expect(readFileSync(path.join(first.folder, 'index.html'), 'utf8')).toBe(
      'build --config console/vite.config.ts',
    );
    expect(await build()).toEqual(first);
    write('clients/typescript/node_modules/x/index.js', 'of a tool');
    expect([await build(), made]).toEqual([first, 1]);
    for (const file of FILES) {
      const before = await build();
      write(file, `${file} changed`);
      expect(await build()).not.toEqual(before);
    }
    expect(made).toBe(1 + FILES.length);
  });

  it('is put in place whole: a build that fails leaves nothing', async () => {
    write('console/main.ts', 'wrong');
    await expect(buildConsole(project())).rejects.toThrow(/^error: wrong here$/);
    write('console/main.ts', 'pageless');
    await expect(buildConsole(project())).rejects.toThrow(/it made no index.html/);
    expect(readdirSync(path.join(project(), '.sluice', 'console'))).toEqual([]);
  });

  it('that cannot begin says what is missing', async () => {
    await expect(buildConsole(path.join(project(), 'clients'))).rejects.toThrow(
      'there is no console/vite.config.ts',
    );
  });
});

describe('npm start', () => {
  const told = (open: boolean | null, env: NodeJS.ProcessEnv, isInteractive: boolean) =>
    opensBrowser(open, { json: false }, env, isInteractive);

  it('opens the console where a person watches, and not where a build service or a pipe does', () => {
    expect(told(null, {}, true)).toBe(true);
    expect(told(null, { CI: 'true' }, true)).toBe(false);
    expect(told(null, { CI: 'false' }, true)).toBe(true);
    expect(told(null, {}, false)).toBe(false);
    expect(opensBrowser(null, { json: true }, {}, true)).toBe(false);
  });

  it('does as it is told', () => {
    expect(told(true, { CI: 'true' }, false)).toBe(true);
    expect(told(false, {}, true)).toBe(false);
  });
});
