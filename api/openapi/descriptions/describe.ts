import type { Json } from '../json.ts';
import { BOOKS } from './books.ts';
import { CHECKS } from './checks.ts';
import { DECISIONS } from './decisions.ts';
import { EVERYWHERE } from './everywhere.ts';
import { FORECAST } from './forecast.ts';
import { FRONT_PAGE } from './front-page.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { POLICY } from './policy.ts';
import { RULES } from './rules.ts';
import { SCHEMAS } from './schemas.ts';

/**
 * The meanings of the fields, by the end of their path: `amount` for every field of that name, `TradeBody.amount` or
 * `movements.amount` if it has a meaning of its own; `InstructionStatus*` is every schema of that beginning. Only the
 * document has these: no function's bundle carries them.
 */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  ...INSTRUCTIONS,
  ...CHECKS,
  ...RULES,
  ...POLICY,
  ...BOOKS,
  ...DECISIONS,
  ...FORECAST,
  ...FRONT_PAGE,
};

const KEYS = Object.keys(DESCRIPTIONS).map((key) => ({ key, steps: key.split('.') }));

/** The schemas with a description of every field that the tables know. `used`: collects the keys that were used. */
export function described(schemas: Json, used: Set<string> = new Set()): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const description = SCHEMAS[name];
      const made = within(schema, [name], used) as Json;
      return [name, description === undefined ? made : { ...made, description }];
    }),
  );
}

function within(schema: unknown, path: readonly string[], used: Set<string>): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((each) => within(each, path, used));
  return Object.fromEntries(
    Object.entries(schema as Json).map(([keyword, value]) => {
      switch (keyword) {
        case 'properties':
          return [keyword, fields(value as Json, path, used)];
        case 'items':
        case 'additionalProperties':
        case 'anyOf':
          return [keyword, within(value, path, used)];
        default:
          return [keyword, value];
      }
    }),
  );
}

function fields(properties: Json, path: readonly string[], used: Set<string>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const own = [...path, name];
      const field = within(schema, own, used) as Json;
      const description = sentence(own, field, used);
      return [name, description === null ? field : { ...field, description }];
    }),
  );
}

function sentence(path: readonly string[], field: Json, used: Set<string>): string | null {
  const best = KEYS.filter(({ steps }) => isEndOf(path, steps)).sort(bySpecificity)[0];
  if (best === undefined) return null;
  used.add(best.key);
  const parts = [DESCRIPTIONS[best.key]];
  if (field.format === 'date-time') parts.push('ISO 8601 instant in UTC.');
  if ('default' in field) parts.push(`Absent: ${JSON.stringify(field.default)}.`);
  // A default that generators cannot make code of stands in words.
  if (String(field.description).startsWith('Absent: ')) parts.push(String(field.description));
  return parts.join(' ');
}

interface Key {
  readonly key: string;
  readonly steps: readonly string[];
}

/** More steps say more; of as many, the longer name of a schema. */
function bySpecificity(one: Key, other: Key): number {
  return other.steps.length - one.steps.length || other.key.length - one.key.length;
}

function isEndOf(path: readonly string[], steps: readonly string[]): boolean {
  const end = path.slice(path.length - steps.length);
  return (
    steps.length <= path.length && steps.every((step, index) => isStep(end[index] ?? '', step))
  );
}

function isStep(name: string, step: string): boolean {
  return step.endsWith('*') ? name.startsWith(step.slice(0, -1)) : name === step;
}
