/** An event as the feed shows it. */
export const EVENT_EXAMPLE = {
  specversion: '1.0',
  id: 'main/rule/btc-cold/2',
  source: 'urn:sluice:prod',
  type: 'com.sluice.rule.changed',
  subject: 'btc-cold',
  time: '2026-01-05T09:00:03.000Z',
  tenant: 'main',
  datacontenttype: 'application/json',
  dataschema: 'urn:sluice:event:com.sluice.rule.changed',
  sequence: '1767603603000001',
  data: {
    ruleId: 'btc-cold',
    version: 2,
    label: 'What is above two bitcoin',
    currency: 'BTC',
    withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
    enabled: false,
    fields: ['enabled'],
  },
};
