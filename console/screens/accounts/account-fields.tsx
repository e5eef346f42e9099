import { ActionIcon, Autocomplete, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { pathText } from '../../../treasury/facts/sentences/field-label.ts';
import {
  ACCOUNT_LIMIT_FIELDS,
  type AccountLimitField,
} from '../../../treasury/policy/account-limits.ts';
import { answeredChoices } from '../../display/answered-amounts.ts';
import { groupsOf, isComparedInGroups } from '../../display/groups.ts';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { type AccountDraft, type Detail, detailsOf } from './account-draft.ts';
import classes from './accounts.module.css';
import type { Account } from './types.ts';

interface AccountFieldsProps {
  readonly draft: AccountDraft;
  readonly set: (part: Partial<AccountDraft>) => void;
  readonly problems: Readonly<Record<string, string>>;
  /** Those that are registered: their networks, and the details that these need. */
  readonly accounts: readonly Account[];
  readonly isNew: boolean;
}

export function AccountFields(props: AccountFieldsProps) {
  const { draft, set, problems, accounts, isNew } = props;
  const overview = useOverview();
  const currencies = overview.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const networks = [...new Set(accounts.map(({ network }) => network))].sort();
  const chooseNetwork = (network: string) => {
    const known = accounts.find((each) => each.network === network);
    const isUntouched = draft.details.every(({ text }) => text === '');
    const paths = known === undefined ? [] : detailsOf(known.details).map(({ path }) => path);
    set({
      network,
      ...(isUntouched &&
        paths.length > 0 && { details: paths.map((path) => ({ path, text: '' })) }),
    });
  };
  return (
    <>
      <Panel title="What it is">
        <div className={parts.fields}>
          <TextInput
            label="Name"
            description="People know the destination by it."
            required
            maxLength={120}
            autoComplete="off"
            error={problems.label ?? null}
            value={draft.label}
            onChange={({ currentTarget }) => set({ label: currentTarget.value })}
          />
          <TextInput
            label="Id at the service"
            description="The UUID under which the service has it."
            required
            disabled={!isNew}
            autoComplete="off"
            spellCheck={false}
            error={problems.id ?? null}
            value={draft.id}
            onChange={({ currentTarget }) => set({ id: currentTarget.value })}
          />
          <Autocomplete
            label="Currency"
            description="Only this currency can leave to it."
            required
            data={currencies}
            error={problems.currency ?? null}
            value={draft.currency}
            onChange={(text) => set({ currency: text.toUpperCase() })}
          />
          <Autocomplete
            label="Network"
            description="As the service names it."
            required
            data={networks}
            maxLength={60}
            error={problems.network ?? null}
            value={draft.network}
            onChange={chooseNetwork}
          />
          <TextInput
            label="General-ledger code"
            description="The account that the journal books withdrawals to it against. Empty: suspense."
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            error={problems.code ?? null}
            value={draft.code ?? ''}
            onChange={({ currentTarget }) => set({ code: currentTarget.value })}
          />
        </div>
      </Panel>
      <Limits {...props} />
      <Answers {...props} />
      <Details {...props} />
    </>
  );
}

const AT_MOST: Readonly<Record<AccountLimitField, string>> = {
  per24Hours: 'At most in 24 hours',
  per30Days: 'At most in 30 days',
  lifetime: 'At most for ever',
};

/** What it may be paid, by all rules and withdrawals by hand together. */
function Limits({ draft, set, problems }: AccountFieldsProps) {
  const unit = draft.currency === '' ? 'its currency' : draft.currency;
  return (
    <Panel title="What it may be paid">
      <div className={parts.fields}>
        <TextInput
          label="Counterparty"
          description="Accounts of one counterparty share its limits in the controls. Empty: none."
          maxLength={120}
          autoComplete="off"
          value={draft.counterparty ?? ''}
          onChange={({ currentTarget }) => set({ counterparty: currentTarget.value })}
        />
        {ACCOUNT_LIMIT_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={AT_MOST[field]}
            description={`In ${unit}, by everything together. Empty: no limit.`}
            inputMode="decimal"
            autoComplete="off"
            error={problems[field] ?? null}
            value={draft[field] ?? ''}
            onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
          />
        ))}
        <TextInput
          label="At most until a payment is known to have arrived"
          description={`In ${unit}, in all. An answer that names the place ends it, or two people do. Empty: no limit.`}
          inputMode="decimal"
          autoComplete="off"
          error={problems.firstPaymentMaximum ?? null}
          value={draft.firstPaymentMaximum ?? ''}
          onChange={({ currentTarget }) => set({ firstPaymentMaximum: currentTarget.value })}
        />
        <Checkbox
          label="A payment has arrived there"
          checked={draft.paymentArrived ?? false}
          onChange={({ currentTarget }) => set({ paymentArrived: currentTarget.checked })}
        />
      </div>
    </Panel>
  );
}

