import classes from './approving.module.css';
import type { Difference } from './differences.ts';

interface DifferenceListProps {
  readonly differences: readonly Difference[];
  /** What the two columns show. */
  readonly before?: string;
  readonly after?: string;
}

/** Fields that say something else, side by side. */
export function DifferenceList({
  differences,
  before = 'You saw',
  after = 'It is now',
}: DifferenceListProps) {
  return (
    <table className={classes.differences}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((each) => (
          <tr key={each.field}>
            <th scope="row">{each.field}</th>
            <td>
              <Value text={each.before} />
            </td>
            <td>
              <Value text={each.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text }: { readonly text: string | null }) {
  return text === null ? <span className={classes.quiet}>nothing</span> : <bdi>{text}</bdi>;
}
