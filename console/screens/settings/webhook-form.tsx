import webhookSchema from 'virtual:webhook-schema';
import { Button, Checkbox, MultiSelect, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { differencesOf } from '../../approving/differences.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { SideBySide } from '../../display/side-by-side.tsx';
import { Panel } from '../../layout/page.tsx';
import { DeleteButton } from '../../proposing/delete-button.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect, SendText } from '../../proposing/effect.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { useDraft } from '../../session/use-draft.ts';
import type { Webhook, WebhookBody } from './types.ts';
import {
  bodyOf,
  contentOf,
  draftOf,
  eventName,
  keptDraft,
  NEW_WEBHOOK,
  problemsOf,
  type WebhookDraft,
  withEvents,
  withLabel,
} from './webhook-content.ts';

const FIELDS = webhookSchema.WebhookBody?.properties ?? {};
const EVENTS = (FIELDS.eventTypes?.items?.enum ?? []).map((value) => ({
  value,
  label: eventName(value),
}));

interface WebhookFormProps {
  /** What is in force; null for a new one. */
  readonly before: Webhook | null;
  /** Of the version that is in force. */
  readonly etag: string | null;
}

interface Sent {
  readonly body: WebhookBody;
  readonly etag: string | null;
}

export function WebhookForm({ before, etag }: WebhookFormProps) {
  const form = before === null ? 'webhook:new' : `webhook:${before.id}`;
  const kept = useDraft(form);
  const initial = before === null ? NEW_WEBHOOK : draftOf(before);
  const [draft, setDraft] = useState<WebhookDraft>(() => keptDraft(kept.initial) ?? initial);
  const [base] = useState(etag);
  const [isTried, setTried] = useState(false);
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const send = useSending(form, before, kept.forget);
  const change = (next: WebhookDraft) => {
    setDraft(next);
    kept.keep(next);
  };
  const body = bodyOf(draft, before);
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length === 0 && base === etag) send.mutate({ body, etag });
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
      <Fields {...{ draft, change }} isNew={before === null} problems={isTried ? problems : {}} />
      <Approval
        {...{ before, body, etag, send }}
        isOther={base !== etag}
        startAgain={() => {
          kept.forget();
          window.location.reload();
        }}
      />
    </form>
  );
}

interface FieldsProps {
  readonly draft: WebhookDraft;
  readonly change: (draft: WebhookDraft) => void;
  readonly isNew: boolean;
  readonly problems: ReturnType<typeof problemsOf>;
}

function Fields({ draft, change, isNew, problems }: FieldsProps) {
  const helpOf = (name: string) => (FIELDS[name]?.description ?? '').replace(/ Absent: .*$/, '');
  const typed = { required: true, autoComplete: 'off', spellCheck: false };
  return (
    <Panel title="The webhook">
      <div className={parts.stack}>
        <TextInput
          {...typed}
          label="Name"
          description={helpOf('label')}
          value={draft.label}
          error={problems.label ?? null}
          onChange={({ currentTarget }) => change(withLabel(draft, currentTarget.value, isNew))}
        />
        <TextInput
          {...typed}
          label="Id"
          description={helpOf('id')}
          disabled={!isNew}
          value={draft.id}
          error={problems.id ?? null}
          onChange={({ currentTarget }) => change({ ...draft, id: currentTarget.value })}
        />
        <TextInput
          {...typed}
          label="Address"
          description={helpOf('url')}
          inputMode="url"
          value={draft.url}
          error={problems.url ?? null}
          onChange={({ currentTarget }) => change({ ...draft, url: currentTarget.value })}
        />
        <MultiSelect
          label="Events"
          description="Which events it is sent: every one, or those that you choose."
          required
          searchable
          data={EVENTS}
          value={[...draft.eventTypes]}
          error={problems.eventTypes ?? null}
          onChange={(chosen) => change(withEvents(draft, chosen))}
        />
        <Switch
          label="Events are sent to it"
          description="While it is off, events are held; they are sent when you ask for it."
          checked={draft.isActive}
          onChange={({ currentTarget }) => change({ ...draft, isActive: currentTarget.checked })}
        />
        {!isNew && (
          <Checkbox
            label="Ask for a new signing secret"
            description="Only you are shown it, once, after the approval."
            checked={draft.wantsSecret}
            onChange={({ currentTarget }) =>
              change({ ...draft, wantsSecret: currentTarget.checked })
            }
          />
        )}
      </div>
    </Panel>
  );
}

