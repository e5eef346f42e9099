import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

export const splitSchema = z.discriminatedUnion('kind', [
  record(() => ({
    kind: z.literal('weights'),
    parts: z.array(
      record(() => ({
        withdrawalAccountId: z.string(),
        /** Of the whole amount; those of all parts add to 100. */
        percent: decimalText,
      })),
    ),
  })),
  record(() => ({
    kind: z.literal('amounts'),
    parts: z.array(
      record(() => ({
        withdrawalAccountId: z.string(),
        /** In the rule's currency. The last part has none: it takes the rest. */
        amount: z.exactOptional(decimalText),
      })),
    ),
  })),
]);

/** How the amount of one run is divided among several accounts. The first part pays to the rule's own account. */
export type RuleSplit = Stored<typeof splitSchema>;
