import { expect, it } from 'vitest';
import type { Schema } from '../../../generative/document.ts';
import { differences, mergedOutlines, outlineOf } from '../../../integration/functions/outline.ts';

const text: Schema = { type: 'string' };
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    id: text,
    state: { type: 'string', enum: ['open', 'closed'] },
    amount: { anyOf: [text, { type: 'null' }] },
    items: {
      type: 'array',
      items: { type: 'object', properties: { at: text, memo: text }, required: ['at'] },
    },
    balances: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { total: text } },
    },
  },
};

const answered = (answer: object) => outlineOf(SCHEMA, answer);
const REAL = [
  { id: 'a', state: 'open', amount: '1', items: [{ at: 'now', memo: 'x' }, { at: 'then' }] },
  { id: 'b', state: 'open', amount: null, items: [], balances: { BTC: { total: '1' } } },
]
  .map(answered)
  .reduce(mergedOutlines);

it.each([
  ['as answers are', { id: 'c', state: 'open', amount: null, items: [{ at: 'x' }] }, []],
  ['a field of items', { ...shown(), items: [{ at: 'x', memo: 'y' }] }, []],
  ['another key of a map', { ...shown(), balances: { ETH: { total: '2' } } }, []],
  ['a code', { ...shown(), state: 'closed' }, ['answer.state was never "closed", only "open"']],
  ['a type', { ...shown(), id: null }, ['answer.id was never null, only string']],
  [
    'an item',
    { ...shown(), items: [{}] },
    ['answer.items[].at is in every answer, and is not shown'],
  ],
  [
    'a field',
    { state: 'open', amount: '1', items: [] },
    ['answer.id is in every answer, and is not shown'],
  ],
])('an example is held against real answers: %s', (_, example, expected) => {
  expect(differences(answered(example), REAL)).toEqual(expected);
});

it('a field that no answer has is named once, with its variant', () => {
  const schema: Schema = {
    type: 'object',
    properties: { at: text, why: { type: 'object', properties: { by: text } } },
  };
  const real = outlineOf(schema, { at: 'now' });
  expect(differences(outlineOf(schema, { at: 'now', why: { by: 'x' } }), real)).toEqual([
    'answer.why was never answered',
  ]);
});

function shown() {
  return { id: 'c', state: 'open', amount: '1', items: [] };
}
