import type { components } from '@sluice/client';
import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { ruleSentence, type SaidRule } from '../../../treasury/facts/sentences/rule.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import type { Screen } from '../screen/screen.ts';
import { type Field, fieldsOf, tableOf } from '../screen/table.ts';
import { amountOf, countOf } from './formats.ts';
import { leavesOf } from './values.ts';

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
        ['does', doesOf(change)],
        ['expires', expiresAt],
        ['decided', decided && `by ${decided.by} at ${decided.at}: ${decided.comment}`],
        ...(effect === undefined ? [] : effectLines(effect)).map(
          (line): Field => ['30 days', line],
        ),
        ['30 days', change.effectMissing],
      ],
      screen,
    ),
    '',
    ...tableOf<Row>(
      [
        { title: 'FIELD', of: ({ field }) => field },
        { title: 'BEFORE', of: ({ before }) => before, wraps: true },
        { title: 'AFTER', of: ({ after }) => after, wraps: true },
        {
          title: 'LETS MORE LEAVE',
          of: ({ widens }) => widens,
          wraps: true,
          paint: () => 'yellow',
        },
      ],
      differences.flatMap(rowsOf),
      screen,
    ),
  ];
}

interface Row {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly widens: string;
}

/** A field that has parts shows each part that differs, under its own name. */
function rowsOf({ field, before, after, widens }: Difference): readonly Row[] {
  const [was, is] = [new Map(leavesOf(before)), new Map(leavesOf(after))];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => was.get(name) !== is.get(name),
  );
  return names.map((name, index) => ({
    field: fieldLabel(name === '' ? field : `${field}.${name}`),
    before: was.get(name) ?? '-',
    after: is.get(name) ?? '-',
    widens: index === 0 ? (widens ?? '') : '',
  }));
}

/** What a rule does from then on: the sentence that its proposer read. */
function doesOf({ kind, after, names }: Change): string | undefined {
  if (kind !== 'rule') return undefined;
  const accounts = names?.accounts ?? {};
  // The contract says the content of each kind under one name.
  return asText(ruleSentence(after as SaidRule), { accountName: (id) => accounts[id] ?? id });
}

type Effect = NonNullable<Change['effect']>;

/** What the change would have done: a line for each currency. */
function effectLines({ currencies, readings }: Effect): readonly string[] {
  if (currencies.length === 0) return [`nothing would have been swept, in ${readings} readings`];
  return currencies.map(({ currency, before, after }) => {
    const said = (each: typeof before) =>
      `${amountOf(each.total, currency)} in ${countOf(each.sweeps, 'sweep', 'sweeps')}`;
    return `${currency}: ${said(after)} instead of ${said(before)}`;
  });
}
