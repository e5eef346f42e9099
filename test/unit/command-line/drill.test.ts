import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RESTORE_STEPS } from '../../../bin/sluice/drill/restore-steps.ts';
import { type DrillStep, runSteps } from '../../../bin/sluice/drill/run-steps.ts';

/** The numbered steps of the runbook: the title in bold, and all that stands below it. */
function runbook(): readonly { readonly title: string; readonly text: string }[] {
  const page = readFileSync('docs/operations.md', 'utf8');
  const [, after = ''] = page.split('## Restoring from a backup\n');
  const [section = ''] = after.split('\n## ');
  return section
    .split(/^(?=\d+\. \*\*)/m)
    .slice(1)
    .map((text) => ({ title: /\*\*(.*?)\.?\*\*/.exec(text)?.[1] ?? '', text }));
}

describe('the runbook of a restore', () => {
  const steps = Object.values(RESTORE_STEPS);

  it('has the steps that the drill carries out, in their order', () => {
    expect(runbook().map(({ title }) => title)).toEqual(steps.map(({ title }) => title));
  });

  it('names the commands that the drill types, each below its step', () => {
    for (const [index, { title, commands }] of steps.entries()) {
      const text = plainOf(runbook()[index]?.text ?? '');
      for (const { line } of commands) {
        const [name = ''] = line.split(' --');
        expect(text, `step ${title}`).toContain(
          name.startsWith('approve') ? 'approve "$CHANGE"' : name,
        );
        for (const option of line.match(/--(?!yes|comment|json)[a-z-]+/g) ?? []) {
          expect(text, `step ${title}`).toContain(option);
        }
      }
    }
  });
});

/** The page's own short word for a resumption is the command. */
function plainOf(text: string): string {
  return text.replaceAll('$(resume ', '$(sluice resume ');
}

describe('a drill', () => {
  const step = (id: string, run: () => Promise<string>): DrillStep => ({ id, title: id, run });

  it('ends at the first step that fails, and says which were not carried out', async () => {
    const told: string[] = [];
    const steps = [
      step('one', async () => 'seen'),
      step('two', () => Promise.reject(new Error('the table is gone'))),
      step('three', () => Promise.reject(new Error('never reached'))),
    ];
    const { ok, steps: results } = await runSteps(steps, ({ title }) => told.push(title));
    expect(ok).toBe(false);
    expect(told).toEqual(['one', 'two']);
    expect(results.map(({ result, detail }) => [result, detail])).toEqual([
      ['ok', 'seen'],
      ['failed', 'the table is gone'],
      ['not-run', ''],
    ]);
  });
});
