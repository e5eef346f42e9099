import * as z from 'zod/mini';
import { type Booking, feeOf, sumOf } from '../booking/booking.ts';
import { asReader, type Language, type Reader } from '../facts/sentences/language.ts';
import { type UnbookedReason, unbookedSentence } from '../facts/sentences/say/lane-step.ts';
import { asText } from '../facts/sentences/sentence.ts';
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
] as const satisfies readonly UnbookedReason['part'][];

export const unbookedPartSchema = z.object({
  part: z.enum(UNBOOKED_PARTS),
  amount: decimalText,
  /** When it is free without anything more being seen; null: only a balance or two people free it. */
  until: z.nullable(instant),
  message: z.string(),
});

/** A part of a committed amount that has one reason, as it is shown. */
export type UnbookedPart = Readonly<z.infer<typeof unbookedPartSchema>>;

export function showPart(
  reason: UnbookedReason,
  currency: string,
  reader: Language | Reader = 'en',
): UnbookedPart {
  const by = asReader(reader);
  return { ...reason, message: asText(unbookedSentence(reason, currency, by.language), by) };
}

/** The committed amount of a lane by its reasons; together they are the whole. */
export function unbookedParts(
  { entries, doubts }: Booking,
  now: Instant,
): readonly UnbookedReason[] {
  const fees = entries.reduce((sum, entry) => sum.plus(feeOf(entry)), ZERO);
  return [
    ...partOf('claimed', sumOf(entries), null),
    ...partOf('fee-of-claimed', fees, null),
    ...(['contradicted', 'rise', 'fee'] as const).flatMap((kind) => {
      const own = doubts.filter((each) => each.kind === kind && each.until > now);
      const until = own.reduce<Instant>((last, each) => later(last, each.until), now);
      return partOf(kind, sumOf(own), until);
    }),
  ];
}

function partOf(
  part: UnbookedReason['part'],
  amount: Decimal,
  until: Instant | null,
): readonly UnbookedReason[] {
  return amount.isZero() ? [] : [{ part, amount: formatDecimal(amount), until }];
}
