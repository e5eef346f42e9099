import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useSearchParams } from 'react-router';
import { isAnswered } from '../../api/open-requests.ts';
import { useRead } from '../../api/use-read.ts';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { addressOf } from '../../approving/instruction.ts';
import { whatMoves } from '../../approving/texts.ts';
import { CommentField } from '../../display/comment-field.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Problem } from '../../display/problem.tsx';
import { useNow } from '../../display/use-now.ts';
import { amountFault } from '../../instructions/amount-fault.ts';
import { LostAnswer } from '../../instructions/lost-answer.tsx';
import { type MoneyForm, useMoneyForm } from '../../instructions/money-form.ts';
import classes from '../../instructions/request-form.module.css';
import { stateText } from '../../instructions/states.ts';
import { useCheck } from '../../instructions/use-check.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { type Account, BeforeSending } from './before-sending.tsx';

/** The draft, and the keys of its requests: both outlive a reload. */
const FORM = 'withdrawal';

const EMPTY = { account: '', amount: '', reference: '', comment: '' };
type Values = typeof EMPTY;

/** Shortest comment that the API takes. */
const LEAST_COMMENT = 3;

/** A withdrawal by hand: to a registered account, approved by another person. */
export function Component() {
  const may = useMay();
  const accounts = useRead('/v1/accounts', { query: { limit: 200 } });
  return (
    <Page
      title="Request a withdrawal"
      subtitle="To a registered account. Another person approves it before anything is sent."
    >
      {may('requestWithdrawal') ? (
        <Loaded query={accounts} lines={8}>
          {({ items }) => <Form accounts={items} />}
        </Loaded>
      ) : (
        <Empty title="None of your roles may request a withdrawal">
          A treasurer asks for it, and an approver approves it.
        </Empty>
      )}
    </Page>
  );
}

function Form({ accounts }: { readonly accounts: readonly Account[] }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const now = useNow();
  const [search] = useSearchParams();
  const form = useMoneyForm<Values>(FORM, { ...EMPTY, account: search.get('account') ?? '' });
  const { values, set, isOpen } = form;
  const account = accounts.find(({ id }) => id === values.account) ?? null;
  const write = useRequest(form, tenant, (to) => void navigate(to));
  const fault = amountFault(values.amount.trim());
  const amount = fault === null ? values.amount.trim() : null;
  const asked =
    account === null || amount === null ? null : { withdrawalAccountId: account.id, amount };
  const checked = useCheck('withdrawal', asked);
  const isRefused = checked.check?.result === 'refused';
  const isReady =
    account !== null && fault === null && values.comment.trim().length >= LEAST_COMMENT;
  return (
    <div className={classes.columns}>
      <Panel title="The withdrawal">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) write.send(account);
          }}
        >
          <Stack gap="sm">
            {isOpen && !write.isPending && (
              <LostAnswer list="withdrawals" onAnother={form.reopened} />
            )}
            <fieldset disabled={isOpen} className={classes.fields}>
              <Fields accounts={accounts} values={values} set={set} fault={fault} now={now} />
            </fieldset>
            {write.error !== null && <Problem error={write.error} />}
            <Group justify="flex-end">
              <Button
                type="submit"
                className={classes.send ?? ''}
                loading={write.isPending}
                disabled={!isReady || (!isOpen && (checked.isAsking || isRefused))}
              >
                {isReady
                  ? `${isOpen ? 'Send again' : 'Request'}: ${moving(account, values)}`
                  : 'Request'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      <BeforeSending account={account} amount={amount} checked={checked} />
    </div>
  );
}

function moving({ id, label, currency }: Account, { amount }: Values): string {
  const to = { withdrawalAccountId: id, accountLabel: label, currency };
  return whatMoves({ kind: 'withdrawal', amount: amount.trim(), ...to });
}

/** Sends the request; what it came to is only what the answer says. */
function useRequest(form: MoneyForm<Values>, tenant: string, open: (to: string) => void) {
  const { values } = form;
  type Body = Readonly<Record<'withdrawalAccountId' | 'amount' | 'comment', string>> & {
    readonly reference?: string;
  };
  const write = useWrite(
    async ({ client, input, idempotencyKey }: Sending<Body>) =>
      (await client.post('/v1/withdrawals', { body: input, idempotencyKey })).data,
    FORM,
  );
  const send = (account: Account) => {
    const reference = values.reference.trim();
    form.sent();
    write.mutate(
      {
        withdrawalAccountId: account.id,
        amount: values.amount.trim(),
        comment: values.comment.trim(),
        ...(reference !== '' && { reference }),
      },
      {
        onSuccess: (instruction) => {
          form.forget();
          const { state } = instruction.status;
          notifications.show({
            title: 'Recorded',
            message: `Nothing was sent yet: it is ${stateText(state)}.`,
          });
          open(addressOf(tenant, instruction));
        },
        onError: (error) => {
          if (isAnswered(error)) form.reopened();
        },
      },
    );
  };
  return { ...write, send };
}

interface FieldsProps {
  readonly accounts: readonly Account[];
  readonly values: Values;
  readonly set: (changed: Partial<Values>) => void;
  readonly fault: string | null;
  readonly now: Date;
}

function Fields({ accounts, values, set, fault, now }: FieldsProps) {
  const account = accounts.find(({ id }) => id === values.account);
  return (
    <>
      <Select
        label="Account"
        description="Money leaves to registered accounts only."
        required
        searchable
        data={accounts
          .filter(({ deletedAt }) => deletedAt === undefined)
          .map((each) => ({ value: each.id, label: choiceText(each, now) }))}
        value={values.account === '' ? null : values.account}
        onChange={(id) => set({ account: id ?? '' })}
        nothingFoundMessage="No registered account of this name"
      />
      <TextInput
        label={account === undefined ? 'Amount' : `Amount in ${account.currency}`}
        description="Plain decimal text, such as 0.25"
        required
        inputMode="decimal"
        autoComplete="off"
        value={values.amount}
        onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        error={values.amount === '' ? null : fault}
      />
      <TextInput
        label="Reference"
        description="Your own name of it, such as an invoice number. The service never gets it."
        value={values.reference}
        onChange={({ currentTarget }) => set({ reference: currentTarget.value })}
      />
      <CommentField
        label="Why"
        description="The person who approves it reads this, and the audit log keeps it."
        isRequired
        value={values.comment}
        onChange={(text) => set({ comment: text })}
      />
    </>
  );
}

/** An account as it stands in the choice: whether it can be paid to is said before it is chosen. */
function choiceText(account: Account, now: Date): string {
  const { label, currency, network, status } = account;
  const state =
    status === 'active' ? (isCoolingOff(account, now) ? ' – cooling off' : '') : ' – not active';
  return `${label} (${currency}, ${network})${state}`;
}

/** Whether a new or changed account has to rest still. */
function isCoolingOff({ usableFrom }: Account, now: Date): boolean {
  return usableFrom !== undefined && new Date(usableFrom) > now;
}
