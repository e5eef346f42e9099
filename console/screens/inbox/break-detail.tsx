import { Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DecisionForm } from '../../deciding/decision-form.tsx';
import { Unsent } from '../../deciding/unsent.tsx';
import { useDecision } from '../../deciding/use-decision.ts';
import { formatAmount } from '../../display/amounts.ts';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { useDraft } from '../../session/use-draft.ts';
import {
  BREAK_KINDS,
  type Break,
  type BreakChoice,
  type BreakKind,
  breakBasis,
  breakDifferences,
  decidingAbout,
  isBreakKind,
} from './break.ts';
import { BreakFacts } from './break-facts.tsx';
import type { DetailProps } from './detail-props.ts';
import { EarlierBreaks } from './earlier-breaks.tsx';

/** A difference that nothing accounts for: explained by one person, closed with a reason. */
export function BreakDetail({ id, item }: DetailProps) {
  const query = useRead('/v1/breaks/{id}', { path: { id } });
  const [round, setRound] = useState(0);
  const next = () => setRound((before) => before + 1);
  return (
    <Loaded query={query} lines={8}>
      {() => <BreakCase key={round} id={id} item={item} query={query} onDone={next} />}
    </Loaded>
  );
}

interface BreakCaseProps extends DetailProps {
  readonly query: ReturnType<typeof useRead<'/v1/breaks/{id}'>>;
  readonly onDone: () => void;
}

function BreakCase({ id, item, query, onDone }: BreakCaseProps) {
  const form = `decide-break:${id}`;
  const kindDraft = useDraft(`${form}:kind`);
  const [kind, setKind] = useState<BreakKind | null>(
    isBreakKind(kindDraft.initial) ? kindDraft.initial : null,
  );
  const deciding = useDecision<BreakChoice, BreakKind | null, Break>({
    ...{ form, query, basisOf: breakBasis },
    send: decidingAbout(id),
  });
  const shown = deciding.shown;
  if (shown === undefined) return <Lines count={8} />;
  const { state } = shown.status;
  const amount = `${formatAmount(shown.amount, shown.currency, { isSigned: true })} ${shown.currency}`;
  const named = BREAK_KINDS.find(({ value }) => value === kind)?.label.toLowerCase();
  return (
    <>
      <BreakFacts shown={shown}>
        {state === 'open' || state === 'explained' ? (
          <DecisionForm
            deciding={deciding}
            differencesOf={breakDifferences}
            whyNot={item?.whyNot ?? null}
            content={kind}
            onDone={() => {
              kindDraft.forget();
              onDone();
            }}
            buttons={[
              state === 'open'
                ? {
                    ...{ choice: 'explain', isPrimary: true, comment: 'required' },
                    isReady: kind !== null,
                    text: `Explain ${amount}${named === undefined ? '' : ` as ${named}`}`,
                  }
                : {
                    ...{ choice: 'close', isPrimary: true, comment: 'required' },
                    text: `Close the break of ${amount}`,
                  },
            ]}
          >
            {state === 'open' && (
              <Select
                label="What it was"
                required
                data={[...BREAK_KINDS]}
                value={kind}
                onChange={(value) => {
                  if (!isBreakKind(value)) return;
                  setKind(value);
                  kindDraft.keep(value);
                }}
              />
            )}
          </DecisionForm>
        ) : (
          <Unsent form={form} />
        )}
      </BreakFacts>
      <EarlierBreaks currency={shown.currency} except={id} />
    </>
  );
}
