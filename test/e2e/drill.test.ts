import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { drillRestore } from '../../bin/sluice/drill/restore.ts';
import { RESTORE_STEPS } from '../../bin/sluice/drill/restore-steps.ts';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';

const SLOW_MS = 300_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = temporaryFolder();

it(
  'rehearses every step of the restore runbook: what left after the backup is not sent again',
  async () => {
    const told: string[] = [];
    const report = await drillRestore({
      root: ROOT,
      folder: path.join(folder, 'whole'),
      tell: ({ title, result, detail }) => told.push(`${result} ${title}: ${detail}`),
    });
    expect(report, told.join('\n')).toMatchObject({ ok: true });
    expect(report.steps.map(({ step }) => step)).toEqual(Object.keys(RESTORE_STEPS));
    expect(told.find((line) => line.includes('Two people'))).toContain('by two people');
    expect(told.find((line) => line.includes('Verify'))).toContain('treasurer and approver');
    expect(told.find((line) => line.includes('Go live'))).toContain('nothing was sent twice');
  },
  SLOW_MS,
);

it(
  'ends at a backup whose policy was changed by hand, before it takes the place of the ledger',
  async () => {
    const report = await drillRestore({
      root: ROOT,
      folder: path.join(folder, 'tampered'),
      tell: () => undefined,
      before: (step, { backup }) => {
        if (step !== 'restore') return;
        const kept = JSON.parse(readFileSync(backup, 'utf8'));
        const rule = kept.items.find(
          ({ entity, id }: Record<string, { readonly S?: string }>) =>
            entity?.S === 'rule' && id?.S === 'sol-drill',
        );
        expect(rule.threshold).toEqual({ S: '1000' });
        rule.threshold.S = '100';
        writeFileSync(backup, JSON.stringify(kept));
      },
    });
    expect(report.ok).toBe(false);
    const [halt, save, restore, ...rest] = report.steps;
    expect([halt?.result, save?.result]).toEqual(['ok', 'ok']);
    expect(restore).toMatchObject({
      result: 'failed',
      detail: 'seals do not hold: rule sol-drill: invalid',
    });
    expect(new Set(rest.map(({ result }) => result))).toEqual(new Set(['not-run']));
  },
  SLOW_MS,
);
