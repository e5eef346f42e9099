import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { Checks } from '../../decisions/checks.tsx';
import { reasonText } from '../../decisions/reasons.ts';
import { useTexts } from '../../decisions/texts/use-texts.ts';
import { Amount } from '../../display/amount.tsx';
import { useTextLanguage } from '../../display/language.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './currency.module.css';

type Decision = components['schemas']['Decision'];

/** One run's decision about a rule: what, why, and every check with what was found and what is accepted. */
export function DecisionFacts({
  decision: { decision, snapshot, instructionId },
}: {
  decision: Decision;
}) {
  const tenant = useTenant();
  const isSweep = decision.outcome === 'sweep';
  const language = useTextLanguage();
  const { run } = useTexts();
  const { short, tone } = reasonText(isSweep ? 'sweep' : decision.reason, language);
  return (
    <section className={classes.decision} aria-label={run.label}>
      <p className={classes.caseTitle}>
        <Status state={isSweep ? 'sweep' : decision.reason} tone={tone} text={short} />
        <span className={classes.quiet}>
          {run.snapshot} <When at={snapshot} as="minute" />
        </span>
      </p>
      <p>{decision.explanation}</p>
      {isSweep && (
        <p>
          <Amount amount={decision.amount} currency={decision.currency} />
          {instructionId !== undefined && (
            <>
              {' '}
              <Link to={`/t/${tenant}/withdrawals/${encodeURIComponent(instructionId)}`}>
                {run.withdrawal}
              </Link>
            </>
          )}
        </p>
      )}
      <Checks checks={decision.checks} />
    </section>
  );
}
