import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namedQueries } from '../../../reporting/analytics/named-queries.ts';
import { ANALYTICS_TABLES } from '../../../reporting/analytics/tables.ts';

/** Functions that Athena (Trino) and DuckDB have under one name, with one meaning. */
const SHARED_FUNCTIONS = [
  'abs',
  'cast',
  'count',
  'first_value',
  'max',
  'min',
  'rank',
  'row_number',
  'sum',
];

/** What follows a word and a bracket without being a function. */
const NO_FUNCTIONS = ['over', 'from', 'in', 'as'];

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '');
}

describe.each(namedQueries())('the named query $name', ({ name, description, parameters, sql }) => {
  const code = withoutComments(sql);

  it('says in a sentence what it answers, and what of the API answers the same', () => {
    expect(description).toMatch(/^[A-Z].*[.,]$/);
    expect(sql).toMatch(/^-- The API's answer: GET \/v1\//m);
    expect(name).toMatch(/^[a-z-]+$/);
  });

  it('reads the folders of one tenant and of days that are named, and no more', () => {
    expect(parameters.slice(0, 3)).toEqual(['tenant', 'from', 'to']);
    expect(code).toMatch(/WHERE tenant = \? AND day >= \? AND day < \?/);
  });

  it('uses what Athena and DuckDB share', () => {
    const called = [...code.matchAll(/\b([a-z_]+)\s*\(/gi)].map(([, word]) =>
      String(word).toLowerCase(),
    );
    const functions = called.filter((word) => !NO_FUNCTIONS.includes(word));
    expect(functions.filter((word) => !SHARED_FUNCTIONS.includes(word))).toEqual([]);
    expect(code).not.toMatch(/::|\bQUALIFY\b|\bEXCLUDE\b|\bILIKE\b|\bLIMIT\b|"|\$/i);
  });
});

describe('docs/analytics.md', () => {
  const page = readFileSync('docs/analytics.md', 'utf8');

  it('names every column of every table, with what it says', () => {
    for (const { name, description } of Object.values(ANALYTICS_TABLES).flat()) {
      expect(page).toMatch(
        new RegExp(`^\\| \`${name}\` \\| [a-z0-9(),]+ \\| ${literally(description)} \\|$`, 'm'),
      );
    }
  });

  it('names every named query, with what it is asked with', () => {
    for (const { name, parameters, description } of namedQueries()) {
      expect(page).toContain(`| \`${name}\` | ${parameters.join(', ')} | ${description} |`);
    }
  });
});

function literally(text: string): string {
  return text.replaceAll(/[.()]/g, String.raw`\$&`);
}
