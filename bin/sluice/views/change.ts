import type { components } from '@sluice/client';
import type { Screen } from '../screen/screen.ts';
import { fieldsOf, tableOf } from '../screen/table.ts';

export type Change = components['schemas']['PolicyChange'];
type Difference = Change['differences'][number];

/** A proposed change in full: every field that differs, old and new, and why it lets more leave. */
export function changeLines(change: Change, screen: Screen): readonly string[] {
  const { id, subject, state, madeBy, madeAt, expiresAt, comment, differences, decided } = change;
  const effect = change.effect ?? undefined;
  return [
    ...fieldsOf(
      [
        ['change', id],
        ['of', subject],
        ['state', state],
        ['proposed', `by ${madeBy} at ${madeAt}`],
        ['comment', comment],
        ['expires', expiresAt],
        ['decided', decided && `by ${decided.by} at ${decided.at}: ${decided.comment}`],
        ['30 days', effect && JSON.stringify(effect)],
        ['30 days', change.effectMissing],
      ],
      screen,
    ),
    '',
    ...tableOf<Difference>(
      [
        { title: 'FIELD', of: ({ field }) => field },
        { title: 'BEFORE', of: ({ before }) => textOf(before), wraps: true },
        { title: 'AFTER', of: ({ after }) => textOf(after), wraps: true },
        {
          title: 'LETS MORE LEAVE',
          of: ({ widens }) => widens ?? '',
          wraps: true,
          paint: () => 'yellow',
        },
      ],
      differences,
      screen,
    ),
  ];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
