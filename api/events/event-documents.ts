import * as z from 'zod/mini';
import { showEvent } from '../../treasury/events/show-event.ts';
import { type EventType, schemaName } from '../../treasury/events/treasury-event.ts';
import { exampleEvents } from './event-examples.ts';
import { checkedEvent, EVENT_KINDS, EVENT_TYPES, eventSchema } from './events.ts';
import { SHARED_FIELDS } from './instruction-kinds.ts';

const BEGIN = '<!-- made by npm run docs:events: begin -->';
const END = '<!-- made by npm run docs:events: end -->';

/** Every event as JSON Schema (2020-12): one definition each, under its type. */
export function eventSchemasDocument(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Events of Sluice',
    oneOf: EVENT_TYPES.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(
      EVENT_TYPES.map((type) => {
        const { $schema: _, ...schema } = jsonSchema(eventSchema(type));
        return [type, { description: EVENT_KINDS[type].when, ...withNamedData(schema, type) }];
      }),
    ),
  };
}

/** The schema of the data has the name that events refer to it by. */
function withNamedData(
  schema: z.core.JSONSchema.BaseSchema,
  type: EventType,
): z.core.JSONSchema.BaseSchema {
  const { data, ...properties } = schema.properties ?? {};
  const named = { $id: schemaName(type), ...(data as object) };
  return { ...schema, properties: { ...properties, data: named } };
}

/** The page with its generated part made anew; the prose that people wrote around it stays. */
export function withEventTable(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`the page has no ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${table()}\n\n${page.slice(end)}`;
}

/**
 * For subscribers: fields may be added to a type, so their schema accepts unknown fields, although publishing refuses
 * them; and an instant is a date-time, whatever its digits.
 */
function jsonSchema(schema: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    // The schema of decimal text checks its own type, and states it: docs/openapi.json has it from there as well.
    unrepresentable: 'any',
    override: ({ jsonSchema: own }) => {
      if (own.additionalProperties === false) delete own.additionalProperties;
      if (own.format === 'date-time') delete own.pattern;
    },
  });
}

function table(): string {
  const examples = exampleEvents();
  const rows = EVENT_TYPES.map((type) => {
    const example = examples.get(type);
    if (example === undefined) throw new Error(`there is no example of ${type}`);
    const fields = fieldsOf(type).filter((name) => !isShared(type, name));
    const data = Object.entries(checkedEvent(showEvent(example)).data);
    const own = Object.fromEntries(data.filter(([name]) => fields.includes(name)));
    const cells = [code(type), EVENT_KINDS[type].when, fields.join(', '), codeOf(own)];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| type | when | data | example |', '|---|---|---|---|', ...rows].join('\n');
}

/** The fields that every event of an instruction has are explained once, on the page. */
function isShared(type: EventType, name: string): boolean {
  return /^com\.sluice\.(withdrawal|trade)\./.test(type) && SHARED_FIELDS.includes(name);
}

function fieldsOf(type: EventType): readonly string[] {
  const { properties = {} } = jsonSchema(EVENT_KINDS[type].data);
  return Object.keys(properties);
}

function codeOf(value: object): string {
  return Object.keys(value).length === 0 ? '' : code(JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}
