import * as z from 'zod/mini';
import { type AmountTerms, ANSWERED_AS } from '../outcomes/compare-amount.ts';
import { record, type Stored } from '../records/record.ts';

const answeredAs = z.enum(ANSWERED_AS);
const fractionDigits = z.int().check(z.nonnegative());

export const serviceAmountsSchema = record(() => ({
  /** gross: as asked for. net: less the fee, within `feeBound`. Absent: a difference blocks the currency. */
  amounts: z.exactOptional(answeredAs),
  /** By currency: fraction digits that the service cuts amounts to, and carries out no more. */
  digits: z.exactOptional(z.record(z.string(), fractionDigits)),
}));

/** How the service states the amounts of withdrawals. */
export type ServiceAmounts = Stored<typeof serviceAmountsSchema>;

export const accountAmountsSchema = record(() => ({
  amounts: z.exactOptional(answeredAs),
  digits: z.exactOptional(fractionDigits),
}));

/** The same for withdrawals to one account, before what the controls say. */
export type AccountAmounts = Stored<typeof accountAmountsSchema>;

/** The terms by which the amount of an answer is judged: the account's own, then those of the service. */
export function answeredTerms(
  controls: { readonly answeredAmounts?: ServiceAmounts },
  account: { readonly currency: string; readonly answeredAmounts?: AccountAmounts },
): Pick<AmountTerms, 'amounts' | 'digits'> {
  const { digits: byCurrency = {}, amounts: ofService } = controls.answeredAmounts ?? {};
  const ofCurrency = Object.hasOwn(byCurrency, account.currency)
    ? byCurrency[account.currency]
    : undefined;
  const amounts = account.answeredAmounts?.amounts ?? ofService;
  const digits = account.answeredAmounts?.digits ?? ofCurrency;
  return { ...(amounts !== undefined && { amounts }), ...(digits !== undefined && { digits }) };
}