/** What answers to withdrawals to it may say and still count as what was asked for. */
function Answers({ draft, set, problems }: AccountFieldsProps) {
  return (
    <Panel title="How the service answers">
      <div className={parts.fields}>
        <TextInput
          label="Network’s name at the service"
          description="Only where its answers spell it otherwise: then it counts as the same network."
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          value={draft.networkAtService ?? ''}
          onChange={({ currentTarget }) => set({ networkAtService: currentTarget.value })}
        />
        <Select
          label="Amounts in its answers are"
          description="An amount less a fee counts only up to the largest fee of the controls."
          data={answeredChoices('As the controls say')}
          value={draft.answeredAs ?? ''}
          allowDeselect={false}
          onChange={(chosen) => set({ answeredAs: chosen ?? '' })}
        />
        <TextInput
          label="Digits after the point"
          description="Where the service cuts amounts to so many, and sends no more. Empty: as the controls say."
          inputMode="numeric"
          autoComplete="off"
          error={problems.answeredDigits ?? null}
          value={draft.answeredDigits ?? ''}
          onChange={({ currentTarget }) => set({ answeredDigits: currentTarget.value })}
        />
      </div>
    </Panel>
  );
}

function Details({ draft, set, problems }: AccountFieldsProps) {
  const { details } = draft;
  const change = (index: number, part: Partial<Detail>) =>
    set({ details: details.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <Panel title="Where it is">
      <div className={parts.stack}>
        <p className={parts.quiet}>
          Address and other details, as the network needs them. What you type stands below in groups
          of four: compare it with where you have it from.
        </p>
        {details.map(({ path, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while its own is being typed
          <div key={index} className={classes.detail}>
            <TextInput
              label="Detail"
              aria-label={`Name of detail ${index + 1}`}
              placeholder="beneficiary.address"
              autoComplete="off"
              spellCheck={false}
              error={problems[`details.${index}.path`] ?? null}
              value={path}
              onChange={({ currentTarget }) => change(index, { path: currentTarget.value })}
            />
            <div>
              <TextInput
                label={path === '' ? 'Value' : pathText(path)}
                autoComplete="off"
                spellCheck={false}
                error={problems[`details.${index}.text`] ?? null}
                value={text}
                onChange={({ currentTarget }) => change(index, { text: currentTarget.value })}
              />
              {isComparedInGroups(text.trim()) && <Groups text={text.trim()} />}
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.remove ?? ''}
              aria-label={`Take ${path === '' ? 'the detail' : path} away`}
              onClick={() => set({ details: details.filter((_, at) => at !== index) })}
            >
              <TrashIcon size={14} />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<PlusIcon size={12} />}
            onClick={() => set({ details: [...details, { path: '', text: '' }] })}
          >
            Add a detail
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Groups({ text }: { readonly text: string }) {
  return (
    <code className={classes.groups} data-plain={text}>
      {groupsOf(text).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a text have no other name than their place
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}
