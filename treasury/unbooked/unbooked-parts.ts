import * as z from 'zod/mini';
import { type Booking, type BookingDoubt, feeOf, sumOf } from '../booking/booking.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalText, formatDecimal } from '../money/decimal-text.ts';
import { type Instant, later } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/**
 * Why an amount is committed. claimed: it was claimed, and no balance shows that it left. fee-of-claimed: a fee may leave
 * with it. The others were credited to a fall that was seen, and are in doubt all the same.
 */
export const UNBOOKED_PARTS = [
  'claimed',
  'fee-of-claimed',
  'contradicted',
  'rise',
  'fee',
] as const satisfies readonly ('claimed' | 'fee-of-claimed' | BookingDoubt['kind'])[];
type PartName = (typeof UNBOOKED_PARTS)[number];

export const unbookedPartSchema = z.object({
  part: z.enum(UNBOOKED_PARTS),
  amount: decimalText,
  /** When it is free without anything more being seen; null: only a balance or two people free it. */
  until: z.nullable(instant),
  message: z.string(),
});

/** A part of a committed amount that has one reason. */
export type UnbookedPart = Readonly<z.infer<typeof unbookedPartSchema>>;

/** The committed amount of a lane by its reasons; together they are the whole. */
export function unbookedParts(
  { entries, doubts }: Booking,
  currency: string,
  now: Instant,
): readonly UnbookedPart[] {
  const fees = entries.reduce((sum, entry) => sum.plus(feeOf(entry)), ZERO);
  return [
    ...partOf('claimed', sumOf(entries), null, currency),
    ...partOf('fee-of-claimed', fees, null, currency),
    ...(['contradicted', 'rise', 'fee'] as const).flatMap((kind) => {
      const own = doubts.filter((each) => each.kind === kind && each.until > now);
      const until = own.reduce<Instant>((last, each) => later(last, each.until), now);
      return partOf(kind, sumOf(own), until, currency);
    }),
  ];
}

function partOf(
  part: PartName,
  amount: Decimal,
  until: Instant | null,
  currency: string,
): readonly UnbookedPart[] {
  if (amount.isZero()) return [];
  const text = formatDecimal(amount);
  return [{ part, amount: text, until, message: messageOf(part, `${text} ${currency}`, until) }];
}

function messageOf(part: PartName, amount: string, until: Instant | null): string {
  switch (part) {
    case 'claimed':
      return `${amount} was claimed and no balance read since shows that it left; it stays committed, and only it.`;
    case 'fee-of-claimed':
      return `${amount} of the falls that were seen may have been fees of what was claimed, so as much of it may still leave.`;
    case 'contradicted':
      return `A balance showed that ${amount} left, and a later one shows the amount again: it stays committed until ${until} at the latest.`;
    case 'rise':
      return `A balance showed that ${amount} left, and the balance rose soon after by another amount: it stays committed until ${until} at the latest.`;
    case 'fee':
      return `${amount} of a fall that was seen may have been a fee, so as much may still leave: it stays committed until ${until} at the latest.`;
    default:
      return part satisfies never;
  }
}
