import parts from './parts.module.css';
import { type FieldDifference, valueText } from './value-text.ts';

interface SideBySideProps {
  readonly label: string;
  readonly differences: readonly FieldDifference[];
  /** Heads of the two columns. */
  readonly sides: readonly [before: string, after: string];
  /** What people call a field. @default its name */
  readonly nameOf?: (field: string) => string;
}

/** The heads where something became another while a person looked at it. */
export const SINCE_LOOKED = ['You saw', 'It is now'] as const;

/** Two versions of something, field by field. */
export function SideBySide({
  label,
  differences,
  sides: [before, after],
  nameOf = (field) => field,
}: SideBySideProps) {
  const saysEffect = differences.some(({ widens }) => widens !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={parts.scroll} tabIndex={0} aria-label={label}>
      <table className={`${parts.table} ${parts.compared}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
            {saysEffect && <th scope="col">Effect</th>}
          </tr>
        </thead>
        <tbody>
          {differences.map((each) => (
            <tr key={each.field}>
              <th scope="row">{nameOf(each.field)}</th>
              <td className={parts.quiet}>
                <bdi>{valueText(each.before)}</bdi>
              </td>
              <td>
                <strong>
                  <bdi>{valueText(each.after)}</bdi>
                </strong>
              </td>
              {saysEffect && <td>{each.widens ?? 'narrows, or changes nothing'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
