import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';

/** What stands at a place of an answer, never its value. An object whose fields are not named is not looked into. */
export const SHAPE_KINDS = [
  'text',
  'empty-text',
  'number',
  'boolean',
  'null',
  'empty-list',
  'object',
  'empty-object',
] as const;
export type ShapeKind = (typeof SHAPE_KINDS)[number];

const place = () => ({
  /** Items of the lists around it, in each of which it stands first; the outermost list first. Absent: there are none. */
  lists: z.exactOptional(z.array(z.int())),
  kind: z.enum(SHAPE_KINDS),
});

const placeSchema = record(place);

const fieldsOf = <Shape extends z.core.$ZodType>(shape: Shape) => ({
  ...place(),
  /** The first of an object's fields, named as the answer writes them. */
  fields: z.exactOptional(z.array(record(() => ({ name: z.string(), shape })))),
  /** So many fields are not named. Absent: all of them are. */
  more: z.exactOptional(z.int()),
});

/** Two levels of names tell a wrapper and what it holds. */
export const answerShapeSchema = record(() => fieldsOf(record(() => fieldsOf(placeSchema))));

/** The shape of an answer that is not understood. `facts/sentences/say/say-content.ts` describes it. */
export type AnswerShape = Stored<typeof answerShapeSchema>;
