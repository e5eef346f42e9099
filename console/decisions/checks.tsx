import { CheckIcon, XIcon } from '@primer/octicons-react';
import type { components } from '@sluice/client';
import { Amount } from '../display/amount.tsx';
import { Price } from '../display/price.tsx';
import { Sentence } from '../display/sentence.tsx';
import classes from './checks.module.css';

type Check = components['schemas']['Decision']['decision']['checks'][number];

/** Names of checks that are not plain with their hyphens taken out. */
const NAMES: Partial<Readonly<Record<Check['limit'], string>>> = {
  'balance-age': 'age of the balance',
  'budget-24h': 'budget for 24 hours',
  'budget-30d': 'budget for 30 days',
  'floor-currency': 'floor of the currency',
  'floor-total': 'floor of everything',
  'account-24h': 'account, 24 hours',
  'account-30d': 'account, 30 days',
  'counterparty-24h': 'counterparty, 24 hours',
  'counterparty-30d': 'counterparty, 30 days',
  'outflow-24h': 'all withdrawals, 24 hours',
  'first-payment': 'before anything arrived',
  minimum: 'smallest sweep',
  maximum: 'largest sweep',
  keep: 'what stays',
  'price-of-limits': 'price of its limits',
};

/** Below what is accepted: the value that the limit is, and the price that made an amount of it. */
function Valued({ value, in: into, amount, price, instruments }: NonNullable<Check['valued']>) {
  return (
    <small className={classes.valued}>
      <Amount amount={value} currency={into} />
      {instruments.length > 0 && (
        <>
          {' at '}
          <Price price={price} currency={into} />, {instruments.join(' and ')}, is{' '}
          <span data-plain={amount}>{amount}</span>
        </>
      )}
    </small>
  );
}

/** What a rule asked before it decided, in its order: each check with what was found and what is accepted. */
export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="Checks">
      <table className={classes.checks}>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Found</th>
            <th scope="col">Accepted</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ limit, holds, seen, accepted, valued }) => (
            <tr key={limit}>
              <th scope="row">{NAMES[limit] ?? limit.replaceAll('-', ' ')}</th>
              <td>
                <Sentence text={seen} />
              </td>
              <td>
                <Sentence text={accepted} />
                {valued !== undefined && <Valued {...valued} />}
              </td>
              <td data-holds={holds}>
                {holds ? <CheckIcon size={14} /> : <XIcon size={14} />}{' '}
                {holds ? 'holds' : 'stops it'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
