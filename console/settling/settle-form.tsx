import { Radio, TextInput } from '@mantine/core';
import type { components } from '@sluice/client';
import { useState } from 'react';
import { type Instruction, type InstructionList, quoteOf } from '../approving/instruction.ts';
import { RecentSignIn } from '../approving/recent-sign-in.tsx';
import { whatMoves } from '../approving/texts.ts';
import { DecisionForm } from '../deciding/decision-form.tsx';
import type { Deciding } from '../deciding/use-decision.ts';
import { useNow } from '../display/use-now.ts';
import { RelativeWhen, When } from '../display/when.tsx';
import { usePerson } from '../session/person.tsx';
import { useDraft } from '../session/use-draft.ts';
import { RetractButton } from './retract-button.tsx';
import type { Word } from './say-word.ts';
import { sameWord, settlementDifferences, wordText } from './settlement.ts';
import classes from './settling.module.css';
import { draftOf, NO_WORD, quarantineOf, type WordDraft, wordOf } from './word-draft.ts';

interface SettleFormProps {
  readonly form: string;
  readonly list: InstructionList;
  /** As it is rendered. */
  readonly instruction: Instruction;
  readonly deciding: Deciding<'say', Word | null, Instruction>;
  readonly whyNot: components['schemas']['WhyNot'] | null;
  readonly nameOf: (person: string) => string;
  readonly onDone: () => void;
}

/** The word of a person about an outcome: the first one, or agreement with it. */
export function SettleForm(props: SettleFormProps) {
  const { instruction, list, nameOf, onDone } = props;
  const { id } = usePerson();
  const { settlement: first } = instruction;
  if (first === undefined) return <FirstWord {...props} />;
  if (first.by === id) {
    return (
      <div className={classes.own}>
        <p>
          You have said that it {wordText(first, instruction.content)}. Another person has to agree:
          send them this address.
        </p>
        <RetractButton list={list} id={instruction.id} onDone={onDone} />
      </div>
    );
  }
  return <Agreement {...props} first={first} name={nameOf(first.by)} />;
}

interface AgreementProps extends SettleFormProps {
  readonly first: NonNullable<Instruction['settlement']>;
  readonly name: string;
}

function Agreement({ first, name, ...props }: AgreementProps) {
  const { instruction, deciding, whyNot, onDone } = props;
  const word = sameWord(first);
  return (
    <DecisionForm
      deciding={deciding}
      differencesOf={settlementDifferences}
      whyNot={whyNot}
      content={word}
      onDone={onDone}
      guard={(buttons) => <RecentSignIn isNeeded>{buttons}</RecentSignIn>}
      buttons={[
        {
          choice: 'say',
          isPrimary: true,
          comment: 'required',
          text: `Confirm: ${whatMoves(instruction.content)} ${wordText(word, instruction.content)}`,
        },
      ]}
    >
      <p>
        Look it up in the records of the service before you agree. Should you know otherwise, talk
        to <bdi>{name}</bdi>, who can take that word back.
      </p>
    </DecisionForm>
  );
}

function FirstWord(props: SettleFormProps) {
  const { form, instruction, deciding, whyNot, onDone } = props;
  const { content } = instruction;
  const draft = useDraft(`${form}:word`);
  const [word, setWord] = useState<WordDraft>(() => draftOf(draft.initial));
  const now = useNow();
  const set = (part: Partial<WordDraft>) => {
    const next = { ...word, ...part };
    setWord(next);
    draft.keep(next);
  };
  const said = wordOf(word, content);
  const until = quarantineOf(instruction);
  const isTooEarly = said?.executed === false && until !== null && new Date(until) > now;
  return (
    <DecisionForm
      deciding={deciding}
      differencesOf={settlementDifferences}
      whyNot={whyNot}
      content={said}
      onDone={() => {
        setWord(NO_WORD);
        draft.forget();
        onDone();
      }}
      guard={(buttons) => <RecentSignIn isNeeded>{buttons}</RecentSignIn>}
      buttons={[
        {
          choice: 'say',
          isPrimary: true,
          comment: 'required',
          isReady: said !== null && !isTooEarly,
          text:
            said === null
              ? 'Say what became of it'
              : `Say: ${whatMoves(content)} ${wordText(said, content)}`,
        },
      ]}
    >
      <WordFields instruction={instruction} word={word} set={set} />
      {isTooEarly && (
        <p className={classes.warning}>
          Until <When at={until} as="second" /> <RelativeWhen at={until} /> the service may still
          execute it: it cannot be called “not executed” before then.
        </p>
      )}
    </DecisionForm>
  );
}

interface WordFieldsProps {
  readonly instruction: Instruction;
  readonly word: WordDraft;
  readonly set: (part: Partial<WordDraft>) => void;
}

function WordFields({ instruction: { content }, word, set }: WordFieldsProps) {
  return (
    <>
      <Radio.Group
        label="What became of it, by the records of the service"
        required
        value={word.executed ?? ''}
        onChange={(executed) => set({ executed: executed === 'yes' ? 'yes' : 'no' })}
      >
        <div className={classes.choices}>
          <Radio value="yes" label="It was executed" />
          <Radio value="no" label="It was not executed" />
        </div>
      </Radio.Group>
      {word.executed === 'yes' && content.kind === 'withdrawal' && (
        <TextInput
          label="Id of the withdrawal at the service"
          description="From its records. Leave it empty where they have none."
          value={word.withdrawalId}
          onChange={({ currentTarget }) => set({ withdrawalId: currentTarget.value })}
        />
      )}
      {word.executed === 'yes' && content.kind === 'trade' && (
        <div className={classes.choices}>
          <TextInput
            label={`Executed, in ${content.instrument.split('/')[0]}`}
            description="Without fees; it may be less than was asked for."
            required
            inputMode="decimal"
            value={word.base}
            onChange={({ currentTarget }) => set({ base: currentTarget.value })}
          />
          <TextInput
            label={`For it, in ${quoteOf(content)}`}
            description="Without fees, from the records of the service."
            required
            inputMode="decimal"
            value={word.quote}
            onChange={({ currentTarget }) => set({ quote: currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}
