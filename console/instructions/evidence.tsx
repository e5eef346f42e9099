import type { components } from '@sluice/client';
import { Amount } from '../display/amount.tsx';
import parts from '../display/parts.module.css';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import classes from './instructions.module.css';

type BalanceEvidence = components['schemas']['Evidence'];

/** What later balances say about an outcome that is not known: readings, and what either explanation leaves open. */
export function EvidencePanel({ evidence }: { readonly evidence: BalanceEvidence }) {
  const { message, currencies, points = [], digest, omitted } = evidence;
  return (
    <Panel title="Evidence of the balances" aside={<>Digest {digest}</>} isFlush>
      <div className={classes.padded}>
        <p>
          <bdi>{message}</bdi>
        </p>
      </div>
      <div className={parts.scroll}>
        <table className={`${classes.table} ${classes.amounts}`}>
          <caption className={classes.caption}>What each explanation leaves unexplained</caption>
          <thead>
            <tr>
              <th scope="col">Currency</th>
              <th scope="col">Before</th>
              <th scope="col">Read last</th>
              <th scope="col">If executed</th>
              <th scope="col">If not</th>
            </tr>
          </thead>
          <tbody>
            {currencies.map(
              ({ currency, balanceBefore, balance, unexplainedIfExecuted, unexplainedIfNot }) => (
                <tr key={currency}>
                  <th scope="row">{currency}</th>
                  {[balanceBefore, balance, unexplainedIfExecuted, unexplainedIfNot].map(
                    (amount, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row never move
                      <td key={index}>
                        <Amount amount={amount} currency={currency} withCurrency={false} />
                      </td>
                    ),
                  )}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {points.length > 0 && (
        <table className={classes.table}>
          <caption className={classes.caption}>
            Readings since the claim{omitted > 0 && `, ${omitted} left out`}
          </caption>
          <thead>
            <tr>
              <th scope="col">Read</th>
              <th scope="col">What it says</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.takenAt}>
                <th scope="row">
                  <When at={point.takenAt} as="second" />
                </th>
                <td>
                  <bdi>{point.message}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
