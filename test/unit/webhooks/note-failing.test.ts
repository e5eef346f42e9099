import { describe, expect, it } from 'vitest';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import {
  COUNTED_AGAIN_AFTER_SECONDS,
  failingNoted,
  TOLD_AFTER_SECONDS,
} from '../../../treasury/webhooks/note-failing.ts';

const SINCE = '2026-01-05T09:00:00.000Z';
const DELIVERED = '2026-01-05T08:59:00.000Z';
const seen = (seconds: number, more: object = {}) => ({
  ...{ tenant: 'main', webhookId: 'erp', isActive: true, pending: 692 },
  endpoint: { failingSince: SINCE, deliveredAt: DELIVERED },
  at: plusSeconds(SINCE, seconds),
  ...more,
});

describe('a receiver that takes nothing', () => {
  const told = failingNoted(seen(TOLD_AFTER_SECONDS), undefined);

  it('is noted after an hour and not before, with since when, the last delivery and what waits', () => {
    expect(failingNoted(seen(TOLD_AFTER_SECONDS - 1), undefined)).toBeNull();
    expect(told).toMatchObject({
      state: 'failing',
      since: SINCE,
      deliveredAt: DELIVERED,
      pending: 692,
    });
  });

  it('is noted once, and what waits is counted again every hour', () => {
    const [soon, hourLater] = [1, COUNTED_AGAIN_AFTER_SECONDS].map((seconds) =>
      failingNoted(seen(TOLD_AFTER_SECONDS + seconds, { pending: 693 }), told ?? undefined),
    );
    expect(soon).toBeNull();
    expect(hourLater).toEqual({ ...told, at: expect.any(String), pending: 693, version: 2 });
  });

  it('is over once it takes an event, is paused, or is gone; and is told of anew after that', () => {
    const ends = [
      { endpoint: { failingSince: null, deliveredAt: SINCE } },
      { isActive: false },
      { endpoint: null },
    ];
    for (const end of ends) {
      const over = failingNoted(seen(7_200, end), told ?? undefined);
      expect(over).toMatchObject({ state: 'over', since: SINCE, version: 2 });
      expect(failingNoted(seen(7_300, end), over ?? undefined)).toBeNull();
      expect(failingNoted(seen(7_400), over ?? undefined)).toMatchObject({
        state: 'failing',
        version: 3,
      });
    }
  });

  it('is not noted where nothing was ever sent', () => {
    expect(failingNoted(seen(7_200, { endpoint: null }), undefined)).toBeNull();
  });
});
