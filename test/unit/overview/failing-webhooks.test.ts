import { describe, expect, it } from 'vitest';
import { failingWebhooks } from '../../../treasury/overview/failing-webhooks.ts';
import { WEBHOOK } from '../../samples/policy.ts';

const FAILING = {
  ...({ tenant: 'main', webhookId: 'erp', state: 'failing' } as const),
  at: '2026-01-05T10:00:00.000Z',
  ...{ since: '2026-01-05T09:00:00.000Z', deliveredAt: null, pending: 692, version: 1 },
} as const;

describe('webhooks of which no event arrives', () => {
  it('come with since when and what waits, the one that has failed the longest first', () => {
    const paused = {
      ...WEBHOOK,
      id: 'bi',
      status: 'paused',
      pausedBySluice: { at: '2026-01-04T09:00:00.000Z', reason: 'receiver-gone' },
    } as const;
    const found = failingWebhooks([
      { webhook: { ...WEBHOOK, id: 'erp' }, failing: FAILING },
      { webhook: paused, failing: null },
    ]);
    expect(found).toEqual([
      {
        ...{ webhookId: 'bi', label: WEBHOOK.label, state: 'paused', deliveredAt: null },
        ...{ since: '2026-01-04T09:00:00.000Z', pending: null },
      },
      {
        ...{ webhookId: 'erp', label: WEBHOOK.label, state: 'failing', deliveredAt: null },
        since: '2026-01-05T09:00:00.000Z',
        pending: { count: 692, countedAt: '2026-01-05T10:00:00.000Z' },
      },
    ]);
  });
});
