import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PAGES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/decisions', '.github'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
  '.ci/run',
];

/** Where a command begins: a line of a block, a piece of code, behind `&&`, within a substitution or a function. */
const BEGINS = String.raw`(?:^ *(?:\d+\. )?|\`|&& |\$\(|\{ |\| )`;

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

describe.each(PAGES)('the commands that %s prints', (page) => {
  const text = readFileSync(page, 'utf8');
  const named = (command: string): readonly string[] =>
    [...text.matchAll(new RegExp(`${BEGINS}${command}`, 'gm'))].map(([, name = '']) => name);

  it('are scripts that there are', () => {
    const names = [
      ...named(String.raw`npm run (?:-s )?([\w:-]+)`),
      ...named(String.raw`npm (start|test)\b`),
    ];
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('are of packages that npm ci installs', () => {
    const names = named(String.raw`npx (?:--\S+ )*([\w-]+)`);
    expect(names.filter((name) => !existsSync(`node_modules/.bin/${name}`))).toEqual([]);
  });

  it('run no file with whatever Node.js there is: npm run, or npx node, run it with the one that is installed', () => {
    const plain = /(?<!npx |[\w./-])node [^`\n]*\b[\w/-]+\.(?:ts|mjs|js)\b/g;
    expect(text.match(plain) ?? []).toEqual([]);
  });
});