interface ApprovalProps extends WebhookFormProps {
  readonly body: WebhookBody;
  readonly send: ReturnType<typeof useSending>;
  /** Whether another version is in force than the one that the form was begun on. */
  readonly isOther: boolean;
  readonly startAgain: () => void;
}

/** What changes, who has to agree and why, and the button. */
function Approval({ before, body, etag, send, isOther, startAgain }: ApprovalProps) {
  const may = useMay();
  const was = before === null ? null : contentOf(before);
  const effect = draftEffect('webhook', was, body);
  const differences = was === null ? [] : differencesOf(was, contentOf(body));
  const isChange = before === null || differences.length > 0;
  const mayPropose = may(before === null ? 'createWebhook' : 'replaceWebhook');
  return (
    <Panel title="What changes, and who must approve">
      <div className={parts.stack}>
        {isOther && (
          <div className={parts.warning} role="alert">
            <p>The webhook was changed since you began. Start again from what is in force.</p>
            <Button size="compact-sm" variant="default" onClick={startAgain}>
              Start again
            </Button>
          </div>
        )}
        <Effect effect={effect} isChange={isChange} />
        {differences.length > 0 && (
          <SideBySide
            label="What changes"
            differences={differences}
            sides={['Now', 'With the change']}
          />
        )}
        {send.error !== null && <Problem error={send.error} />}
        <div className={parts.buttons}>
          <Button
            type="submit"
            loading={send.isPending}
            disabled={!mayPropose || !isChange || isOther}
          >
            <SendText effect={effect} />
          </Button>
          {before !== null && may('deleteWebhook') && <Delete webhook={before} etag={etag} />}
        </div>
        {!mayPropose && (
          <p className={parts.quiet}>
            Your roles do not propose webhooks: a treasurer or an admin does.
          </p>
        )}
      </div>
    </Panel>
  );
}

function Delete({ webhook, etag }: { readonly webhook: Webhook; readonly etag: string | null }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  return (
    <DeleteButton
      {...{ id: webhook.id, label: webhook.label, etag, send: deleteWebhook }}
      what="webhook"
      note="Events that wait for it are not sent any more. Its id cannot be used again."
      onDeleted={() => void navigate(listOf(tenant))}
    />
  );
}

const deleteWebhook = async ({
  client,
  input: { id, etag },
}: Sending<{ readonly id: string; readonly etag: string | null }>) =>
  await client.delete('/v1/webhooks/{id}', { path: { id }, ifMatch: { etag } });

function listOf(tenant: string): string {
  return `/t/${tenant}/settings?tab=webhooks`;
}

function useSending(form: string, before: Webhook | null, forget: () => void) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const write = useWrite(async ({ client, input: { body, etag } }: Sending<Sent>) => {
    const { status } =
      before === null
        ? await client.post('/v1/webhooks', { body })
        : await client.put('/v1/webhooks/{id}', { path: { id: body.id }, body, ifMatch: { etag } });
    return status;
  }, form);
  const mutate = (sent: Sent) =>
    write.mutate(sent, {
      onSuccess: (status) => {
        forget();
        notifications.show({
          title: 'Recorded',
          message:
            status === 202
              ? `${sent.body.label} waits for a second person. Nothing is told before that.`
              : `${sent.body.label} is in force.`,
        });
        void navigate(listOf(tenant));
      },
    });
  return { mutate, error: write.error, isPending: write.isPending };
}
