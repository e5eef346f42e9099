import { TextInput } from '@mantine/core';
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
import { Identifier } from '../../display/identifier.tsx';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import type { DetailProps } from './detail-props.ts';
import classes from './inbox.module.css';

type RearmingView = components['schemas']['RearmingView'];
type Amounts = Readonly<Record<string, string>>;

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
  const deciding = useDecision<'arm', Amounts, RearmingView>({
    ...{ form: FORM, query, basisOf: rearmingBasis },
    send: rearm,
  });
  const shown = deciding.shown;
  if (shown === undefined) return <Lines count={8} />;
  const { rearmable, notYet, paidForEver, unreadable = [], said, digest, names } = shown;
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
      {rearmable.length > 0 && paidForEver.length > 0 && (
        <>
          <p>
            Lifetime limits count what follows. What left after the backup is missing from it, and
            no time makes up for it: lower such a limit by as much.
          </p>
          <ul className={classes.earlier} aria-label="Paid for ever">
            {paidForEver.map(({ accountId, currency, amount }) => (
              <li key={`${accountId} ${currency}`}>
                <Identifier id={accountId} label={names?.accounts[accountId]} />
                <Amount amount={amount} currency={currency} />
              </li>
            ))}
          </ul>
        </>
      )}
      {unreadable.length > 0 && (
        <p>
          Cannot be read, and is not sealed again:{' '}
          <strong>{unreadable.map(({ piece, id }) => `${piece} ${id}`).join(', ')}</strong>. Once it
          is put right, two people agree to it anew.
        </p>
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
  readonly deciding: Deciding<'arm', Amounts, RearmingView>;
  readonly shown: RearmingView;
  readonly onDone: () => void;
}

function Arm({ deciding, shown, item, onDone }: ArmProps) {
  const { rearmable, said, names } = shown;
  const [typed, setTyped] = useState<Amounts>({});
  const isWaiting = said !== null && said.armed === undefined && said.unbooked !== undefined;
  const first = isWaiting && item?.askedBy === said.by ? (said.unbooked ?? null) : null;
  const amounts =
    first ?? Object.fromEntries(rearmable.map((each) => [each, typed[each]?.trim() ?? '']));
  const isReady = Object.values(amounts).every((amount) => DECIMAL.test(amount));
  return (
    <DecisionForm
      deciding={deciding}
      differencesOf={rearmingDifferences}
      whyNot={item?.whyNot ?? null}
      content={amounts}
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
    </DecisionForm>
  );
}

const rearm: SendDecision<'arm', Amounts> = async ({
  client,
  input: { content, comment, etag },
}) => {
  const body = { unbooked: { ...content }, comment };
  const { status } = await client.post('/v1/lanes/rearm', { body, ifMatch: { etag } });
  return status === 200
    ? 'Armed: both people say the same.'
    : 'Your word is recorded. The lanes are armed when another person agrees.';
};

function basis({ rearmable, digest, said }: RearmingView): object {
  return {
    lanes: rearmable.join(', '),
    digest,
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
