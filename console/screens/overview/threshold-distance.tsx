import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { compareAmounts, differenceOf, percentOf } from '../../display/amounts.ts';
import { presentAmount } from '../../display/limit-text.ts';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

export type Rule = components['schemas']['ListedSweepRule'];

interface ThresholdDistanceProps {
  readonly currency: string;
  readonly balance: string;
  /** Of this currency; null until they are known. */
  readonly rules: readonly Rule[] | null;
}

/** How far a balance is from what its rule sweeps above: the rule that comes first, the others counted. */
export function ThresholdDistance({ currency, balance, rules }: ThresholdDistanceProps) {
  const tenant = useTenant();
  if (rules === null) return <span className={classes.quiet}>…</span>;
  const active = rules.filter(({ enabled }) => enabled);
  const [nearest] = active
    .flatMap(withAmount)
    .toSorted((left, right) => compareAmounts(left.threshold, right.threshold));
  if (nearest === undefined) {
    const text = active.length === 0 ? 'no rule' : 'no price for its threshold';
    return <span className={classes.quiet}>{text}</span>;
  }
  const { id, threshold, label } = nearest;
  const isAbove = compareAmounts(balance, threshold) > 0;
  const share = isAbove ? '100' : percentOf(balance, threshold);
  const distance = isAbove ? differenceOf(balance, threshold) : differenceOf(threshold, balance);
  return (
    <Link
      to={`/t/${tenant}/rules/${id}`}
      className={classes.threshold}
      title={titleOf(label ?? id, active.length - 1)}
    >
      <span className={classes.bar} aria-hidden="true">
        <span data-above={isAbove} style={{ width: `${share}%` }} />
      </span>
      <span>
        <Amount amount={distance} currency={currency} withCurrency={false} />{' '}
        {isAbove ? 'above' : 'below'}
      </span>
    </Link>
  );
}

/** A threshold by value is an amount at the latest prices; without one that it can rest on, the rule is left out. */
function withAmount({ id, label, threshold, activity }: Rule) {
  const amount = presentAmount(threshold, activity.valued?.threshold);
  return amount === null ? [] : [{ id, label, threshold: amount }];
}

function titleOf(name: string, others: number): string {
  if (others === 0) return name;
  return `${name}, and ${others} ${others === 1 ? 'rule' : 'rules'} above it`;
}
