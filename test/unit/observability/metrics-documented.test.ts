import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TENANT_METRICS } from '../../../runtime/observability/metrics.ts';

const PAGE = readFileSync('docs/metrics.md', 'utf8');

it('every metric of a tenant stands in docs/metrics.md, with its unit, its function and when', () => {
  for (const [name, { unit, service, when }] of Object.entries(TENANT_METRICS)) {
    const shown = unit === 'NoUnit' ? 'None' : unit;
    expect(PAGE).toContain(`| \`${name}\` | ${shown} | \`${service}\` | ${when} |`);
  }
});

it('every metric that a function writes stands in docs/metrics.md', () => {
  const sources = globSync('{api,functions,reporting,runtime}/**/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const names = sources.flatMap((source) =>
    [...source.matchAll(/addMetric\(\s*(?:'(\w+)'|`(\w+)\$\{)/g)].map(
      ([, whole, beginning]) => whole ?? beginning ?? '',
    ),
  );
  expect(names.length).toBeGreaterThan(15);
  // Of a name that ends with what happened, the page has the beginning.
  const missing = names.filter((name) => !PAGE.includes(`\`${name}`));
  expect(missing).toEqual([]);
});
