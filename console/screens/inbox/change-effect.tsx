import { Amount } from '../../display/amount.tsx';
import parts from '../../display/parts.module.css';
import type { PolicyChange } from './change.ts';
import classes from './inbox.module.css';

/** What the change of a rule would have done in the last days, against what the current rules would have. */
export function ChangeEffect({ change }: { readonly change: PolicyChange }) {
  const { effect, effectMissing } = change;
  if (effect === undefined || effect === null) {
    return effectMissing === undefined ? null : <p className={classes.quiet}>{effectMissing}</p>;
  }
  return (
    <section aria-label="Effect">
      <h3 className={classes.heading}>What it would have done</h3>
      <p>
        <bdi>{effect.message}</bdi>
      </p>
      <div className={parts.scroll}>
        <table
          className={`${parts.table} ${parts.compared}`}
          aria-label="Sweeps with the current rules and with this change"
        >
          <thead>
            <tr>
              <th scope="col">Currency</th>
              <th scope="col">Until now</th>
              <th scope="col">With this change</th>
            </tr>
          </thead>
          <tbody>
            {effect.currencies.map(({ currency, before, after }) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                {[before, after].map(({ sweeps, total }, index) => (
                  <td
                    key={index === 0 ? 'before' : 'after'}
                    data-label={index === 0 ? 'Until now' : 'With this change'}
                  >
                    {sweeps} {sweeps === 1 ? 'sweep' : 'sweeps'},{' '}
                    <Amount amount={total} currency={currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
