import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmKinds } from '../../../lib/observability/alarms.ts';
import { NOTICES } from '../../../lib/observability/notices.ts';

/* The page as it is read; test/e2e carries out what it says. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');

/** Headings as a page's readers are sent to them. */
function anchors(): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('docs/operations.md', () => {
  const kinds = alarmKinds({
    snapshotEveryMinutes: 5,
    alarms: { blockedHours: 4, budgetPercent: 90 },
    tenants: ['main'],
  });

  it('has a section for each alarm, under its name, that says what it means, what to do and when it ends', () => {
    for (const { name } of kinds) {
      const section = page.split(`\n### ${name}\n`)[1]?.split('\n### ')[0] ?? '';
      for (const part of ['**Meaning:**', '**Do:**', '**It ends**']) {
        expect(section, `${name}: ${part}`).toContain(part);
      }
    }
  });

  it('has no section for an alarm that is none', () => {
    const sections = [...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(kinds.map(({ name }) => name).sort());
  });

  it('has what its own links and the notices point to', () => {
    const pointed = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    const wanted = [...pointed, ...NOTICES.map(({ runbook }) => runbook)];
    expect(wanted.filter((anchor) => !anchors().includes(anchor ?? ''))).toEqual([]);
  });

  it('names every queue there is', async () => {
    const files = await readdir(path.join(ROOT, 'lib'), { recursive: true });
    const sources = await Promise.all(
      files
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFile(path.join(ROOT, 'lib', file), 'utf8')),
    );
    const queues = sources.flatMap((source) =>
      [...source.matchAll(/deadLetterQueue\(\s*\w+,\s*'([\w-]+)'/g)].map(([, name = '']) => name),
    );
    expect(queues.length).toBeGreaterThan(3);
    expect(queues.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
