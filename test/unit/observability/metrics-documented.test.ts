import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { alarmKinds } from '../../../lib/observability/alarms.ts';
import { COUNTS, type CountedValue } from '../../../runtime/observability/metrics.ts';

const PAGE = readFileSync('docs/metrics.md', 'utf8');

function shown({ heard }: CountedValue): string {
  if (heard === 'never') return 'no';
  return heard === 'always' ? 'always' : `from ${heard.from}`;
}

it('every count stands in docs/metrics.md, with its unit, its function, whether it is a metric and when', () => {
  for (const [name, count] of Object.entries<CountedValue>(COUNTS)) {
    const { unit, service, when } = count;
    expect(PAGE).toContain(
      `| \`${name}\` | ${unit} | \`${service}\` | ${shown(count)} | ${when} |`,
    );
  }
});

it('every question that an alarm answers stands in docs/metrics.md, with what answers it', () => {
  const kinds = alarmKinds({
    snapshotEveryMinutes: 5,
    alarms: { blockedHours: 4, budgetPercent: 90 },
    tenants: ['main'],
  });
  for (const { name } of kinds) expect(PAGE).toContain(`| [${name}](operations.md#${name}) |`);
});

it('every count is counted by its function, and no function writes a metric past the table', () => {
  const sources = globSync('{api,functions,reporting,runtime}/**/*.ts')
    .filter((file) => !file.includes('runtime/observability/'))
    .map((file) => readFileSync(file, 'utf8'));
  const all = sources.join('\n');
  const uncounted = Object.keys(COUNTS).filter((name) => !new RegExp(`\\b${name}:`).test(all));
  expect(uncounted).toEqual([]);
  expect(all).not.toMatch(/addMetric|CloudWatchMetrics|PutMetricData/);
});
