import { describe, expect, it } from 'vitest';
import { namedQueries } from '../../../contract/analytics/named-queries.ts';

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

describe.each(namedQueries())('the named query $name', ({ name, words, parameters, sql }) => {
  const code = withoutComments(sql);

  it('says in a sentence what it answers, and what of the API answers the same', () => {
    expect(words).toMatch(/^[A-Z].*[.,]$/);
    expect(sql).toMatch(/^-- The API's answer: GET \/v1\//m);
    expect(name).toMatch(/^[a-z-]+$/);
  });

  it('reads the folders of one client and of days that are named, and no more', () => {
    expect(parameters.slice(0, 3)).toEqual(['client', 'from', 'to']);
    expect(code).toMatch(/WHERE client = \? AND day BETWEEN \? AND \?/);
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
