import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { MatchingBacktestPanel } from '../../backtesting/matching-backtest.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { DeleteButton } from '../../proposing/delete-button.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect, SendText } from '../../proposing/effect.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { differencesOfValues } from './differences.ts';
import type { Field } from './field.ts';
import { MATCHING_SECTIONS } from './field-texts.ts';
import { FormSections } from './form-sections.tsx';
import { refusedFields } from './refused-fields.ts';
import { RestoredDraft } from './restored-draft.tsx';
import classes from './rules.module.css';
import type { MatchingRuleBody } from './types.ts';
import { type Base, type RuleForm, useRuleForm } from './use-rule-form.ts';
import { bodyOf, type Values } from './values.ts';

interface MatchingFormProps {
  readonly draftName: string;
  readonly fields: readonly Field[];
  readonly initial: { readonly values: Values; readonly base: Base };
  /** The rule as it stands at this moment; null for a new one. */
  readonly current: Base | null;
}

interface Wanted {
  readonly body: MatchingRuleBody;
  readonly base: Base;
}

/** The fields of a matching rule, what it would have explained, and its sending. */
export function MatchingForm({ draftName, fields, initial, current }: MatchingFormProps) {
  const form = useRuleForm<MatchingRuleBody>(draftName, fields, initial);
  const overview = useOverview();
  const write = useSending(draftName, form);
  const isNew = form.base.values === null;
  const currencies = (overview.data?.data.currencies ?? []).map(({ currency }) => currency);
  return (
    <>
      <RestoredDraft form={form} />
      <ChangedMeanwhile form={form} fields={fields} current={current} accounts={{}} />
      <div className={parts.columns}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            write.submit();
          }}
        >
          <FormSections
            form={form}
            fields={fields}
            refused={refusedFields(write.error)}
            currencies={currencies}
            accounts={[]}
            reportingCurrency={undefined}
            valued={{}}
            isNew={isNew}
            sections={MATCHING_SECTIONS}
          />
        </form>
        <Approval form={form} fields={fields} write={write} />
      </div>
      <MatchingBacktestPanel body={form.body} />
    </>
  );
}

interface ApprovalProps {
  readonly form: RuleForm<MatchingRuleBody>;
  readonly fields: readonly Field[];
  readonly write: ReturnType<typeof useSending>;
}

/** What changes, who may have to agree, and the button. */
function Approval({ form: { base, values, body }, fields, write }: ApprovalProps) {
  const may = useMay();
  const isNew = base.values === null;
  const mayPropose = may(isNew ? 'createMatchingRule' : 'replaceMatchingRule');
  const differences = differencesOfValues(fields, base.values ?? {}, values);
  const was = base.values === null ? null : bodyOf(fields, base.values);
  const effect = body === null ? null : draftEffect('matching-rule', was, body);
  return (
    <Panel title="Who must approve">
      <Effect effect={effect} isChange={isNew || differences.length > 0} />
      <p className={parts.quiet}>What a matching rule explains, no person looks at.</p>
      {!isNew && differences.length > 0 && (
        <DifferenceTable
          label="What changes"
          differences={differences}
          sides={['Now', 'With the draft']}
          accounts={{}}
        />
      )}
      {write.error !== null && <Problem error={write.error} />}
      <div className={classes.buttons}>
        <Button
          onClick={write.submit}
          loading={write.isPending}
          disabled={!mayPropose || (!isNew && differences.length === 0)}
        >
          <SendText effect={effect} />
        </Button>
        {!isNew && may('deleteMatchingRule') && <Delete values={values} etag={base.etag} />}
        {!mayPropose && (
          <span className={parts.quiet}>Your roles do not propose rules: a treasurer does.</span>
        )}
      </div>
    </Panel>
  );
}

function Delete({ values, etag }: { readonly values: Values; readonly etag: string | null }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const { id = '', label = id } = values;
  return (
    <DeleteButton
      {...{ id, etag, label, send: deleteMatchingRule }}
      what="matching rule"
      note="What it explained stays explained; what comes is a break again."
      onDeleted={() => void navigate(listOf(tenant))}
    />
  );
}

const deleteMatchingRule = async ({
  client,
  input: { id, etag },
}: Sending<{ readonly id: string; readonly etag: string | null }>) =>
  await client.delete('/v1/matching-rules/{id}', { path: { id }, ifMatch: { etag } });

function listOf(tenant: string): string {
  return `/t/${tenant}/breaks?tab=rules`;
}

function useSending(draftName: string, form: RuleForm<MatchingRuleBody>) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const write = useWrite(send, draftName);
  const { body, base } = form;
  const submit = () => {
    form.showAll();
    if (body === null) return;
    write.mutate(
      { body, base },
      {
        onSuccess: (status) => {
          form.forget();
          notifications.show({
            title: 'Recorded',
            message:
              status === 202
                ? `${body.label} waits for a second person. Nothing differs before that.`
                : `${body.label} is in force.`,
          });
          void navigate(listOf(tenant));
        },
      },
    );
  };
  return { submit, error: write.error, isPending: write.isPending };
}

async function send({ client, input: { body, base } }: Sending<Wanted>): Promise<number> {
  const { status } =
    base.values === null
      ? await client.post('/v1/matching-rules', { body })
      : await client.put('/v1/matching-rules/{id}', {
          ...{ path: { id: body.id }, body, ifMatch: { etag: base.etag } },
        });
  return status;
}
