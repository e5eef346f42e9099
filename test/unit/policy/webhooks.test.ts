import { describe, expect, it } from 'vitest';
import {
  localWebhookUrlProblem,
  webhookUrlProblem,
} from '../../../adapters/webhooks/webhook-url.ts';
import { EVENT_TYPES } from '../../../api/events/events.ts';
import { EVENT_TYPE_NAMES } from '../../../treasury/policy/event-type-names.ts';
import { subscribes } from '../../../treasury/policy/webhook.ts';
import { webhookDraft } from '../../../treasury/policy/webhook-schema.ts';

const DRAFT = { id: 'erp', label: 'ERP', url: 'https://erp.example/', eventTypes: ['*'] };
const isAccepted = (change: object) => webhookDraft.safeParse({ ...DRAFT, ...change }).success;

describe('the address of a webhook', () => {
  it.each([
    'https://erp.example/',
    'https://erp.example/hooks?key=1',
    'https://xn--bcher-kva.example/',
    'https://a.b-c.example/',
  ])('may be %s', (url) => {
    expect(webhookUrlProblem(url)).toBeNull();
  });

  it.each([
    'http://erp.example/',
    'https://erp.example',
    'https://ERP.example/',
    'https://erp.example:8443/',
    'https://erp.example:443/',
    'https://user@erp.example/',
    'https://user:pass@erp.example/',
    'https://erp.example/#part',
    'https://bücher.example/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://erp.example./',
    'https://erp/',
    'https://10.1/',
    'ftp://erp.example/',
    'javascript:alert(1)',
    'https://erp.example/\n',
    ' https://erp.example/',
    '',
  ])('is never %j', (url) => {
    expect(webhookUrlProblem(url)).not.toBeNull();
  });

  it('beside Sluice on one machine is loopback, and nothing else', () => {
    const isAllowed = (url: string) => localWebhookUrlProblem(url) === null;
    expect(isAllowed('http://127.0.0.1:9000/')).toBe(true);
    expect(isAllowed('http://localhost:9000/a')).toBe(true);
    expect(isAllowed('http://10.0.0.1/')).toBe(false);
    expect(isAllowed('http://u@127.0.0.1/')).toBe(false);
    expect(isAllowed('http://localhost.example/')).toBe(false);
  });
});

describe('the types of events of a webhook', () => {
  it('are of the closed list, or every one', () => {
    expect([...EVENT_TYPE_NAMES].sort()).toEqual([...EVENT_TYPES].sort());
    expect(isAccepted({ eventTypes: [...EVENT_TYPE_NAMES] })).toBe(true);
    expect(isAccepted({ eventTypes: ['com.sluice.nothing'] })).toBe(false);
    expect(isAccepted({ eventTypes: [] })).toBe(false);
    expect(isAccepted({ eventTypes: ['*', EVENT_TYPE_NAMES[0]] })).toBe(false);
    expect(isAccepted({ eventTypes: [EVENT_TYPE_NAMES[0], EVENT_TYPE_NAMES[0]] })).toBe(false);
  });

  it('choose what is sent', () => {
    const some = { eventTypes: ['com.sluice.trade.confirmed'] };
    expect(subscribes(some, 'com.sluice.trade.confirmed')).toBe(true);
    expect(subscribes(some, 'com.sluice.trade.unknown')).toBe(false);
    expect(subscribes({ eventTypes: ['*'] }, 'com.sluice.of.a.later.version')).toBe(true);
  });
});
