import { describe, expect, it } from 'vitest';
import { decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import { snapshotLines } from '../../../local/console-feed/table-watch.ts';

describe('the feed of snapshots', () => {
  it('passes over the runs that lie beside them', () => {
    const snapshot = '2026-01-05T08:15:00.000Z';
    const run = { tenant: 'main', snapshot, part: 0, decisions: [] };
    const NewImage = decisionRunItem('main', run, 'for-ever');
    expect(snapshotLines([{ eventName: 'INSERT', dynamodb: { NewImage } }])).toEqual([]);
  });
});
