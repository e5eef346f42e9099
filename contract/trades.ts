import * as z from 'zod/mini';
import { MAX_FRACTION_DIGITS, MAX_INTEGER_DIGITS } from '../treasury/money/decimal-text.ts';
import type { TradeRequest } from '../treasury/outcomes/outcome.ts';
import { CURRENCY_CODE } from '../treasury/policy/policy-limits.ts';

/*
 * Each refinement names the problem that it stands for (`params.problem`): where all that is wrong with a
 * body is one problem, the answer is of that type.
 */

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MORE_THAN_ZERO = /^[^-]*[1-9]/;
const SYNTAX =
  'expected decimal text such as "12.5": no exponent, no leading zeros, no separators, no blanks';
const DIGITS = `expected at most ${MAX_INTEGER_DIGITS} integer and ${MAX_FRACTION_DIGITS} fraction digits`;
/** For people who make a client from the document; what refuses are the refinements. */
const PATTERN = `^(0|[1-9]\\d{0,${MAX_INTEGER_DIGITS - 1}})(\\.\\d{1,${MAX_FRACTION_DIGITS}})?$`;

function isWithinDigits(text: string): boolean {
  const [integer = '', fraction = ''] = text.replace('-', '').split('.');
  return integer.length <= MAX_INTEGER_DIGITS && fraction.length <= MAX_FRACTION_DIGITS;
}

function decimal(description: string, example: string) {
  return z.string({ error: SYNTAX }).check(
    z.refine((text) => DECIMAL.test(text), {
      error: SYNTAX,
      params: { problem: 'decimal-syntax' },
      abort: true,
    }),
    z.refine(isWithinDigits, {
      error: DIGITS,
      params: { problem: 'too-many-digits' },
      abort: true,
    }),
    z.refine((text) => MORE_THAN_ZERO.test(text), {
      error: 'expected more than zero',
      params: { problem: 'not-positive' },
    }),
    z.meta({ description, pattern: PATTERN, examples: [example] }),
  );
}

const INSTRUMENT_WORDS = 'expected BASE/QUOTE in capitals, two different currencies, as "BTC/USD"';

/** Currency codes are an open set at the service; this only keeps keys and messages sane. */
function isInstrument(text: string): boolean {
  const [base = '', quote = '', ...rest] = text.split('/');
  return (
    rest.length === 0 && base !== quote && CURRENCY_CODE.test(base) && CURRENCY_CODE.test(quote)
  );
}

const SIDE_WORDS = 'expected "buy" or "sell", in any casing';
const SIDES = ['buy', 'sell'] as const;

/** The body of POST /v1/trades, as in the reference, 4.3. `Sell` is the casing it shows. */
export const tradeBody: z.ZodMiniType<TradeRequest> = z
  .strictObject({
    instrument: z.string({ error: INSTRUMENT_WORDS }).check(
      z.refine(isInstrument, {
        error: INSTRUMENT_WORDS,
        params: { problem: 'instrument-invalid' },
      }),
      z.meta({ description: 'BASE/QUOTE', examples: ['BTC/USD'] }),
    ),
    side: z.pipe(
      z
        .string({ error: SIDE_WORDS })
        .check(z.meta({ description: 'buy or sell, in any casing', examples: ['Sell'] })),
      z.transform((text, context): TradeRequest['side'] => {
        const side = SIDES.find((each) => each === text.toLowerCase());
        if (side !== undefined) return side;
        const params = { problem: 'side-unknown' };
        context.issues.push({ code: 'custom', message: SIDE_WORDS, params, input: text });
        return z.NEVER;
      }),
    ),
    price: decimal('Quote currency per unit of base', '64250.5'),
    amount: decimal('In the base currency', '0.25'),
  })
  .register(z.globalRegistry, {
    id: 'TradeBody',
    description: 'A trade as it is asked for: sold at this price or above, bought at it or below',
    examples: [{ instrument: 'BTC/USD', side: 'Sell', price: '64250.5', amount: '0.25' }],
  });
