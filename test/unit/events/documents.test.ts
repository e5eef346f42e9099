import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { eventSchemasDocument, withEventTable } from '../../../api/events/event-documents.ts';
import { exampleEvents } from '../../../api/events/event-examples.ts';
import { EVENT_ENTITIES } from '../../../api/events/event-writes.ts';
import { checkedEvent, EVENT_TYPES } from '../../../api/events/events.ts';
import { showEvent } from '../../../treasury/events/show-event.ts';
import type { TreasuryEvent } from '../../../treasury/events/treasury-event.ts';

const examples = new Map([...exampleEvents()].map(([type, event]) => [type, showEvent(event)]));

describe('the documents of the events', () => {
  it('are current; npm run docs:events makes them anew', () => {
    const page = readFileSync('docs/events.md', 'utf8');
    expect(withEventTable(page)).toBe(page);
    const schemas: unknown = JSON.parse(readFileSync('docs/events.schema.json', 'utf8'));
    expect(schemas).toEqual(JSON.parse(JSON.stringify(eventSchemasDocument())));
  });

  it('hold a real example of every type, and no type twice', () => {
    expect([...examples.keys()].sort()).toEqual([...EVENT_TYPES].sort());
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
  });

  it('have schemas that take their examples, each its own only', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(eventSchemasDocument(), 'events');
    // Compiled once: exactly one of the types takes each event.
    const validate = ajv.getSchema('events');
    for (const [type, event] of examples) {
      expect(validate?.(event), type).toBe(true);
      const other = { ...event, type: 'com.sluice.nothing' };
      expect(validate?.(other), type).toBe(false);
    }
  });

  it('name every entity that is told of', () => {
    const entities = new Set([...examples.values()].map(({ id }) => id.split('/')[1]));
    const others = ['lane', 'snapshot', 'token-use'];
    expect([...entities].sort()).toEqual([...EVENT_ENTITIES, ...others].sort());
  });
});

describe('an event before it is published', () => {
  it.each([...examples])('is refused with a field that %s does not have', (_type, event) => {
    expect(checkedEvent(event)).toBe(event);
    const data = { ...event.data, nonce: 'secret' };
    expect(() => checkedEvent({ ...event, data } as unknown as TreasuryEvent)).toThrow(/nonce/);
  });
});
