import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../api/client.tsx';
import { Amount } from '../display/amount.tsx';
import parts from '../display/parts.module.css';
import { Problem } from '../display/problem.tsx';
import { useNow } from '../display/use-now.ts';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { BacktestAside } from './backtest-aside.tsx';
import { type BacktestRange, rangeOf } from './backtest-ranges.ts';
import type { MatchingBacktest, MatchingRuleBody } from './types.ts';

const EFFECTS: Readonly<Record<MatchingBacktest['totals'][number]['effect'], string>> = {
  'newly-matched': 'breaks that it would have explained',
  'taken-over': 'explained by another rule, and then by this one',
  'matched-as-before': 'explained as before',
  'no-longer-matched': 'explained now, and then a break again',
};

/** What a draft of a matching rule would have explained of the recorded movements. It writes nothing. */
export function MatchingBacktestPanel({ body }: { readonly body: MatchingRuleBody | null }) {
  const client = useClient();
  const now = useNow();
  const [name, setName] = useState<BacktestRange>('month');
  const backtest = useMutation({
    mutationFn: async (rule: MatchingRuleBody) => {
      const body = { rules: [rule], ...rangeOf(name, now) };
      const { data } = await client.post('/v1/matching-rules/backtest', { body });
      return { report: data, of: JSON.stringify(rule) };
    },
  });
  const run = () => {
    if (body !== null) backtest.mutate(body);
  };
  return (
    <Panel
      title="Backtest"
      aside={
        <BacktestAside
          range={name}
          setRange={setName}
          isReady={body !== null}
          isRunning={backtest.isPending}
          run={run}
        />
      }
    >
      {backtest.error !== null && <Problem error={backtest.error} onRetry={run} />}
      {backtest.data === undefined ? (
        <p className={parts.quiet}>
          {body === null
            ? 'Fill in what is needed; then the draft can be tried on the recorded movements.'
            : 'Tries the draft on the recorded movements, beside the rules in force. Nothing is changed by it.'}
        </p>
      ) : (
        <>
          {backtest.data.of !== JSON.stringify(body) && (
            <p className={parts.warning}>
              The draft has changed since: this is what it would have done before. Run it again.
            </p>
          )}
          <Report report={backtest.data.report} />
        </>
      )}
    </Panel>
  );
}

function Report({ report }: { readonly report: MatchingBacktest }) {
  const { breaks, differences, doubtful, totals, complete, until } = report;
  return (
    <>
      <p className={parts.text}>
        Of {differences} movements that no instruction accounts for, {breaks.before} are breaks by
        the rules in force, and <strong>{breaks.after}</strong> with the draft.
        {doubtful > 0 && ` ${doubtful} may belong to a request: no rule explains those.`}
        {!complete && (
          <>
            {' '}
            This goes up to <When at={until} as="minute" />: choose a shorter range for the rest.
          </>
        )}
      </p>
      {totals.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <section className={parts.scroll} tabIndex={0} aria-label="What the draft would explain">
          <table className={parts.table}>
            <thead>
              <tr>
                <th scope="col">Movements</th>
                <th scope="col">What became of them</th>
                <th scope="col" className={parts.number}>
                  In
                </th>
                <th scope="col" className={parts.number}>
                  Out
                </th>
              </tr>
            </thead>
            <tbody>
              {totals.map(({ effect, currency, count, inflow, outflow }) => (
                <tr key={`${effect} ${currency}`}>
                  <th scope="row">
                    {count} of {currency}
                  </th>
                  <td>{EFFECTS[effect]}</td>
                  <td className={parts.number}>
                    <Amount amount={inflow} currency={currency} />
                  </td>
                  <td className={parts.number}>
                    <Amount amount={outflow} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
