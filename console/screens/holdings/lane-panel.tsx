import type { components } from '@sluice/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  laneStepSentence,
  unbookedNext,
  unbookedWhy,
} from '../../../treasury/facts/sentences/say/lane-step.ts';
import { useRead } from '../../api/use-read.ts';
import { listNamedBy } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { LaneStop } from '../../display/lane-stop.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { SaidIn } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './currency.module.css';

type Lane = components['schemas']['LaneView'];

/** Whether money of the currency can leave: what holds it, why, and what to do next. */
export function LanePanel({ currency }: { readonly currency: string }) {
  const lanes = useRead('/v1/lanes', { query: { currency } });
  return (
    <Panel title="Lane">
      <Loaded query={lanes}>
        {({ items }) => {
          const lane = items.find((each) => each.currency === currency);
          if (lane === undefined) {
            return <p className={classes.quiet}>Free: nothing has left the currency yet.</p>;
          }
          return <LaneState lane={lane} />;
        }}
      </Loaded>
    </Panel>
  );
}

function LaneState({ lane }: { readonly lane: Lane }) {
  const { state, blockedBy, unbooked, open, currency } = lane;
  return (
    <>
      <p className={classes.caseTitle}>
        {state === 'idle' ? <Status state="ok" text="free" /> : <Status state={state} />}
        {blockedBy !== undefined && (
          <span className={classes.quiet}>
            since <When at={blockedBy.since} />
          </span>
        )}
      </p>
      {state === 'idle' && open.length === 0 && unbooked === undefined && (
        <p className={classes.quiet}>Nothing is under way, and nothing blocks the currency.</p>
      )}
      {blockedBy !== undefined && (
        <>
          <p>
            <bdi>{blockedBy.why}</bdi>
          </p>
          <p>
            <strong>What helps:</strong>{' '}
            <SaidIn say={(language) => laneStepSentence(blockedBy.step, undefined, language)} />
          </p>
          {blockedBy.evidence !== undefined && (
            <p className={classes.quiet}>
              <bdi>{blockedBy.evidence}</bdi>
            </p>
          )}
          <p>
            <InstructionLink id={blockedBy.instructionId}>Look at the instruction</InstructionLink>
          </p>
        </>
      )}
      <LaneStop currency={currency} state={state} />
      {unbooked !== undefined && (
        <p className={classes.quiet}>
          <Amount amount={unbooked.amount} currency={currency} /> is held back.{' '}
          <SaidIn say={(language) => unbookedWhy(unbooked, currency, language)} />{' '}
          <SaidIn say={(language) => unbookedNext(unbooked, currency, undefined, language)} />
        </p>
      )}
      {open.length > 0 && (
        <>
          <p>Waiting:</p>
          <ul className={classes.cases}>
            {open.map(({ instructionId, amount, people }) => (
              <li key={instructionId}>
                <InstructionLink id={instructionId}>
                  <Amount amount={amount} currency={currency} />
                </InstructionLink>
                {people !== undefined && people > 0 && (
                  <span className={classes.quiet}>
                    {' '}
                    for {people === 1 ? 'one person' : 'two people'} to approve
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function InstructionLink({ id, children }: { id: string; children: ReactNode }) {
  const tenant = useTenant();
  return <Link to={`/t/${tenant}/${listNamedBy(id)}/${encodeURIComponent(id)}`}>{children}</Link>;
}
