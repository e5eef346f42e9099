import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PROBLEM_HELP, PROBLEM_SECTIONS } from '../../../../api/problems/problem-help.ts';
import { PROBLEMS } from '../../../../api/problems/problem-table.ts';
import { problemsPage } from '../../../../api/problems/problems-page.ts';
import { ROUTES } from '../../../../api/routes/routes.ts';
import { OPERATIONS } from '../../../generative/document.ts';

const CODES = Object.keys(PROBLEMS).sort();

describe('docs/problems.md', () => {
  it('is the page that the table makes', async () => {
    const checkedIn = await readFile('docs/problems.md', 'utf8');
    expect(checkedIn, 'npm run docs:problems writes it').toBe(problemsPage());
  });

  it('shows every problem in one section', () => {
    const shown = Object.values(PROBLEM_SECTIONS).flatMap((help) => Object.keys(help));
    expect(shown.sort()).toEqual(CODES);
    expect(Object.keys(PROBLEM_HELP).sort()).toEqual(CODES);
  });

  it('names routes that there are', () => {
    const keys = ROUTES.map((route) => `${route.method} ${route.path}`);
    const named = Object.values(PROBLEM_HELP).flatMap((help) => [
      ...help.matchAll(/`((?:GET|POST|PUT|DELETE) [^`?]+)/g),
    ]);
    expect(named.length).toBeGreaterThan(0);
    for (const [, key] of named) expect(keys).toContain(key);
  });

  it('links to pages and headings that there are', async () => {
    const links = Object.values(PROBLEM_HELP).flatMap((help) => [
      ...help.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g),
    ]);
    expect(links.length).toBeGreaterThan(5);
    for (const [, page, heading] of links) {
      const text = await readFile(`docs/${page}`, 'utf8');
      const title = heading?.replaceAll('-', '[- ]');
      if (title !== undefined) expect(text).toMatch(new RegExp(`^#+ ${title}$`, 'im'));
    }
  });
});

describe('the table of problems', () => {
  it('says what is wrong in one line that is no other code’s', () => {
    const titles = Object.values(PROBLEMS).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).toMatch(/^[A-Za-z].{5,80}[^.]$/);
  });

  it('has a status of a refusal or a fault with every code', () => {
    for (const { status } of Object.values(PROBLEMS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });

  it('has no code that no route of the document answers', () => {
    const documented = new Set(
      OPERATIONS.flatMap(({ responses }) =>
        Object.values(responses).flatMap((response) => response['x-problems'] ?? []),
      ),
    );
    expect(CODES.filter((code) => !documented.has(code))).toEqual([]);
  });
});
