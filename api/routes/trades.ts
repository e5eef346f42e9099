import * as z from 'zod/mini';
import type { RequestLabels } from '../../treasury/instructions/request-labels.ts';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import { TRADE_SIDES, type TradeRequest } from '../../treasury/outcomes/outcome.ts';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';
import type { ProblemCode } from '../problems/problem-table.ts';
import { requestLabelFields } from './request-labels.ts';

/*
 * Each refinement names the problem that it stands for (`params.problem`): if all faults of a body are one problem,
 * the response is of that type.
 */

const INSTRUMENT_MESSAGE =
  'expected BASE/QUOTE in capitals, two different currencies, as "BTC/USD"';

/** Currency codes are an open set at the service; this only keeps keys and messages sane. */
function isInstrument(text: string): boolean {
  const [base = '', quote = '', ...rest] = text.split('/');
  return (
    rest.length === 0 && base !== quote && CURRENCY_CODE.test(base) && CURRENCY_CODE.test(quote)
  );
}

const SIDE_MESSAGE = 'expected "buy" or "sell", in any casing';

/** The body of POST /v1/trades, as in the reference, 4.3. `Sell` is the casing it shows. */
export const tradeBody: z.ZodMiniType<TradeRequest & RequestLabels> = z
  .strictObject({
    instrument: z.string({ error: INSTRUMENT_MESSAGE }).check(
      z.refine(isInstrument, {
        error: INSTRUMENT_MESSAGE,
        params: { problem: 'instrument-invalid' satisfies ProblemCode },
      }),
    ),
    side: z.pipe(
      z.string({ error: SIDE_MESSAGE }),
      z.transform((text, context): TradeRequest['side'] => {
        const side = TRADE_SIDES.find((each) => each === text.toLowerCase());
        if (side !== undefined) return side;
        const params = { problem: 'side-unknown' satisfies ProblemCode };
        context.issues.push({ code: 'custom', message: SIDE_MESSAGE, params, input: text });
        return z.NEVER;
      }),
    ),
    price: positiveDecimalText,
    amount: positiveDecimalText,
    ...requestLabelFields,
  })
  .register(z.globalRegistry, { id: 'TradeBody' });
