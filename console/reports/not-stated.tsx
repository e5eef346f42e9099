import type { components } from '@sluice/client';
import { Amount } from '../display/amount.tsx';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';

type Absent = components['schemas']['NotStatedBalance'];

interface NotStatedProps {
  readonly notStated: Readonly<Record<string, Absent>> | undefined;
  /** The values of their last balances. */
  readonly apart: Readonly<Record<string, { readonly value: string }>> | undefined;
  readonly reporting: string;
}

/** Currencies that the service's last answer does not state: their last balances stand apart from the total. */
export function NotStated({ notStated = {}, apart = {}, reporting }: NotStatedProps) {
  const absent = Object.entries(notStated);
  if (absent.length === 0) return null;
  return (
    <Panel title="Not in the answer">
      {absent.map(([currency, each]) => (
        <p key={currency}>
          <NotStatedSentence
            currency={currency}
            absent={each}
            value={apart[currency]?.value}
            reporting={reporting}
          />
        </p>
      ))}
    </Panel>
  );
}

interface NotStatedSentenceProps {
  readonly currency: string;
  readonly absent: Absent;
  readonly value: string | undefined;
  readonly reporting: string;
}

/** What is known of a currency that is not stated. */
export function NotStatedSentence({ currency, absent, value, reporting }: NotStatedSentenceProps) {
  const { reading, since, last } = absent;
  return (
    <>
      <bdi>{currency}</bdi>{' '}
      {reading === 'not-listed' ? 'is not in the answer' : 'cannot be read in the answer'}
      {since !== undefined && (
        <>
          {' '}
          since <When at={since} as="minute" />
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
    </>
  );
}
