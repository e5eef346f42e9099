import * as z from 'zod/mini';
import { DECIDABLE_STATES, MAX_BREAKS_AT_ONCE } from '../../treasury/breaks/break-set.ts';
import { BREAK_KINDS } from '../../treasury/facts/break-facts.ts';
import { nonNegativeDecimalText } from '../../treasury/money/decimal-text.ts';
import { pieceId } from '../../treasury/policy/policy-fields.ts';
import { BREAK_ID } from '../requests/path-parameters.ts';
import { currency, moment, searchText } from './query-fields.ts';

/** Characters of a person's comment on a break: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;
const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: what you looked at, and where`;
const KIND = `expected one of ${BREAK_KINDS.join(', ')}`;

const comment = z
  .string({ error: COMMENT })
  .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT));

/** The body of POST /v1/breaks/{id}/explain. */
export const explanationBody = z
  .strictObject({ kind: z.enum(BREAK_KINDS, { error: KIND }), comment })
  .register(z.globalRegistry, {
    id: 'BreakExplanation',
  });

/** The body of POST /v1/breaks/{id}/close. */
export const closingBody = z.strictObject({ comment }).register(z.globalRegistry, {
  id: 'BreakClosing',
});

const IDS = `expected 1 to ${MAX_BREAKS_AT_ONCE} ids of breaks, each once`;
const STATES = `expected one of ${DECIDABLE_STATES.join(', ')}`;

/** Which breaks: by a filter over those of one state, or by their ids. */
const set = {
  filter: z.exactOptional(
    z.strictObject({
      state: z._default(z.enum(DECIDABLE_STATES, { error: STATES }), 'open'),
      currency: z.exactOptional(currency),
      direction: z.exactOptional(
        z.enum(['inflow', 'outflow'], { error: 'expected "inflow" or "outflow"' }),
      ),
      from: z.exactOptional(moment),
      to: z.exactOptional(moment),
      minimum: z.exactOptional(nonNegativeDecimalText),
      maximum: z.exactOptional(nonNegativeDecimalText),
      text: z.exactOptional(searchText),
      matchingRule: z.exactOptional(pieceId),
    }),
  ),
  ids: z.exactOptional(
    z
      .array(z.string().check(z.regex(BREAK_ID.form, 'expected the id of a break')), { error: IDS })
      .check(
        z.minLength(1, IDS),
        z.maxLength(MAX_BREAKS_AT_ONCE, IDS),
        z.refine((ids) => new Set(ids).size === ids.length, IDS),
      ),
  ),
};

const onlyOne = z.refine<{ readonly filter?: unknown; readonly ids?: unknown }>(
  ({ filter, ids }) => (filter === undefined) !== (ids === undefined),
  { path: ['filter'], error: 'expected either `filter` or `ids`' },
);

/** The body of POST /v1/breaks/select. */
export const breakSetBody = z
  .strictObject(set)
  .check(onlyOne)
  .register(z.globalRegistry, { id: 'BreakSet' });

/** The body of POST /v1/breaks/explain. */
export const manyExplainedBody = z
  .strictObject({ ...set, kind: z.enum(BREAK_KINDS, { error: KIND }), comment })
  .check(onlyOne)
  .register(z.globalRegistry, { id: 'BreakSetExplanation' });

/** The body of POST /v1/breaks/close. */
export const manyClosedBody = z
  .strictObject({ ...set, comment })
  .check(onlyOne)
  .register(z.globalRegistry, { id: 'BreakSetClosing' });
