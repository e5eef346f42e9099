import { Checkbox, TextInput } from '@mantine/core';
import type { components } from '@sluice/client';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { type Difference, differencesOf } from '../../approving/differences.ts';
import { personName } from '../../approving/instruction.ts';
import { RecentSignIn } from '../../approving/recent-sign-in.tsx';
import { DecisionForm } from '../../deciding/decision-form.tsx';
import { Unsent } from '../../deciding/unsent.tsx';
import { type Deciding, type SendDecision, useDecision } from '../../deciding/use-decision.ts';
import { Amount } from '../../display/amount.tsx';
import { Empty } from '../../display/empty.tsx';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import type { DetailProps } from './detail-props.ts';
import classes from './inbox.module.css';

type RearmingView = components['schemas']['RearmingView'];
type Amounts = Readonly<Record<string, string>>;

/** What one person says about the ledger. */
interface Statement {
  readonly unbooked: Amounts;
  /** What limits count that no seal proves, and that is to count as it stands. */
  readonly unproven: readonly string[];
}

const FORM = 'rearm-lanes';
const DECIMAL = /^\d+(\.\d+)?$/;

/** A ledger that was restored from a backup: two people compare it with the service, and arm its lanes. */
export function RearmingDetail({ item }: DetailProps) {
  const query = useRead('/v1/lanes/rearm');
  const [round, setRound] = useState(0);
  const next = () => setRound((before) => before + 1);
  return (
    <Loaded query={query} lines={8}>
      {() => <RearmingCase key={round} item={item} query={query} onDone={next} />}
    </Loaded>
  );
}

interface RearmingCaseProps extends Pick<DetailProps, 'item'> {
  readonly query: ReturnType<typeof useRead<'/v1/lanes/rearm'>>;
  readonly onDone: () => void;
}

