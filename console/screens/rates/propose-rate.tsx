import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { Problem } from '../../display/problem.tsx';
import { useDraft } from '../../session/use-draft.ts';
import { bodyOf, FIELDS, NEW_RATE, type RateDraft, rateDraftOf } from './rate-draft.ts';
import classes from './rates.module.css';

const FORM = 'manual-rate';

/** Asks for a rate: another person agrees to it in the inbox. */
export function ProposeRate() {
  const kept = useDraft(FORM);
  const [draft, setDraft] = useState<RateDraft>(() => rateDraftOf(kept.initial));
  const write = useWrite(
    async ({ client, input }: Sending<RateDraft>) =>
      await client.post('/v1/manual-rates', { body: input }),
    FORM,
  );
  const change = (next: RateDraft) => {
    setDraft(next);
    kept.keep(next);
  };
  const body = bodyOf(draft);
  const submit = () => {
    if (body === null) return;
    write.mutate(body, {
      onSuccess: () => {
        notifications.show({
          title: 'Recorded',
          message: `${body.label} waits for a second person.`,
        });
        kept.forget();
        setDraft(NEW_RATE);
      },
    });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.fields}>
        {FIELDS.map(({ name, label, description, type }) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            required
            type={type}
            value={draft[name]}
            onChange={({ currentTarget }) => change({ ...draft, [name]: currentTarget.value })}
          />
        ))}
      </div>
      {write.error !== null && <Problem error={write.error} />}
      <Button type="submit" loading={write.isPending} disabled={body === null}>
        Propose
      </Button>
    </form>
  );
}
