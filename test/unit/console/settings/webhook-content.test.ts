import { describe, expect, it } from 'vitest';
import type { Webhook } from '../../../../console/screens/settings/types.ts';
import {
  bodyOf,
  draftOf,
  keptDraft,
  NEW_WEBHOOK,
  problemsOf,
  withEvents,
  withLabel,
} from '../../../../console/screens/settings/webhook-content.ts';

const WEBHOOK: Webhook = {
  id: 'erp',
  label: 'ERP',
  url: 'https://erp.example/hook',
  eventTypes: ['com.sluice.withdrawal.confirmed'],
  status: 'active',
  secretGeneration: 2,
  secretFor: { generation: 2, by: 'tara' },
  activeSince: '2026-01-01T00:00:00.000Z',
  version: 3,
};

describe('the form of a webhook', () => {
  it('is whole with a name, an address and an event, and follows its name with its id', () => {
    expect(Object.keys(problemsOf(NEW_WEBHOOK)).sort()).toEqual(['id', 'label', 'url']);
    const named = withLabel(NEW_WEBHOOK, 'ERP of Zürich', true);
    expect(named.id).toBe('erp-of-zu-rich');
    expect(problemsOf({ ...named, url: 'https://erp.example' })).toEqual({});
    expect(withLabel({ ...named, id: 'mine' }, 'Other', true).id).toBe('mine');
    expect(withLabel(draftOf(WEBHOOK), 'Other', false).id).toBe('erp');
  });

  it('has every event alone, or some of them', () => {
    const some = withEvents(NEW_WEBHOOK, ['*', 'com.sluice.break.opened']);
    expect(some.eventTypes).toEqual(['com.sluice.break.opened']);
    expect(withEvents(some, ['com.sluice.break.opened', '*']).eventTypes).toEqual(['*']);
    expect(withEvents(some, []).eventTypes).toEqual([]);
  });

  it('asks for another secret by its number, and keeps none in its draft', () => {
    const draft = draftOf(WEBHOOK);
    expect(bodyOf(draft, WEBHOOK).secretGeneration).toBe(2);
    expect(bodyOf({ ...draft, wantsSecret: true }, WEBHOOK).secretGeneration).toBe(3);
    expect(bodyOf(NEW_WEBHOOK, null).secretGeneration).toBe(1);
    expect(keptDraft({ ...draft, secret: 'whsec_x' })).toEqual(draft);
    expect(keptDraft({ url: 7 })).toBeNull();
  });
});
