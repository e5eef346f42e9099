import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { checkedEvent, EVENT_TYPES } from '../../../api/events/events.ts';
import type { TreasuryEvent } from '../../../treasury/events/treasury-event.ts';
import { TEST_EVENT_TYPE } from '../../../treasury/webhooks/test-event.ts';

const PAGES = ['docs/events.md', 'docs/webhooks.md', 'docs/integrating.md', 'README.md'];
const page = readFileSync('docs/events.md', 'utf8');
const [event = {}, data = {}] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
);

/** With the fields of the table, which the page leaves out. */
const whole = (type: unknown, shown: object) => {
  const example = [...exampleEvents()].find(([name]) => name === type)?.[1];
  const dataschema = `urn:sluice:event:${type}`;
  return {
    ...event,
    type,
    dataschema,
    data: { ...example?.data, ...shown },
  } as unknown as TreasuryEvent;
};

it('the example of docs/events.md, with the data that the page shows below, is such an event', () => {
  expect(data).toMatchObject(event.data as object);
  expect(event.dataschema).toBe(`urn:sluice:event:${event.type}`);
  expect(() => checkedEvent(whole(event.type, data))).not.toThrow();
  expect(event.id).toBe(`main/instruction/${data.instructionId}/${data.version}`);
});

it.each([...page.matchAll(/`(\{ "kind": [^`]+\})`/g)].map(([, json = '']) => json))(
  'a part that the page names fits as well: %s',
  (json) => {
    const part = JSON.parse(json) as { readonly kind: string };
    const isOrigin = part.kind === 'request';
    const changed = isOrigin ? { ...data, origin: part } : { ...data, content: part };
    const type = isOrigin ? event.type : 'com.sluice.trade.confirmed';
    expect(() => checkedEvent(whole(type, changed))).not.toThrow();
  },
);

it.each(PAGES)('every type that %s names is one', (name) => {
  const text = readFileSync(name, 'utf8');
  const known: readonly string[] = [...EVENT_TYPES, TEST_EVENT_TYPE];
  for (const [type] of text.matchAll(/com\.sluice\.[a-z.-]+(?!\w)/g)) {
    // "com.sluice.withdrawal." is a prefix of types.
    const bare = type.replace(/\.$/, '');
    expect(known.includes(bare) || known.some((each) => each.startsWith(`${bare}.`)), type).toBe(
      true,
    );
  }
});
