import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../treasury/money/decimal.ts';
import {
  decimalOf,
  decimalText,
  formatDecimal,
  nonNegativeDecimalText,
  parseDecimalText,
  positiveDecimalText,
} from '../../../treasury/money/decimal-text.ts';

const DIGITS_30 = '9'.repeat(30);

describe('decimal text', () => {
  it.each(['0', '1', '-1', '0.1', '12.50', '-0.000000000000000001', `${DIGITS_30}.${DIGITS_30}`])(
    'accepts %s and keeps its value',
    (text) => {
      const parsed = parseDecimalText(text);
      expect(parsed.ok).toBe(true);
      expect(decimalText.parse(text)).toBe(text);
      expect(decimalOf(text).equals(new Decimal(text))).toBe(true);
    },
  );

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '.5',
    '5.',
    '1e3',
    '1E-7',
    '1,5',
    "1'000",
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '1.2.3',
    '١',
    '1\n',
    `1${DIGITS_30}`,
    `0.1${DIGITS_30}`,
  ])('refuses the text %j', (text) => {
    expect(parseDecimalText(text)).toMatchObject({ ok: false, code: 'not-decimal-text' });
    expect(decimalText.safeParse(text).success).toBe(false);
    expect(() => decimalOf(text)).toThrow(TypeError);
  });

  it.each([1, 0.1, 10n, null, undefined, {}, ['1'], true])(
    'refuses %s, which is no text',
    (seen) => {
      expect(parseDecimalText(seen).ok).toBe(false);
      expect(decimalText.safeParse(seen).error?.issues[0]?.message).toContain(
        'decimal text such as',
      );
    },
  );

  it.each([
    ['a text', '1 000', '"1 000"'],
    ['a text that would spoil a line', '1\n2', '"1\\n2"'],
    ['a number', 12.5, 'number 12.5'],
    ['nothing', undefined, 'undefined undefined'],
  ])('repeats %s as it was seen, with what it is where it is no text', (_, value, seen) => {
    expect(parseDecimalText(value)).toEqual({ ok: false, code: 'not-decimal-text', seen });
  });

  it('says what it would have accepted', () => {
    const message =
      'expected decimal text such as "12.5": at most 30 integer and 30 fraction digits, no exponent, no leading zeros, no separators';
    expect(decimalText.safeParse('1e3').error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ]);
    expect(decimalText.safeParse(1).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it('says what was not decimal text where that is a defect', () => {
    expect(() => decimalOf('1e3')).toThrow('not decimal text: "1e3"');
  });

  it('repeats only a bounded part of what it refuses', () => {
    const parsed = parseDecimalText('x'.repeat(5000));
    expect(parsed.ok ? '' : parsed.seen).toHaveLength(60);
  });

  it('tells zero or more from more than zero', () => {
    expect(nonNegativeDecimalText.safeParse('0').success).toBe(true);
    expect(nonNegativeDecimalText.safeParse('-0.1').success).toBe(false);
    expect(positiveDecimalText.safeParse('0.00').success).toBe(false);
    expect(positiveDecimalText.safeParse('-1').success).toBe(false);
    expect(positiveDecimalText.safeParse('0.01').success).toBe(true);
    expect(firstMessage(nonNegativeDecimalText.safeParse('-1'))).toBe('expected zero or more');
    expect(firstMessage(positiveDecimalText.safeParse('0'))).toBe('expected more than zero');
  });
});

describe('formatting', () => {
  it.each([
    ['1200', '1200'],
    ['12.50', '12.5'],
    ['-0', '0'],
    ['1e-30', `0.${'0'.repeat(29)}1`],
    ['1e29', `1${'0'.repeat(29)}`],
  ])('writes %s as %s: no exponent, no trailing zeros', (value, text) => {
    expect(formatDecimal(new Decimal(value))).toBe(text);
  });
});

function firstMessage({ error }: ReturnType<typeof decimalText.safeParse>): string | undefined {
  return error?.issues[0]?.message;
}
