import { Radio } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { personName } from '../../approving/instruction.ts';
import { RecentSignIn } from '../../approving/recent-sign-in.tsx';
import { DecisionForm } from '../../deciding/decision-form.tsx';
import { Unsent } from '../../deciding/unsent.tsx';
import { type Deciding, useDecision } from '../../deciding/use-decision.ts';
import { formatAmount } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { useNow } from '../../display/use-now.ts';
import { Panel } from '../../layout/page.tsx';
import type { DetailProps } from './detail-props.ts';
import {
  concluding,
  currentWord,
  isWord,
  UNBOOKED_OUTCOMES,
  type UnbookedView,
  type UnbookedWord,
  unbookedBasis,
  unbookedDifferences,
  wordOf,
} from './unbooked.ts';
import { UnbookedFacts } from './unbooked-facts.tsx';

/** Amounts that were confirmed and that no balance shows: two people look them up at the service and say the same. */
export function UnbookedDetail({ id: currency, item }: DetailProps) {
  const query = useRead('/v1/lanes/{currency}/unbooked', { path: { currency } });
  const [round, setRound] = useState(0);
  const next = () => setRound((before) => before + 1);
  return (
    <Loaded query={query} lines={8}>
      {() => <UnbookedCase key={round} id={currency} item={item} query={query} onDone={next} />}
    </Loaded>
  );
}

interface UnbookedCaseProps extends DetailProps {
  readonly query: ReturnType<typeof useRead<'/v1/lanes/{currency}/unbooked'>>;
  readonly onDone: () => void;
}

function UnbookedCase({ id: currency, item, query, onDone }: UnbookedCaseProps) {
  const form = `conclude-unbooked:${currency}`;
  const deciding = useDecision<'say', UnbookedWord | null, UnbookedView>({
    ...{ form, query, basisOf: unbookedBasis },
    send: concluding(currency),
  });
  const shown = deciding.shown;
  if (shown === undefined) return <Lines count={8} />;
  if (shown.unbooked === null) {
    return (
      <Panel title={`Unbooked ${currency}`}>
        <Empty title="The balances show everything">Nothing is left to conclude.</Empty>
        <Unsent form={form} />
      </Panel>
    );
  }
  return (
    <UnbookedFacts shown={shown} unbooked={shown.unbooked}>
      <Conclude deciding={deciding} shown={shown} item={item} onDone={onDone} />
    </UnbookedFacts>
  );
}

interface ConcludeProps extends Pick<DetailProps, 'item'> {
  readonly deciding: Deciding<'say', UnbookedWord | null, UnbookedView>;
  readonly shown: UnbookedView;
  readonly onDone: () => void;
}

function Conclude({ deciding, shown, item, onDone }: ConcludeProps) {
  const [chosen, setChosen] = useState<UnbookedWord | null>(null);
  const first = currentWord(shown, useNow());
  const word = first === null ? chosen : wordOf(first);
  const { unbooked, currency, names } = shown;
  const due = unbooked?.overdue?.amount ?? unbooked?.amount ?? '0';
  const amount = `${formatAmount(due, currency)} ${currency}`;
  return (
    <DecisionForm
      deciding={deciding}
      differencesOf={unbookedDifferences}
      whyNot={item?.whyNot ?? null}
      content={word}
      onDone={onDone}
      guard={(buttons) => <RecentSignIn isNeeded>{buttons}</RecentSignIn>}
      buttons={[
        {
          ...{ choice: 'say', isPrimary: true, comment: 'required' },
          isReady: word !== null,
          text: `${first === null ? 'Say' : 'Confirm'}: ${amount} ${word === 'booked' ? 'was booked' : word === null ? '…' : 'was not executed'}`,
        },
      ]}
    >
      {first === null ? (
        <Radio.Group
          label="What the records of the service say"
          required
          value={chosen ?? ''}
          onChange={(value) => setChosen(isWord(value) ? value : null)}
        >
          {Object.entries(UNBOOKED_OUTCOMES).map(([value, { text }]) => (
            <Radio key={value} value={value} label={text} mt="xs" />
          ))}
        </Radio.Group>
      ) : (
        <p>
          <bdi>{personName(names, first.by)}</bdi> says: “<bdi>{first.comment}</bdi>”.{' '}
          {UNBOOKED_OUTCOMES[wordOf(first)].text}. Look it up yourself before you agree.
        </p>
      )}
    </DecisionForm>
  );
}
