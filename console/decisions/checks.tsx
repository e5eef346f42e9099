import { CheckIcon, XIcon } from '@primer/octicons-react';
import type { components } from '@sluice/client';
import { Amount } from '../display/amount.tsx';
import { Price } from '../display/price.tsx';
import classes from './checks.module.css';
import { useTexts } from './texts/use-texts.ts';

type Check = components['schemas']['Decision']['decision']['checks'][number];

/** Below what is accepted: the value that the limit is, and the price that made an amount of it. */
function Valued({ value, in: into, amount, price, instruments }: NonNullable<Check['valued']>) {
  const { table } = useTexts();
  return (
    <small className={classes.valued}>
      <Amount amount={value} currency={into} />
      {instruments.length > 0 && (
        <>
          {` ${table.at} `}
          <Price price={price} currency={into} />, {instruments.join(', ')}, {table.is}{' '}
          <span data-plain={amount}>{amount}</span>
        </>
      )}
    </small>
  );
}

/** What a rule asked before it decided, in its order: each check with what was found and what is accepted. */
export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  const { table, checks: names } = useTexts();
  if (checks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={table.label}>
      <table className={classes.checks}>
        <thead>
          <tr>
            <th scope="col">{table.check}</th>
            <th scope="col">{table.found}</th>
            <th scope="col">{table.accepted}</th>
            <th scope="col">{table.result}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ limit, holds, seen, accepted, valued }) => (
            <tr key={limit}>
              <th scope="row">{names[limit] ?? limit.replaceAll('-', ' ')}</th>
              <td data-label={table.found}>
                <bdi>{seen}</bdi>
              </td>
              <td data-label={table.accepted}>
                <bdi>{accepted}</bdi>
                {valued !== undefined && <Valued {...valued} />}
              </td>
              <td data-holds={holds}>
                {holds ? <CheckIcon size={14} /> : <XIcon size={14} />}{' '}
                {holds ? table.holds : table.stops}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
