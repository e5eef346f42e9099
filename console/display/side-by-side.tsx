import type { ReactNode } from 'react';
import { fieldLabel } from '../../treasury/facts/sentences/field-label.ts';
import { Details, isOfDetails } from './details.tsx';
import parts from './parts.module.css';
import { type FieldDifference, valueText } from './value-text.ts';

interface SideBySideProps {
  readonly label: string;
  readonly differences: readonly FieldDifference[];
  /** Heads of the two columns; of something new the second alone. */
  readonly sides: readonly [before: string | null, after: string];
  /** How a value of a field is shown. @default `shownValue` */
  readonly show?: (field: string, value: unknown) => ReactNode;
}

/** The heads where something became another while a person looked at it. */
export const SINCE_LOOKED = ['You saw', 'It is now'] as const;

/** A value as text; the details of an address each by itself, in groups of four. */
export function shownValue(field: string, value: unknown): ReactNode {
  const isDetail = isOfDetails(field) && value !== null && value !== undefined;
  return isDetail ? <Details value={value} /> : <bdi>{valueText(value)}</bdi>;
}

/** Two versions of something, field by field. */
export function SideBySide({
  label,
  differences,
  sides: [before, after],
  show = shownValue,
}: SideBySideProps) {
  const saysEffect = differences.some(({ widens }) => widens !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={parts.scroll} tabIndex={0} aria-label={label}>
      <table className={`${parts.table} ${parts.compared}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {before !== null && <th scope="col">{before}</th>}
            <th scope="col">{after}</th>
            {saysEffect && <th scope="col">Effect</th>}
          </tr>
        </thead>
        <tbody>
          {differences.map((each) => (
            <tr key={each.field}>
              <th scope="row" title={each.field}>
                {fieldLabel(each.field)}
              </th>
              {before !== null && (
                <td className={parts.quiet} data-label={before}>
                  {show(each.field, each.before)}
                </td>
              )}
              <td data-label={after}>
                <strong>{show(each.field, each.after)}</strong>
              </td>
              {saysEffect && (
                <td data-label="Effect">
                  <bdi>{each.widens ?? 'lets no more leave'}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
