import { Button, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { components } from '@sluice/client';
import { useState } from 'react';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { CommentField } from '../../display/comment-field.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Effect } from '../../proposing/effect.tsx';
import { useDraft } from '../../session/use-draft.ts';
import type { Halt } from './types.ts';

type Body = components['schemas']['ProposeResumptionBody'];

interface ResumeFormProps {
  readonly halt: Halt;
  /** Of the halt that is rendered: another one meanwhile is not resumed unseen. */
  readonly etag: string | null;
}

const EVERYTHING = '*';
const FORM = 'resume';

/** Characters that the API wants at least. */
const SHORTEST_COMMENT = 3;

const AFTERWARDS = [
  { value: 'live', label: 'Live: money moves' },
  { value: 'dry-run', label: 'Dry run: decided, and nothing is sent' },
];

/** Asks for the end of a halt; another person approves it. */
export function ResumeForm({ halt, etag }: ResumeFormProps) {
  const draft = useDraft(FORM);
  const [comment, setComment] = useState(typeof draft.initial === 'string' ? draft.initial : '');
  const choices = [
    ...(halt.mode === 'halted' ? [{ value: EVERYTHING, label: 'Everything' }] : []),
    ...Object.keys(halt.currencies).map((currency) => ({
      value: currency,
      label: `${currency} only`,
    })),
  ];
  const [what, setWhat] = useState(choices[0]?.value ?? EVERYTHING);
  const [mode, setMode] = useState<NonNullable<Body['mode']>>('live');
  const propose = useWrite(
    async ({ client, input }: Sending<{ readonly body: Body; readonly etag: string | null }>) =>
      (
        await client.post('/v1/controls/resume', {
          body: input.body,
          ifMatch: { etag: input.etag },
        })
      ).status,
    FORM,
  );
  const name = what === EVERYTHING ? 'everything' : what;
  const submit = () => {
    const body = {
      ...{ comment: comment.trim(), mode },
      ...(what !== EVERYTHING && { currency: what }),
    };
    propose.mutate(
      { body, etag },
      {
        onSuccess: (status) => {
          draft.forget();
          setComment('');
          notifications.show({
            title: 'Recorded',
            message:
              status === 202
                ? `Another person decides whether ${name} resumes.`
                : `The halt of ${name} has ended.`,
          });
        },
      },
    );
  };
  return (
    <form
      className={parts.stack}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Effect effect={{ widens: ['Money can leave again.'] }} isChange />
      <Select
        label="What"
        data={choices}
        value={what}
        allowDeselect={false}
        onChange={(chosen) => setWhat(chosen ?? what)}
      />
      <Select
        label="Mode afterwards"
        data={AFTERWARDS}
        value={mode}
        allowDeselect={false}
        onChange={(chosen) => setMode(chosen === 'dry-run' ? 'dry-run' : 'live')}
      />
      <CommentField
        label="Why it is safe"
        description="What was found, and what was done about it. The second person reads it."
        isRequired
        value={comment}
        onChange={(text) => {
          setComment(text);
          draft.keep(text);
        }}
      />
      {propose.error !== null && <Problem error={propose.error} />}
      <div className={parts.buttons}>
        <Button
          type="submit"
          className={parts.act ?? ''}
          loading={propose.isPending}
          disabled={comment.trim().length < SHORTEST_COMMENT}
        >
          Propose to resume {name}
        </Button>
      </div>
    </form>
  );
}
