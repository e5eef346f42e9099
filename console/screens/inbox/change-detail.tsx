import { useState } from 'react';
import { ruleSentence } from '../../../treasury/facts/sentences/rule.ts';
import { useRead } from '../../api/use-read.ts';
import { personName } from '../../approving/instruction.ts';
import { RecentSignIn } from '../../approving/recent-sign-in.tsx';
import { DecisionForm } from '../../deciding/decision-form.tsx';
import { Unsent } from '../../deciding/unsent.tsx';
import { type Deciding, useDecision } from '../../deciding/use-decision.ts';
import { capitalised } from '../../display/capitalised.ts';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { Said } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import { useDigest } from '../../printing/use-digest.ts';
import { usePerson } from '../../session/person.tsx';
import {
  changeBasis,
  changeDifferences,
  changeTitle,
  type PolicyChange,
  ruleIn,
} from './change.ts';
import { ChangeDestination } from './change-destination.tsx';
import { ChangeDifferences } from './change-differences.tsx';
import { ChangeEffect } from './change-effect.tsx';
import { type ChangeChoice, decidingAbout } from './decide-change.ts';
import type { DetailProps } from './detail-props.ts';
import { EarlierChanges } from './earlier-changes.tsx';
import classes from './inbox.module.css';

/** A change of the policy, or the end of a halt: what differs, why it takes a second person, and the decision. */
export function ChangeDetail({ id, item }: DetailProps) {
  const query = useRead('/v1/changes/{id}', { path: { id } });
  const [round, setRound] = useState(0);
  const next = () => setRound((before) => before + 1);
  return (
    <Loaded query={query} lines={10}>
      {() => <Change key={round} id={id} item={item} query={query} onDone={next} />}
    </Loaded>
  );
}

interface ChangeProps extends DetailProps {
  readonly query: ReturnType<typeof useRead<'/v1/changes/{id}'>>;
  readonly onDone: () => void;
}

function Change({ id, item, query, onDone }: ChangeProps) {
  const form = `decide-change:${id}`;
  const deciding = useDecision<ChangeChoice, null, PolicyChange>({
    ...{ form, query, basisOf: changeBasis },
    send: decidingAbout(id),
  });
  const change = deciding.shown;
  if (change === undefined) return <Lines count={10} />;
  return (
    <>
      <Panel title={changeTitle(change)} aside={<Aside state={change.state} />}>
        <Proposed change={change} />
        <Does change={change} />
        <ChangeDifferences change={change} />
        <ChangeDestination change={change} />
        <ChangeEffect change={change} />
        {change.state === 'proposed' ? (
          <Decide deciding={deciding} change={change} item={item} onDone={onDone} />
        ) : (
          <Unsent form={form} />
        )}
        <Record change={change} />
      </Panel>
      <EarlierChanges change={change} />
    </>
  );
}

function Aside({ state }: { readonly state: string }) {
  return (
    <span className={classes.aside}>
      <Status state={state} />
      <PrintButton />
    </span>
  );
}

function Proposed({ change: { madeBy, comment, names } }: { readonly change: PolicyChange }) {
  if (comment === undefined) return null;
  return (
    <blockquote className={classes.quote}>
      <bdi>{comment}</bdi>{' '}
      <span className={classes.quiet}>
        — <bdi>{personName(names, madeBy)}</bdi>
      </span>
    </blockquote>
  );
}

/** What a rule does from then on: the very sentence that its proposer read. */
function Does({ change }: { readonly change: PolicyChange }) {
  const rule = ruleIn(change);
  if (rule === null) return null;
  return (
    <p className={classes.sentence}>
      <Said sentence={ruleSentence(rule)} accounts={change.names?.accounts ?? {}} />
    </p>
  );
}

interface DecideProps extends Pick<DetailProps, 'item'> {
  readonly deciding: Deciding<ChangeChoice, null, PolicyChange>;
  readonly change: PolicyChange;
  readonly onDone: () => void;
}

function Decide({ deciding, change, item, onDone }: DecideProps) {
  const { id } = usePerson();
  const whyNot = item?.whyNot ?? null;
  const isOwn = change.madeBy === id;
  // Who may decide at all may decline what can no longer be approved.
  const mayDecline = whyNot !== null && !['role', 'program', 'own-proposal'].includes(whyNot.code);
  const title = changeTitle(change);
  const subject = `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return (
    <DecisionForm
      deciding={deciding}
      differencesOf={changeDifferences}
      whyNot={whyNot}
      content={null}
      onDone={onDone}
      guard={(buttons) => <RecentSignIn isNeeded={!isOwn}>{buttons}</RecentSignIn>}
      buttons={
        isOwn
          ? [{ choice: 'cancel', text: 'Take it back', comment: 'none', isAlwaysAllowed: true }]
          : [
              {
                choice: 'approve',
                text: `Approve: ${subject}`,
                comment: 'optional',
                isPrimary: true,
              },
              {
                choice: 'decline',
                text: 'Decline',
                comment: 'required',
                isAlwaysAllowed: mayDecline,
              },
            ]
      }
    />
  );
}

/** People and digest, as they are printed. */
function Record({ change }: { readonly change: PolicyChange }) {
  const { id, subject, madeBy, madeAt, decided, state, names, before, after, baseVersion } = change;
  const digest = useDigest({ id, subject, baseVersion, before, after });
  return (
    <PrintedRecord
      digest={digest}
      people={[
        { did: 'Proposed by', name: personName(names, madeBy), at: madeAt },
        ...(decided === undefined
          ? []
          : [
              {
                did: `${capitalised(state)} by`,
                name: `${personName(names, decided.by)}: “${decided.comment}”`,
                at: decided.at,
              },
            ]),
      ]}
    />
  );
}
