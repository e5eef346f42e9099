import { pageOf } from '../../api/report-page.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { compareAmounts } from '../../display/amounts.ts';
import { Limit } from '../../display/limit.tsx';
import type { Limit as LimitOfRule } from '../../display/limit-text.ts';
import { formatDay } from '../../display/times.ts';
import { plusDays } from '../../reports/days.ts';

interface HeldThenProps {
  readonly rule: { readonly currency: string; readonly threshold: LimitOfRule };
  readonly day: string;
}

/** Where no run decided: what was held on that day beside what the rule, as it is now, sweeps above. */
export function HeldThen({ rule: { currency, threshold }, day }: HeldThenProps) {
  const { data } = useRead(
    '/v1/reports/balances',
    { query: { currency, from: day, to: plusDays(day, 1), interval: 'day' } },
    { isPolled: false },
  );
  const [held] = data === undefined ? [] : pageOf(data.data).items;
  if (held === undefined || !('low' in held)) return null;
  const { low, high } = held;
  return (
    <p>
      On {formatDay(day)}{' '}
      {low === high ? (
        <>
          <Amount amount={low} currency={currency} /> was held.
        </>
      ) : (
        <>
          between <Amount amount={low} currency={currency} /> and{' '}
          <Amount amount={high} currency={currency} /> was held.
        </>
      )}{' '}
      The rule as it is now sweeps above <Limit limit={threshold} currency={currency} />
      {aboveText(high, threshold)}
    </p>
  );
}

/** How much a value was on that day, only its own prices could say. */
function aboveText(high: string, threshold: LimitOfRule): string {
  if (typeof threshold !== 'string') return ', at the prices of each run.';
  return compareAmounts(high, threshold) > 0
    ? ': the balance was above that.'
    : ': the balance was never above that.';
}
