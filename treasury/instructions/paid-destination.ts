import * as z from 'zod/mini';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, decimalText, formatDecimal } from '../money/decimal-text.ts';
import { mergedStatement } from '../outcomes/compare-destination.ts';
import {
  type AnsweredDestination,
  type StatedDestination,
  statedDestinationSchema,
} from '../outcomes/outcome.ts';
import { accountKey } from '../policy/registered-account.ts';
import { record, type Stored } from '../records/record.ts';
import { hexDigestOf } from '../seals/canonical-json.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import type { Destination } from './destination.ts';

/*
 * What a lane knows of the places that it pays to: what the service says of each, and how much left for one before any
 * answer has named it. It stands in the lane, so that the write that claims and the write that concludes hold it.
 */

export const paidDestinationSchema = record(() => ({
  /** Digest of the registered destination that this is about: with other details an account is another place. */
  of: z.string(),
  /** What confirming answers have said of it. */
  says: z.exactOptional(statedDestinationSchema),
  /** When an answer first named it as it is registered. */
  namedAt: z.exactOptional(instant),
  /** Claimed for it under a first-payment maximum, and not given back; decimal text. */
  left: z.exactOptional(decimalText),
}));

export type PaidDestination = Stored<typeof paidDestinationSchema>;
export type PaidDestinations = Readonly<Record<string, PaidDestination>>;

export const firstPaymentDebitSchema = record(() => ({
  accountId: z.string(),
  of: z.string(),
  amount: decimalText,
}));

/** A claim's amount that counts against the first-payment maximum of its account. */
export type FirstPaymentDebit = Stored<typeof firstPaymentDebitSchema>;

type Place = Pick<Destination, 'network' | 'details'>;

export function digestOfDestination({ network, details }: Place): string {
  return hexDigestOf({ network, details });
}

/** What is known of an account as it is registered now; null if nothing is. */
export function paidTo(
  destinations: PaidDestinations | undefined,
  accountId: string,
  place: Place,
): PaidDestination | null {
  const key = accountKey(accountId);
  const own =
    destinations !== undefined && Object.hasOwn(destinations, key) ? destinations[key] : undefined;
  return own?.of === digestOfDestination(place) ? own : null;
}

/** What has left for a destination that no answer has named; null once one has. */
export function leftUnnamed(paid: PaidDestination | null): Decimal | null {
  return paid?.namedAt === undefined ? decimalOf(paid?.left ?? '0') : null;
}

/** The places that an answer has named, and nothing else that is known of them. */
export function namedPlaces(destinations: PaidDestinations = {}): PaidDestinations {
  const named = Object.entries(destinations).flatMap(([key, { of, namedAt }]) =>
    namedAt === undefined ? [] : [[key, { of, namedAt }] as const],
  );
  return Object.fromEntries(named);
}

export function withFirstPayment(
  destinations: PaidDestinations = {},
  { accountId, of, amount }: FirstPaymentDebit,
): PaidDestinations {
  const key = accountKey(accountId);
  const own = Object.hasOwn(destinations, key) ? destinations[key] : undefined;
  const known: PaidDestination = own?.of === of ? own : { of };
  const left = decimalOf(known.left ?? '0').plus(decimalOf(amount));
  return { ...destinations, [key]: { ...known, left: formatDecimal(left) } };
}

export function withoutFirstPayment(
  destinations: PaidDestinations = {},
  { accountId, of, amount }: FirstPaymentDebit,
): PaidDestinations {
  const key = accountKey(accountId);
  const own = Object.hasOwn(destinations, key) ? destinations[key] : undefined;
  if (own?.of !== of || own.left === undefined) return destinations;
  const rest = decimalOf(own.left).minus(decimalOf(amount));
  return {
    ...destinations,
    [key]: { ...own, left: formatDecimal(rest.isNegative() ? ZERO : rest) },
  };
}

/** What a confirming answer adds. The first answer that names the place ends the first-payment maximum. */
export function withAnswer(
  destinations: PaidDestinations = {},
  accountId: string,
  place: Place,
  { says, isNamed }: AnsweredDestination,
  at: Instant,
): PaidDestinations {
  const key = accountKey(accountId);
  const before = paidTo(destinations, accountId, place);
  const named = before?.namedAt ?? (isNamed ? at : undefined);
  const merged: StatedDestination = mergedStatement(before?.says ?? { details: {} }, says);
  const isSilent = merged.network === undefined && Object.keys(merged.details).length === 0;
  if (before === null && isSilent) return destinations;
  const next: PaidDestination = {
    ...(before ?? { of: digestOfDestination(place) }),
    ...(!isSilent && { says: merged }),
    ...(named !== undefined && { namedAt: named }),
  };
  return { ...destinations, [key]: next };
}
