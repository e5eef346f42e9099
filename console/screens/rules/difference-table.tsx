import type { Difference } from './differences.ts';
import { choiceText } from './field-texts.ts';
import classes from './rules.module.css';

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

/** Two versions of a rule side by side, field by field. */
export function DifferenceTable({
  label,
  differences,
  sides: [before, after],
  accounts,
  widens,
}: DifferenceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
            {widens !== undefined && <th scope="col">Effect</th>}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, label: field, before: was, after: is }) => (
            <tr key={path}>
              <th scope="row">{field}</th>
              <td className={classes.before}>
                <bdi>{shown(path, was, accounts)}</bdi>
              </td>
              <td className={classes.after}>
                <bdi>{shown(path, is, accounts)}</bdi>
              </td>
              {widens !== undefined && <td>{effectOf(path, widens)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The API compares an allocation or a schedule as a whole; the form has its parts. */
function effectOf(path: string, widens: ReadonlyMap<string, string>): string {
  const isWider = [...widens.keys()].some(
    (field) => path === field || path.startsWith(`${field}.`),
  );
  return isWider ? 'lets more leave' : 'narrows, or changes nothing';
}

const ANSWERS: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

function shown(
  path: string,
  text: string | null,
  accounts: Readonly<Record<string, string>>,
): string {
  if (text === null) return '(none)';
  if (path === 'withdrawalAccountId') return accounts[text] ?? text;
  return path.endsWith('.kind') ? choiceText(path, text) : (ANSWERS[text] ?? text);
}
