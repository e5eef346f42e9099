import { ACCEPTED_DECIMAL_TEXT } from '../../../money/decimal-text.ts';
import type { AnswerShape, ShapeKind } from '../../../outcomes/answer-shape.ts';
import type { ContentTexts } from '../content-texts.ts';
import { joined, quoted, sentence, written } from '../sentence.ts';

const BALANCES_ACCEPTED =
  'accepted: {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}], or one of these within "balances" or "data"; every amount decimal text';

const PRICES_ACCEPTED = 'accepted: {"BTC/USD": {"bid": "1", "ask": "2"}}';

/** The types of JSON. */
const TYPES: Readonly<Record<ShapeKind, string>> = {
  text: 'string',
  'empty-text': 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  'empty-list': 'array',
  object: 'object',
  'empty-object': 'object',
};

function typeOf({ lists, kind }: AnswerShape): string {
  return lists === undefined ? TYPES[kind] : 'array';
}

export const CONTENT: ContentTexts = {
  content: {
    'states-failure': (_, { why }) => why,
    'further-pages': ({ by, name }) =>
      sentence`a 200 that has further pages by its ${by === 'header' ? 'header ' : ''}${quoted(name)}; all of it is needed`,
    'no-balances': (_, { why, seen }) => sentence`${why}; seen: ${seen}; ${BALANCES_ACCEPTED}`,
    'not-by-instrument': (_, { seen }) =>
      sentence`not an object keyed by instrument; seen: ${seen}; ${PRICES_ACCEPTED}`,
    'too-many-instruments': ({ most }) => sentence`more than ${most} instruments`,
    'no-price': (_, { why }) => why,
  },
  balances: {
    'no-entries': () => 'neither an object nor a list',
    'null-wrapper': ({ name }) => sentence`${quoted(name)} is null`,
    'two-wrappers': ({ names }) =>
      sentence`balances in two places, ${joined(names.map(quoted), ' and ')}`,
    'beside-wrapper': ({ name, wrapper }) =>
      sentence`${quoted(name)} stands beside ${quoted(wrapper)}`,
    'unnamed-item': () => 'a list with an item that names no currency',
    'too-many': ({ most }) => sentence`more than ${most} currencies`,
    'no-currency': ({ name }) => sentence`${quoted(name)} is not a currency`,
    unreadable: ({ name, why: { code } }, { why }) =>
      code === 'case-alone' ? why : sentence`${written(name)}: ${why}`,
  },
  price: {
    'case-alone': ({ names, more }) =>
      sentence`${joined(names.map(quoted), ' and ')}${more === undefined ? '' : ` and ${more} more`} differ by case alone`,
    'other-form': (_, { instrument }) => sentence`${instrument} is not of the form BASE/QUOTE`,
    'states-failure': (_, { instrument, why }) => sentence`${instrument}: an entry ${why}`,
    'no-object': (fact, { instrument, seen }) =>
      sentence`${instrument}: the entry: Invalid input: expected object, received ${typeOf(fact.seen)}; seen: ${seen}`,
    'no-decimal': ({ field }, { instrument, seen }) =>
      sentence`${instrument}: ${field}: expected ${ACCEPTED_DECIMAL_TEXT}; seen: ${seen}`,
    'not-positive': ({ field }, { instrument, seen }) =>
      sentence`${instrument}: ${field}: expected more than zero; seen: ${seen}`,
    crossed: (_, { instrument }) => sentence`${instrument}: the bid is above the ask`,
  },
  shape: {
    kinds: {
      text: 'text',
      'empty-text': 'empty text',
      number: 'a number',
      boolean: 'a boolean',
      null: 'null',
      'empty-list': 'an empty list',
      object: 'an object',
      'empty-object': 'an empty object',
    },
    list: (items, first) => sentence`a list of ${items}, the first ${first}`,
    object: (named) => sentence`an object {${named}}`,
    more: (fields) => sentence`and ${fields} more`,
  },
};
