import { Amount } from '../../display/amount.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Snapshot } from './rows.ts';

/** Currencies that the service's last answer does not state: their last balances stand apart from the total. */
export function NotStated({ snapshot }: { readonly snapshot: Snapshot }) {
  const absent = Object.entries(snapshot.notStated ?? {});
  if (absent.length === 0) return null;
  const reporting = snapshot.valuation.reportingCurrency;
  return (
    <Panel title="Not in the answer">
      {absent.map(([currency, { reading, since, last }]) => {
        const value = snapshot.valuation.apart?.[currency]?.value;
        return (
          <p key={currency}>
            <bdi>{currency}</bdi>{' '}
            {reading === 'not-listed' ? 'is not in the answer' : 'cannot be read in the answer'}
            {since !== undefined && (
              <>
                {' '}
                since <When at={since} />
              </>
            )}
            : it is not taken for zero, and nothing of it leaves.
            {last !== undefined && (
              <>
                {' '}
                The last balance was <Amount amount={last.total} currency={currency} />
                {value !== undefined && (
                  <>
                    , worth <Amount amount={value} currency={reporting} isRounded />
                  </>
                )}
                ; it is not in the total.
              </>
            )}
          </p>
        );
      })}
    </Panel>
  );
}
