import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { browserForTests } from './console-for-tests.ts';

const { visit, isMissing } = browserForTests();

/** Packages that a source of the console imports: types of them alone come into no build. */
const IMPORTED = /^(?:import|export) (?!type )(?:[^;]*? from )?'((?:@[^/']+\/)?[^./'][^/':]*)/gm;

function importedPackages(): readonly string[] {
  const sources = readdirSync('console', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(build\/|vite\.config)/.test(file),
  );
  const names = sources.flatMap((file) =>
    [...readFileSync(path.join('console', file), 'utf8').matchAll(IMPORTED)].flatMap(
      ([, name]) => name ?? [],
    ),
  );
  // Of this repository, and what its build makes itself.
  return [...new Set(names)].filter((name) => !['@sluice/client', 'virtual'].includes(name));
}

it('the settings lead to the licences of everything that the console imports', async ({ skip }) => {
  skip(isMissing());
  const { page } = await visit({ as: 'viewer', at: '/t/main/settings' });
  const link = page.getByRole('link', { name: 'Licences of the software in this console' });
  const opened = page.context().waitForEvent('page');
  await link.click();
  const notices = (await (await opened).locator('body').textContent()) ?? '';
  const named: readonly string[] = notices.match(/^\S+(?= \d[\w.-]* \()/gm) ?? [];
  const imported = importedPackages();
  expect(imported).toContain('react');
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((name) => !named.includes(name))).toEqual([]);
  // What those are made of, too; and each with its text.
  expect(named.length).toBeGreaterThan(imported.length);
  expect(notices).toContain('Copyright (c) Meta Platforms');
});
