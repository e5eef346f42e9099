import { SideBySide } from '../../display/side-by-side.tsx';
import type { Difference } from './differences.ts';
import { choiceText } from './field-texts.ts';
import { splitText } from './split-text.ts';
import type { Values } from './values.ts';

interface DifferenceTableProps {
  readonly label: string;
  readonly differences: readonly Difference[];
  /** Heads of the two columns. */
  readonly sides: readonly [before: string, after: string];
  /** Names of accounts by id. */
  readonly accounts: Readonly<Record<string, string>>;
  /** By path: why the field lets more leave. Absent: that is not said here. */
  readonly widens?: ReadonlyMap<string, string>;
}

/** Two versions of a rule side by side, field by field, as the form calls the fields. */
export function DifferenceTable({
  label,
  differences,
  sides,
  accounts,
  widens,
}: DifferenceTableProps) {
  return (
    <SideBySide
      label={label}
      sides={sides}
      differences={differences.map(({ path, before, after }) => ({
        field: path,
        before: shown(path, before, accounts),
        after: shown(path, after, accounts),
        ...(widens !== undefined && { widens: isWider(path, widens) ? 'lets more leave' : null }),
      }))}
    />
  );
}

/** The API compares an allocation or a schedule as a whole; the form has its parts. */
function isWider(path: string, widens: ReadonlyMap<string, string>): boolean {
  return [...widens.keys()].some((field) => path === field || path.startsWith(`${field}.`));
}

/** The values of a rule as people read them, by path. */
export function shownValues(
  values: Values,
  accounts: Readonly<Record<string, string>>,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(values).map(([path, text]) => [path, shown(path, text, accounts)]),
  );
}

const ANSWERS: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

function shown(
  path: string,
  text: string | null,
  accounts: Readonly<Record<string, string>>,
): string | null {
  if (text === null) return null;
  if (path === 'withdrawalAccountId') return accounts[text] ?? text;
  if (path === 'split') {
    return splitText(text, (id) => accounts[id] ?? id) ?? '(none)';
  }
  return path.endsWith('.kind') ? choiceText(path, text) : (ANSWERS[text] ?? text);
}
