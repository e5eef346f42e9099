import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FULL_EXPORT_FORMATS } from '../../../../adapters/exports/export-format.ts';
import { PAGE_FORMATS } from '../../../../api/routes/query-fields.ts';
import { snapshotsFile } from '../../../../api/routes/reports.ts';

function asking(format: string | undefined): boolean {
  return snapshotsFile.isWanted({ format });
}

describe('a format of files', () => {
  const pages: readonly string[] = PAGE_FORMATS;
  it.each(FULL_EXPORT_FORMATS)('asks for the whole report where no page has it: %s', (format) => {
    expect(asking(format)).toBe(!pages.includes(format));
  });

  it('leaves an unknown format, and none, to the page', () => {
    expect([asking('pfd'), asking(undefined)]).toEqual([false, false]);
  });

  it.each(FULL_EXPORT_FORMATS)('stands in docs/exports.md: %s', (format) => {
    expect(readFileSync('docs/exports.md', 'utf8')).toContain(`\`format=${format}\``);
  });
});
