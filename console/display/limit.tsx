import { Amount } from './amount.tsx';
import classes from './display.module.css';
import type { Limit as LimitOfRule, ValuedLimit } from './limit-text.ts';
import { Price } from './price.tsx';

interface LimitProps {
  readonly limit: LimitOfRule;
  /** Of the rule. */
  readonly currency: string;
  /** What a value comes to; absent: not known here, or there is no price that it can rest on. */
  readonly valued?: ValuedLimit | undefined;
}

/** A limit of a rule: the amount, or the value with the amount that it is, its price and the instrument of that. */
export function Limit({ limit, currency, valued }: LimitProps) {
  if (typeof limit === 'string') return <Amount amount={limit} currency={currency} />;
  return (
    <>
      <Amount amount={limit.value} currency={limit.in} />
      {valued !== undefined && (
        <span className={classes.unknown}>
          {' '}
          (<ValuedAmount valued={valued} currency={currency} />)
        </span>
      )}
    </>
  );
}

/** "1.5 BTC at 66,666 USD, BTC/USD". */
export function ValuedAmount({
  valued: { amount, price, in: into, instruments },
  currency,
}: {
  readonly valued: ValuedLimit;
  readonly currency: string;
}) {
  return (
    <>
      <Amount amount={amount} currency={currency} />
      {instruments.length > 0 && (
        <>
          {' at '}
          <Price price={price} currency={into} />, {instruments.join(' and ')}
        </>
      )}
    </>
  );
}
