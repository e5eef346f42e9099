import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { ruleSentence } from '../../../treasury/facts/sentences/rule.ts';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { BacktestPanel } from '../../backtesting/backtest-panel.tsx';
import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { differencesOfValues } from './differences.ts';
import type { Field } from './field.ts';
import { FormSections } from './form-sections.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { refusedFields } from './refused-fields.ts';
import { RestoredDraft } from './restored-draft.tsx';
import classes from './rules.module.css';
import type { Account, PolicyChange, RuleBody } from './types.ts';
import { usePreview } from './use-preview.ts';
import { type Base, useRuleForm } from './use-rule-form.ts';
import { valuedByPath } from './valued-by-path.ts';
import { draftOf, type Values } from './values.ts';

interface EditorFormProps {
  readonly draftName: string;
  readonly fields: readonly Field[];
  readonly initial: { readonly values: Values; readonly base: Base };
  readonly accounts: readonly Account[];
  /** The rule as it stands at this moment; null for a new one. */
  readonly current: Base | null;
}

/** What is sent: a new rule, or a change on the version that the person saw. */
interface Wanted {
  readonly body: RuleBody;
  readonly base: Base;
}

export function EditorForm({ draftName, fields, initial, accounts, current }: EditorFormProps) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const overview = useOverview();
  const form = useRuleForm(draftName, fields, initial);
  const { values, base, body } = form;
  const preview = usePreview(body);
  const write = useWrite(send);
  const names = useMemo(
    () => Object.fromEntries(accounts.map(({ id, label }) => [id, label])),
    [accounts],
  );
  const isNew = base.values === null;
  const id = values.id ?? '';
  const found = preview.data?.rules.find(({ decision }) => decision.ruleId === id);
  // An answer about the draft before says nothing about this one.
  const change = preview.isPlaceholderData ? undefined : found?.change;
  const submit = () => {
    form.showAll();
    if (body === null) {
      requestAnimationFrame(focusFirstProblem);
      return;
    }
    write.mutate(
      { body, base },
      {
        onSuccess: (result) => {
          form.forget();
          if (result.kind === 'proposed') return;
          notifications.show({ title: 'Saved', message: `${body.label} is in force.` });
          void navigate(`/t/${tenant}/rules/${body.id}`);
        },
      },
    );
  };
  if (write.data?.kind === 'proposed') return <Proposed change={write.data.change} />;
  const held = overview.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const currencies = [...new Set([...held, ...accounts.map(({ currency }) => currency)])].sort();
  return (
    <>
      <RestoredDraft form={form} />
      <ChangedMeanwhile form={form} fields={fields} current={current} accounts={names} />
      <div className={parts.columns}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <FormSections
            form={form}
            fields={fields}
            refused={{ ...refusedFields(preview.error), ...refusedFields(write.error) }}
            currencies={currencies}
            accounts={accounts}
            reportingCurrency={overview.data?.data.reportingCurrency ?? undefined}
            valued={preview.isPlaceholderData ? {} : valuedByPath(found?.decision.checks ?? [])}
            isNew={isNew}
          />
        </form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
        <section className={classes.beside} tabIndex={0} aria-label="Beside the form">
          <PreviewPanel
            ruleId={id}
            sentence={ruleSentence(draftOf(fields, values))}
            accounts={names}
            preview={preview}
            isWhole={body !== null}
          />
          <ApprovalPanel
            change={change}
            differences={differencesOfValues(fields, base.values ?? {}, values)}
            accounts={names}
            isNew={isNew}
            isWhole={body !== null}
            isSending={write.isPending}
            error={write.error}
            onSubmit={submit}
          />
        </section>
      </div>
      <BacktestPanel draft={body === null ? null : { rules: [body] }} />
    </>
  );
}

/** Once it is drawn: the first field that is not as it should be. */
function focusFirstProblem(): void {
  document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
}

type Written =
  | { readonly kind: 'in-force' }
  | { readonly kind: 'proposed'; readonly change: PolicyChange };

async function send({ client, input: { body, base } }: Sending<Wanted>): Promise<Written> {
  const answer =
    base.values === null
      ? await client.post('/v1/sweep-rules', { body })
      : await client.put('/v1/sweep-rules/{id}', {
          path: { id: body.id },
          body,
          ifMatch: { etag: base.etag },
        });
  return answer.status === 202 ? { kind: 'proposed', change: answer.data } : { kind: 'in-force' };
}

function Proposed({ change }: { readonly change: PolicyChange }) {
  const tenant = useTenant();
  return (
    <Panel title="Proposed">
      <p className={classes.sentence}>It waits for a second person, and nothing has changed yet.</p>
      <ul className={parts.reasons}>
        {change.widens.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className={parts.text}>
        Without a decision it expires <When at={change.expiresAt} />.
      </p>
      <div className={classes.buttons}>
        <Button component={Link} to={`/t/${tenant}/inbox`}>
          Look at it in the inbox
        </Button>
        <Button component={Link} to={`/t/${tenant}/rules`} variant="default">
          All rules
        </Button>
      </div>
    </Panel>
  );
}
