import { reasonText } from '../../decisions/reasons.ts';
import { Amount } from '../../display/amount.tsx';
import { Lines } from '../../display/loaded.tsx';
import { Problem } from '../../display/problem.tsx';
import { Said } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import classes from './rules.module.css';
import type { Preview } from './types.ts';
import type { usePreview } from './use-preview.ts';

interface PreviewPanelProps {
  readonly ruleId: string;
  readonly sentence: string;
  readonly preview: ReturnType<typeof usePreview>;
  /** Whether there is something that can be tried. */
  readonly isWhole: boolean;
}

/** The draft in plain words, and what it would do with the balances of this moment. */
export function PreviewPanel({ ruleId, sentence, preview, isWhole }: PreviewPanelProps) {
  const { data, error } = preview;
  return (
    <Panel
      title="What it does"
      aside={
        data === undefined ? undefined : (
          <>
            balances read <When at={data.snapshot.takenAt} />
          </>
        )
      }
    >
      <p className={classes.sentence}>{sentence}</p>
      {!isWhole ? (
        <p className={classes.quiet}>
          Fill in what is needed, and this shows what it would do with the balances of now.
        </p>
      ) : error !== null ? (
        <Problem error={error} onRetry={() => void preview.refetch()} />
      ) : data === undefined ? (
        <Lines count={3} />
      ) : (
        <Decided preview={data} ruleId={ruleId} />
      )}
    </Panel>
  );
}

function Decided({ preview, ruleId }: { readonly preview: Preview; readonly ruleId: string }) {
  const found = preview.rules.find(({ decision }) => decision.ruleId === ruleId);
  if (found === undefined) return <p className={classes.quiet}>It is not decided at the moment.</p>;
  const { decision, approvals, value } = found;
  const { currency, explanation, checks } = decision;
  const balance = preview.balances.find((each) => each.currency === currency);
  const amount = decision.outcome === 'sweep' ? decision.amount : decision.wouldSweep;
  return (
    <>
      <p className={classes.text}>
        <Status
          state={decision.outcome}
          tone={decision.outcome === 'sweep' ? 'good' : reasonText(decision.reason).tone}
          text={
            decision.outcome === 'sweep' ? 'would sweep now' : reasonText(decision.reason).short
          }
        />
      </p>
      <p className={classes.text}>
        <Said text={explanation} />
      </p>
      <dl className={classes.facts}>
        {amount !== undefined && (
          <>
            <dt>Would withdraw</dt>
            <dd>
              <Amount amount={amount} currency={currency} />
              {value !== undefined && (
                <span className={classes.quiet}>
                  {' '}
                  (<Amount amount={value} currency={preview.reportingCurrency} isRounded />)
                </span>
              )}
            </dd>
            <dt>Approval of a sweep</dt>
            <dd>{APPROVALS[approvals ?? 0]}</dd>
          </>
        )}
        {balance !== undefined && (
          <>
            <dt>Balance now</dt>
            <dd>
              <Amount amount={balance.before} currency={currency} />
            </dd>
            <dt>Would be left</dt>
            <dd>
              <Amount amount={balance.after} currency={currency} />
            </dd>
          </>
        )}
      </dl>
      <Checks checks={checks} />
    </>
  );
}

const APPROVALS = ['none needed', 'one person', 'two people'] as const;

function Checks({ checks }: { readonly checks: Preview['rules'][number]['decision']['checks'] }) {
  return (
    <details>
      <summary>Every check, with its numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label="Checks">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Found</th>
              <th scope="col">Accepted</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ limit, seen, accepted, holds }) => (
              <tr key={limit}>
                <th scope="row">{limit.replaceAll('-', ' ')}</th>
                <td>
                  <Said text={seen} />
                </td>
                <td>
                  <Said text={accepted} />
                </td>
                <td>{holds ? 'holds' : 'stops it'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
