import { describe, expect, it } from 'vitest';
import { judgedMapping } from '../../../bin/deployment/stream-check.ts';

const stream = (label: string) =>
  `arn:aws:dynamodb:eu-central-1:111122223333:table/ledger/stream/${label}`;
const LATEST = stream('2026-03-02T10:00:00.000');
const DEAD = stream('2026-01-05T09:00:00.000');
const mapping = { source: LATEST, state: 'Enabled', lastResult: 'OK' };
const judged = (mappings: readonly (typeof mapping)[], latest: string | null = LATEST) =>
  judgedMapping('send-withdrawal', 'Ledger', { mappings, latest });

describe('the mapping of a stream', () => {
  it.each([
    ['is enabled on the latest one', [mapping]],
    ['has had nothing to deliver yet', [{ ...mapping, lastResult: 'No records processed' }]],
    ['says nothing yet', [{ ...mapping, lastResult: '' }]],
    ['stands beside the one of before', [{ ...mapping, source: DEAD }, mapping]],
  ])('is as it should be: it %s', (_, mappings) => {
    expect(judged(mappings)).toMatchObject({ state: 'ok' });
  });

  it('of a table that was restored is found on the dead stream, with what to do', () => {
    const { state, detail } = judged([{ ...mapping, source: DEAD }]);
    expect(state).toBe('failed');
    expect(detail).toContain('the stream 2026-01-05T09:00:00.000 of a table that is gone');
    expect(detail).toContain('raise restoredTables.Ledger and deploy all stacks');
  });

  it.each([
    ['there is none', judged([]), 'no mapping delivers the table to it'],
    ['it is disabled', judged([{ ...mapping, state: 'Disabled' }]), 'its mapping is Disabled'],
    [
      'it fails',
      judged([{ ...mapping, lastResult: 'PROBLEM: access denied' }]),
      'its mapping says: PROBLEM: access denied',
    ],
    ['the table has no stream', judged([mapping], null), 'the table has no stream'],
  ])('fails where %s', (_, part, detail) => {
    expect(part).toMatchObject({ state: 'failed', detail: expect.stringContaining(detail) });
  });
});
