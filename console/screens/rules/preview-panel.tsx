import type { Sentence as Facts } from '../../../treasury/facts/sentences/sentence.ts';
import { Checks } from '../../decisions/checks.tsx';
import { reasonText } from '../../decisions/reasons.ts';
import { useTexts } from '../../decisions/texts/use-texts.ts';
import { Amount } from '../../display/amount.tsx';
import { Translated, useTextLanguage } from '../../display/language.tsx';
import { Lines } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
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
  readonly sentence: Facts;
  /** Names of accounts by id. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly preview: ReturnType<typeof usePreview>;
  /** Whether there is something that can be tried. */
  readonly isWhole: boolean;
}

/** The draft in plain words, and what it would do with the balances of this moment. */
export function PreviewPanel({ ruleId, sentence, accounts, preview, isWhole }: PreviewPanelProps) {
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
      <p className={classes.sentence}>
        <Said sentence={sentence} accounts={accounts} />
      </p>
      {!isWhole ? (
        <p className={parts.quiet}>
          Fill in what is needed, and this shows what it would do with the balances of now.
        </p>
      ) : error !== null ? (
        <Problem error={error} onRetry={() => void preview.refetch()} />
      ) : data === undefined ? (
        <Lines count={3} />
      ) : (
        <Translated>
          <Decided preview={data} ruleId={ruleId} />
        </Translated>
      )}
    </Panel>
  );
}

function Decided({ preview, ruleId }: { readonly preview: Preview; readonly ruleId: string }) {
  const language = useTextLanguage();
  const { preview: texts } = useTexts();
  const found = preview.rules.find(({ decision }) => decision.ruleId === ruleId);
  if (found === undefined) return <p className={parts.quiet}>{texts.undecided}</p>;
  const { decision, approvals, value, manualRate } = found;
  const { currency, explanation, checks } = decision;
  const balance = preview.balances.find((each) => each.currency === currency);
  const amount = decision.outcome === 'sweep' ? decision.amount : decision.wouldSweep;
  return (
    <>
      <p className={parts.text}>
        <Status
          state={decision.outcome}
          tone={decision.outcome === 'sweep' ? 'good' : reasonText(decision.reason, language).tone}
          text={
            decision.outcome === 'sweep'
              ? texts.wouldSweep
              : reasonText(decision.reason, language).short
          }
        />
      </p>
      <p className={parts.text}>
        <bdi>{explanation}</bdi>
      </p>
      <dl className={classes.facts}>
        {amount !== undefined && (
          <>
            <dt>{texts.withdraws}</dt>
            <dd>
              <Amount amount={amount} currency={currency} />
              {value !== undefined && (
                <span className={parts.quiet}>
                  {' '}
                  (<Amount amount={value} currency={preview.reportingCurrency} isRounded />
                  {manualRate !== undefined && ` ${texts.byManualRate}`})
                </span>
              )}
            </dd>
            <dt>{texts.approval}</dt>
            <dd>{texts.approvals[approvals ?? 0]}</dd>
          </>
        )}
        {balance !== undefined && (
          <>
            <dt>{texts.balance}</dt>
            <dd>
              <Amount amount={balance.before} currency={currency} />
            </dd>
            <dt>{texts.left}</dt>
            <dd>
              <Amount amount={balance.after} currency={currency} />
            </dd>
          </>
        )}
      </dl>
      <details>
        <summary>{texts.checks}</summary>
        <Checks checks={checks} />
      </details>
    </>
  );
}
