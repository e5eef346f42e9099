import type { components } from '@sluice/client';
import { signOf } from '../display/amounts.ts';

type Absent = components['schemas']['NotStatedBalance'];

/** The currencies whose absence takes something out of a total. */
export function missingOf(notStated: Readonly<Record<string, Absent>> = {}): readonly string[] {
  return Object.entries(notStated)
    .filter(([, { last }]) => last === undefined || signOf(last.total) !== 0)
    .map(([currency]) => currency);
}

/** Sentences: what a total leaves out, and why; none for a whole one. What was empty takes nothing out. */
export function withoutTexts(
  unpriced: readonly string[],
  notStated: Readonly<Record<string, Absent>> = {},
): readonly string[] {
  const absent = missingOf(notStated);
  return [
    ...(unpriced.length === 0 ? [] : [`Without ${unpriced.join(', ')}, which has no price.`]),
    ...(absent.length === 0
      ? []
      : [`Without ${absent.join(', ')}, which the answer of the service does not state.`]),
  ];
}