function RearmingCase({ item, query, onDone }: RearmingCaseProps) {
  const deciding = useDecision<'arm', Statement, RearmingView>({
    ...{ form: FORM, query, basisOf: rearmingBasis },
    send: rearm,
  });
  const shown = deciding.shown;
  if (shown === undefined) return <Lines count={8} />;
  const { rearmable, notYet, said, digest, names } = shown;
  return (
    <Panel title="Arm the lanes of a restored ledger" aside={<PrintButton />}>
      {rearmable.length === 0 ? (
        <Empty title="Every lane is armed">Nothing is left to arm.</Empty>
      ) : (
        <p>
          A backup was restored: what was sent after it is not on record here. Compare{' '}
          <strong>{rearmable.join(', ')}</strong> with the records of the service.
        </p>
      )}
      {notYet.length > 0 && (
        <ul className={classes.earlier} aria-label="Not yet">
          {notYet.map(({ currency, why }) => (
            <li key={currency}>
              <strong>{currency}</strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
      {rearmable.length === 0 ? (
        <Unsent form={FORM} />
      ) : (
        <Arm deciding={deciding} shown={shown} item={item} onDone={onDone} />
      )}
      <PrintedRecord
        digest={digest}
        people={[
          ...(said === null
            ? []
            : [{ did: 'First word', name: personName(names, said.by), at: said.at }]),
          ...(said?.armed === undefined
            ? []
            : [{ did: 'Armed by', name: personName(names, said.armed.by), at: said.armed.at }]),
        ]}
      />
    </Panel>
  );
}

interface ArmProps extends Pick<DetailProps, 'item'> {
  readonly deciding: Deciding<'arm', Statement, RearmingView>;
  readonly shown: RearmingView;
  readonly onDone: () => void;
}

function Arm({ deciding, shown, item, onDone }: ArmProps) {
  const { rearmable, unproven, said, names } = shown;
  const [typed, setTyped] = useState<Amounts>({});
  const [compared, setCompared] = useState<readonly string[]>([]);
  const isWaiting = said !== null && said.armed === undefined && said.unbooked !== undefined;
  const first = isWaiting && item?.askedBy === said.by ? (said.unbooked ?? null) : null;
  const amounts =
    first ?? Object.fromEntries(rearmable.map((each) => [each, typed[each]?.trim() ?? '']));
  const isCompared = unproven.every(({ name }) => compared.includes(name));
  const isReady = isCompared && Object.values(amounts).every((amount) => DECIMAL.test(amount));
  return (
    <DecisionForm
      deciding={deciding}
      differencesOf={rearmingDifferences}
      whyNot={item?.whyNot ?? null}
      content={{ unbooked: amounts, unproven: unproven.map(({ name }) => name) }}
      onDone={onDone}
      guard={(buttons) => <RecentSignIn isNeeded>{buttons}</RecentSignIn>}
      buttons={[
        {
          ...{ choice: 'arm', isPrimary: true, comment: 'required', isReady },
          text: `${first === null ? 'Say so and arm' : 'Confirm and arm'} ${rearmable.join(', ')}`,
        },
      ]}
    >
      {first !== null && said !== null ? (
        <p>
          <bdi>{personName(names, said.by)}</bdi> says that after the backup{' '}
          {Object.entries(first).map(([currency, amount]) => (
            <span key={currency}>
              <Amount amount={amount} currency={currency} />,{' '}
            </span>
          ))}
          was sent that no balance shows: “<bdi>{said.comment}</bdi>”.
        </p>
      ) : (
        rearmable.map((currency) => (
          <TextInput
            key={currency}
            label={`Sent after the backup and in no balance, in ${currency}`}
            description="From the records of the service; 0 for nothing."
            required
            inputMode="decimal"
            value={typed[currency] ?? ''}
            onChange={({ currentTarget }) =>
              setTyped({ ...typed, [currency]: currentTarget.value })
            }
          />
        ))
      )}
      {unproven.map(({ name, why }) => (
        <Checkbox
          key={name}
          label={`I have compared ${countedIn(name)}: it may count as it stands`}
          description={`No seal proves it: ${why}.`}
          checked={compared.includes(name)}
          onChange={({ currentTarget }) =>
            setCompared([
              ...compared.filter((each) => each !== name),
              ...(currentTarget.checked ? [name] : []),
            ])
          }
        />
      ))}
    </DecisionForm>
  );
}

const OVER_SEVERAL: Readonly<Record<string, string>> = {
  'trade-usage': 'what the limits of trades count',
  'approval-usage': 'what the tiers of approvals count',
  'outflow-usage': 'what the limits over several currencies count',
};

function countedIn(name: string): string {
  return OVER_SEVERAL[name] ?? `what the budgets of ${name} count`;
}

const rearm: SendDecision<'arm', Statement> = async ({
  client,
  input: { content, comment, etag },
}) => {
  const { unbooked, unproven } = content;
  const named = unproven.length === 0 ? {} : { unproven: [...unproven] };
  const body = { unbooked: { ...unbooked }, ...named, comment };
  const { status } = await client.post('/v1/lanes/rearm', { body, ifMatch: { etag } });
  return status === 200
    ? 'Armed: both people say the same.'
    : 'Your word is recorded. The lanes are armed when another person agrees.';
};

function basis({ rearmable, unproven, digest, said }: RearmingView): object {
  return {
    lanes: rearmable.join(', '),
    digest,
    ...(unproven.length > 0 && { 'not proven': unproven.map(({ name }) => name).join(', ') }),
    ...(said !== null && {
      'first word': { by: said.by, comment: said.comment, ...said.unbooked },
      armed: said.armed?.by ?? 'not yet',
    }),
  };
}

function rearmingBasis(view: RearmingView): string {
  return JSON.stringify(basis(view));
}

function rearmingDifferences(before: RearmingView, after: RearmingView): readonly Difference[] {
  return differencesOf(basis(before), basis(after));
}
