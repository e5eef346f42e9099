import { expect, it } from 'vitest';
import { browserForTests } from './console-for-tests.ts';
import { importedPackages } from './imported-packages.ts';

const { visit, isMissing } = browserForTests();

it('the settings lead to the licences of everything that the console imports', async ({ skip }) => {
  skip(isMissing());
  const { page } = await visit({ as: 'viewer', at: '/t/main/settings' });
  const link = page.getByRole('link', { name: 'Licences of the software in this console' });
  const opened = page.context().waitForEvent('page');
  await link.click();
  const notices = (await (await opened).locator('body').textContent()) ?? '';
  const named: readonly string[] = notices.match(/^\S+(?= \d[\w.-]* \()/gm) ?? [];
  // The client is of this repository.
  const imported = importedPackages().filter((name) => name !== '@sluice/client');
  expect(imported).toContain('react');
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((name) => !named.includes(name))).toEqual([]);
  // What those are made of, too; and each with its text.
  expect(named.length).toBeGreaterThan(imported.length);
  expect(notices).toContain('Copyright (c) Meta Platforms');
});
