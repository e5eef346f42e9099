import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../local/streams/filter-pattern.ts';

function lets(pattern: object, record: unknown): boolean {
  return compilePattern(JSON.stringify(pattern))(record);
}

const record = {
  eventName: 'INSERT',
  dynamodb: {
    ApproximateCreationDateTime: 12,
    NewImage: { kind: { S: 'taken' }, size: { N: '5' }, gone: { NULL: true } },
  },
  tags: ['a', 'b'],
};

describe('a filter pattern', () => {
  it('matches exact values, deep in the record, any of a list', () => {
    const pattern = {
      eventName: ['MODIFY', 'INSERT'],
      dynamodb: { NewImage: { kind: { S: ['taken'] } } },
    };
    expect(lets(pattern, record)).toBe(true);
    expect(lets(pattern, { ...record, eventName: 'REMOVE' })).toBe(false);
    expect(lets(pattern, { eventName: 'INSERT', dynamodb: {} })).toBe(false);
  });

  it('matches a list in the record where any of its values matches', () => {
    expect(lets({ tags: ['b'] }, record)).toBe(true);
    expect(lets({ tags: ['c'] }, record)).toBe(false);
  });

  it.each([
    ['prefix', { eventName: [{ prefix: 'INS' }] }, true],
    ['prefix that does not hold', { eventName: [{ prefix: 'MOD' }] }, false],
    ['suffix', { eventName: [{ suffix: 'ERT' }] }, true],
    ['equals-ignore-case', { eventName: [{ 'equals-ignore-case': 'insert' }] }, true],
    ['anything-but', { eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
    ['anything-but with the value', { eventName: [{ 'anything-but': 'INSERT' }] }, false],
    ['anything-but a prefix', { eventName: [{ 'anything-but': { prefix: 'INS' } }] }, false],
    ['anything-but of a field that is absent', { nothing: [{ 'anything-but': 'x' }] }, false],
    ['exists', { eventName: [{ exists: true }] }, true],
    ['exists of an absent field', { nothing: [{ exists: true }] }, false],
    ['absence', { nothing: [{ exists: false }] }, true],
    ['absence of a present field', { eventName: [{ exists: false }] }, false],
    ['absence below something absent', { nothing: { at: [{ exists: false }] } }, true],
    [
      'numeric range',
      { dynamodb: { ApproximateCreationDateTime: [{ numeric: ['>', 10, '<=', 12] }] } },
      true,
    ],
    [
      'numeric on a number that is text',
      { dynamodb: { NewImage: { size: { N: [{ numeric: ['=', 5] }] } } } },
      false,
    ],
    ['null only where it is', { eventName: [null] }, false],
    ['$or', { $or: [{ eventName: ['REMOVE'] }, { tags: ['a'] }] }, true],
    ['$or of none', { $or: [{ eventName: ['REMOVE'] }, { tags: ['x'] }] }, false],
  ])('knows %s', (_, pattern, expected) => {
    expect(lets(pattern, record)).toBe(expected);
  });

  it.each([
    ['an unknown operator', { eventName: [{ wildcard: 'I*' }] }, /wildcard/],
    ['two operators in one', { eventName: [{ prefix: 'a', suffix: 'b' }] }, /several/],
    ['a comparison without a number', { a: [{ numeric: ['>', 'x'] }] }, /numeric/],
    ['a value that is not in a list', { eventName: 'INSERT' }, /not an object/],
    ['a prefix that is no text', { eventName: [{ prefix: 3 }] }, /prefix/],
  ])('refuses %s by its name', (_, pattern, message) => {
    expect(() => compilePattern(JSON.stringify(pattern))).toThrow(message);
  });

  it('refuses what is not JSON', () => {
    expect(() => compilePattern('{')).toThrow(/not JSON/);
  });
});
