import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../../bin/sluice/report-file.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly required: boolean }[];
}

const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};
const files = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = get?.parameters ?? [];
  return parameters.some(({ name }) => name === 'whole') ? [{ path, parameters }] : [];
});
const page = readFileSync('docs/command-line.md', 'utf8');
const section = page.slice(page.indexOf('### sluice export'));

describe('sluice export', () => {
  it('has every report that the API has in one piece', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(Object.values(REPORTS).toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  });

  it.each(files)('has an option for all that $path asks for', ({ parameters }) => {
    for (const { name, required } of parameters) {
      const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (required) expect(section).toContain(`| \`--${option} <`);
    }
  });
});
