import controlsSchema from 'virtual:controls-schema';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { differencesOf } from '../../approving/differences.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { SideBySide } from '../../display/side-by-side.tsx';
import { Panel } from '../../layout/page.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect, SendText } from '../../proposing/effect.tsx';
import { FIELD_GROUPS } from './controls-fields.ts';
import { ControlsInput } from './controls-input.tsx';
import { bodyOf, problemsOf, valuesOf } from './controls-values.ts';
import type { Controls, ControlsBody } from './types.ts';
import { useControlsDraft } from './use-controls-draft.ts';

/** The name of the form: of its draft, and of its requests. */
export const CONTROLS_FORM = 'controls';

interface ControlsFormProps {
  readonly controls: Controls;
  readonly etag: string | null;
  readonly close: () => void;
}

interface Sent {
  readonly body: ControlsBody;
  readonly etag: string | null;
}

/** Changes the mode and the limits: what narrows acts at once, what lets more leave is proposed. */
export function ControlsForm({ controls, etag, close }: ControlsFormProps) {
  const current = useMemo(() => valuesOf(controls), [controls]);
  const draft = useControlsDraft(CONTROLS_FORM, { values: current, etag });
  const [isTried, setTried] = useState(false);
  const problems = useMemo(() => problemsOf(draft.values), [draft.values]);
  const isWhole = Object.keys(problems).length === 0;
  const isOther = draft.etag !== etag;
  const was = useMemo(() => bodyOf(current), [current]);
  const body = bodyOf(draft.values);
  const effect = isWhole ? draftEffect('controls', was, body) : null;
  const { differences } = effect ?? { differences: [] };
  const isChange = differencesOf(was, body).length > 0;
  const write = useWrite(
    async ({ client, input }: Sending<Sent>) =>
      (await client.put('/v1/controls', { body: input.body, ifMatch: { etag: input.etag } }))
        .status,
    CONTROLS_FORM,
  );
  const leave = () => {
    draft.forget();
    close();
  };
  const submit = () => {
    setTried(true);
    if (!isWhole || isOther || !isChange) return;
    write.mutate(
      { body, etag: draft.etag },
      {
        onSuccess: (status) => {
          leave();
          notifications.show({
            title: 'Recorded',
            message:
              status === 202
                ? 'The change waits for a second person. Nothing differs before that.'
                : 'The change is in force.',
          });
        },
      },
    );
  };
  return (
    <form
      className={parts.columns}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        {FIELD_GROUPS.map(({ title, fields }) => (
          <Panel key={title} title={title}>
            <div className={parts.fields}>
              {fields.map((field) => (
                <ControlsInput
                  key={field.path}
                  field={field}
                  schema={controlsSchema.ControlsBody}
                  value={draft.values[field.path] ?? ''}
                  reporting={draft.values.reportingCurrency ?? ''}
                  error={problems[field.path]}
                  onChange={(text) => draft.set(field.path, text)}
                />
              ))}
            </div>
          </Panel>
        ))}
      </div>
      <div>
        <Panel title="What changes, and who must approve">
          <div className={parts.stack}>
            {isOther && <ChangedSince startAgain={draft.startAgain} />}
            {isWhole ? (
              <Effect effect={effect} isChange={isChange} />
            ) : (
              <p className={parts.quiet} role={isTried ? 'alert' : undefined}>
                Something is not accepted: the fields say what.
              </p>
            )}
            {differences.length > 0 && (
              <SideBySide
                label="What changes"
                differences={differences.map(({ field, before, after }) => ({
                  ...{ field, before, after },
                }))}
                sides={['Now', 'With the change']}
              />
            )}
            {write.error !== null && <Problem error={write.error} />}
            <div className={parts.buttons}>
              <Button
                type="submit"
                loading={write.isPending}
                disabled={!isWhole || isOther || !isChange}
              >
                <SendText effect={effect} />
              </Button>
              <Button variant="default" onClick={leave}>
                Discard
              </Button>
            </div>
          </div>
        </Panel>
      </div>
    </form>
  );
}

/** What is written would rest on controls that are no longer in force. */
function ChangedSince({ startAgain }: { readonly startAgain: () => void }) {
  return (
    <div className={parts.warning} role="alert">
      <p>The controls were changed since you began. Start again from what is in force.</p>
      <Button size="compact-sm" variant="default" onClick={startAgain}>
        Start again
      </Button>
    </div>
  );
}
