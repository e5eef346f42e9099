import { Amount } from '../../display/amount.tsx';
import { Empty } from '../../display/empty.tsx';
import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';
import { LastWord } from './break-table.tsx';
import classes from './breaks.module.css';
import { totalsOf } from './deciding.ts';
import type { SelectedBreaks } from './types.ts';

/** What a decision is about: every break of the set, and what they come to. */
export function ManySet({ found }: { readonly found: SelectedBreaks }) {
  const { items, more, names } = found;
  if (items.length === 0) return <Empty title="None of them waits any more" />;
  return (
    <>
      <p>
        {items.length === 1 ? '1 break' : `${items.length} breaks`}:{' '}
        {totalsOf(items).map(({ currency, count, amount }, index) => (
          <span key={currency}>
            {index > 0 && ', '}
            <Amount amount={amount} currency={currency} isSigned /> ({count})
          </span>
        ))}
      </p>
      {more && (
        <p className={parts.warning}>
          More than these match. This decides about these {items.length}; the rest follow in another
          go.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={classes.set} tabIndex={0} aria-label="The set">
        <table className={parts.table}>
          <thead>
            <tr>
              <th scope="col">Found</th>
              <th scope="col">Amount</th>
              <th scope="col">What is known</th>
            </tr>
          </thead>
          <tbody>
            {items.map((each) => (
              <tr key={each.id}>
                <td>
                  <When at={each.openedAt} as="minute" />
                </td>
                <td>
                  <Amount amount={each.amount} currency={each.currency} isSigned />
                </td>
                <td>
                  <LastWord found={each} names={names} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
