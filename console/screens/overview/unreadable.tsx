import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import classes from './overview.module.css';

/** Items that this version of Sluice cannot read. Without any there is nothing to show. */
export function Unreadable({ overview }: { readonly overview: Overview }) {
  const { unreadable = [] } = overview;
  if (unreadable.length === 0) return null;
  return (
    <Panel title="Cannot be read">
      <p>What rests on these waits until an operator has put them right.</p>
      <ul className={classes.cases}>
        {unreadable.map(({ piece, id }) => (
          <li key={`${piece} ${id}`}>
            <p className={classes.caseTitle}>
              {piece === 'lane' ? 'currency' : piece} <bdi>{piece === 'controls' ? '' : id}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
