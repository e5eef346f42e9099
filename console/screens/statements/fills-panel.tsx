import { Amount } from '../../display/amount.tsx';
import { Panel } from '../../layout/page.tsx';
import { feesOf } from './fees.ts';
import type { StatementOfMonth } from './lines.ts';
import classes from './statements.module.css';

interface FillsPanelProps {
  readonly fills: StatementOfMonth['statement']['fills'];
}

/** What the trades of a month were filled at, what that was worse by than when they were decided, and their fees. */
export function FillsPanel({ fills }: FillsPanelProps) {
  if (fills === undefined) return null;
  return (
    <Panel title="Fills">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label="Fills of trades">
        <table>
          <thead>
            <tr>
              <th scope="col">Instrument</th>
              <th scope="col">Trades</th>
              <th scope="col">Executed</th>
              <th scope="col">For</th>
              <th scope="col">Slippage</th>
              <th scope="col">Fees</th>
            </tr>
          </thead>
          <tbody>
            {fills.map(({ instrument, side, trades, base, quote, slippage, fees, withoutFees }) => {
              const [first = '', second = ''] = instrument.split('/');
              return (
                <tr key={`${instrument} ${side}`}>
                  <td>
                    {side} {instrument}
                  </td>
                  <td>{trades}</td>
                  <td>
                    <Amount amount={base} currency={first} />
                  </td>
                  <td>
                    <Amount amount={quote} currency={second} />
                  </td>
                  <td>
                    <Amount amount={slippage} currency={second} />
                  </td>
                  <td>
                    {trades === withoutFees ? 'not named' : feesOf(fees)}
                    {withoutFees > 0 && withoutFees < trades && ` (not named for ${withoutFees})`}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
