import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { numberText } from './number-in.ts';

export const amountIn = record(() => ({ currency: z.string(), amount: numberText }));

/** An amount with its currency; decimal text. */
export type AmountIn = Stored<typeof amountIn>;
