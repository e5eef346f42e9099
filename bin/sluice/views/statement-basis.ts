import type { components } from '@sluice/client';
import { countOf, momentOf, spanOf } from './formats.ts';

type Basis = components['schemas']['StatementOfMonth']['statement']['basis'];
type Pending = Basis['notBooked'];

const OPENINGS: Readonly<Record<Basis['opening'], string>> = {
  'frozen-closing': 'It opens with what the month before closed with, as that is frozen.',
  'unfrozen-closing':
    'It opens with what the month before closes with as it follows today: that month is not frozen, and may still change.',
  'first-reading':
    'It opens with the first reading: nothing is on record before, so no balance of the first moment is known.',
};

/** What a statement rests on, as sentences. */
export function basisLines(basis: Basis): readonly string[] {
  const { opening, first, last, readings, notBooked, unknown } = basis;
  return [
    OPENINGS[opening],
    `The first reading was taken at ${momentOf(first.readAt)}, ${distance(first, 'began')}.`,
    `The last reading was taken at ${momentOf(last.readAt)}, ${distance(last, 'ends')}.`,
    readings === undefined
      ? 'How many readings were expected is not known.'
      : `${countOf(readings.expected, 'reading was', 'readings were')} expected; ${countOf(readings.taken, 'was', 'were')} taken${shortOf(readings)}.`,
    pendingLine(notBooked, {
      none: 'Whatever was confirmed before the last reading is in its balances.',
      some: 'confirmed before the last reading, and not in its balances',
    }),
    pendingLine(unknown, {
      none: 'No outcome was unknown at the last reading.',
      some: 'sent before the last reading, with an unknown outcome',
    }),
  ];
}

/** In an open month the last reading is before its end by as much as is left of it. */
function distance({ secondsBefore }: Basis['first'], boundary: 'began' | 'ends'): string {
  if (secondsBefore === 0) return `in the second in which the month ${boundary}`;
  const side = secondsBefore > 0 ? 'before' : 'after';
  return `${spanOf(Math.abs(secondsBefore))} ${side} the month ${boundary}`;
}

function shortOf({ expected, taken }: NonNullable<Basis['readings']>): string {
  return taken < expected ? `, ${countOf(expected - taken, 'is', 'are')} missing` : '';
}

function pendingLine(
  pending: Pending,
  { none, some }: { readonly none: string; readonly some: string },
): string {
  if (pending.length === 0) return none;
  const ids = pending.map(({ instructionId }) => instructionId).join(', ');
  return `${countOf(pending.length, 'instruction was', 'instructions were')} ${some}: ${ids}.`;
}
