import { describe, expect, it } from 'vitest';
import { ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import { policyConflict } from '../../../treasury/changes/policy-conflict.ts';
import { POLICY, RULE } from '../../samples/policy.ts';

const NOW = '2026-03-02T09:00:00.000Z';
const SNAPSHOT_SECONDS = 300;

function fieldsOf(expression: string) {
  const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
  const after = { ...ruleDraftOf(RULE), id: 'another', label: 'Another', schedule };
  return policyConflict({ kind: 'rule', after }, POLICY, [RULE.currency], SNAPSHOT_SECONDS, NOW);
}

describe('a schedule that is over', () => {
  it.each(['0 9 * * ? 2020', '0 9 1 1 ? 2026'])('is refused: %s', (expression) => {
    expect(fieldsOf(expression)).toMatchObject([
      { path: 'schedule.expression', accepted: 'a schedule that falls at least once from now on' },
    ]);
  });

  it.each(['0 9 * * ? *', '0 9 1 1 ? 2027', '1 9 2 3 ? 2026'])('has time to come: %s', (text) => {
    expect(fieldsOf(text).filter(({ path }) => path.startsWith('schedule'))).toEqual([]);
  });
});
