import { Link, useNavigate } from 'react-router';
import { accountIdsOf } from '../../display/account-ids.ts';
import { Empty } from '../../display/empty.tsx';
import parts from '../../display/parts.module.css';
import { Status, type Tone } from '../../display/status.tsx';
import { useNow } from '../../display/use-now.ts';
import { useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import type { ListControls } from '../../tables/use-list-state.ts';
import { type AccountState, stateOf, stateText } from './account-state.ts';
import type { Account, Rule } from './types.ts';

interface AccountTableProps {
  readonly page: {
    readonly items: readonly Account[];
    readonly next: string | null;
    readonly previous: string | null;
  };
  /** Only those in this state; absent: all. */
  readonly state: string | undefined;
  /** Null until they are known. */
  readonly rules: readonly Rule[] | null;
  readonly controls: ListControls;
}

const WIDE = '(min-width: 48rem)';

const TONES: Readonly<Record<AccountState, Tone>> = {
  active: 'good',
  'cooling-off': 'busy',
  inactive: 'quiet',
  deleted: 'quiet',
};

export function AccountTable({ page, state, rules, controls }: AccountTableProps) {
  const { items, next, previous } = page;
  const now = useNow();
  const tenant = useTenant();
  const navigate = useNavigate();
  const shown = items.filter((each) => state === undefined || stateOf(each, now) === state);
  const columns: readonly Column<Account>[] = [
    {
      accessor: 'label',
      title: 'Account',
      render: ({ id, label }) => (
        <span className={parts.named}>
          <Link to={`/t/${tenant}/accounts/${id}`}>
            <bdi>{label}</bdi>
          </Link>
          <span className={parts.small}>{id}</span>
        </span>
      ),
    },
    { accessor: 'currency', title: 'Currency' },
    { accessor: 'network', title: 'Network', visibleMediaQuery: WIDE },
    {
      accessor: 'status',
      title: 'State',
      render: (account) => <AccountStatus account={account} now={now} />,
    },
    {
      accessor: 'rules',
      title: 'Used by',
      visibleMediaQuery: WIDE,
      render: ({ id }) => <UsedBy rules={rules} id={id} />,
    },
  ];
  return (
    <DataTable
      label="Registered accounts"
      columns={columns}
      rows={shown}
      idOf={({ id }) => id}
      onRow={({ id }) => void navigate(`/t/${tenant}/accounts/${id}`)}
      pages={{ next, previous }}
      controls={controls}
      empty={<NoAccounts isNarrowed={Object.keys(controls.filters).length > 0} />}
    />
  );
}

interface AccountStatusProps {
  readonly account: Account;
  readonly now: Date;
}

export function AccountStatus({ account, now }: AccountStatusProps) {
  const state = stateOf(account, now);
  return <Status state={state} tone={TONES[state]} text={stateText(account, now)} />;
}

/** Ids of accounts are compared without regard to case, as the service does. */
export function rulesOf(rules: readonly Rule[], id: string): readonly Rule[] {
  const isIt = (other: string) => other.toLowerCase() === id.toLowerCase();
  return rules.filter((rule) => accountIdsOf(rule).some(isIt));
}

interface UsedByProps {
  readonly rules: readonly Rule[] | null;
  readonly id: string;
}

function UsedBy({ rules, id }: UsedByProps) {
  const tenant = useTenant();
  if (rules === null) return <span className={parts.quiet}>…</span>;
  const used = rulesOf(rules, id);
  if (used.length === 0) return <span className={parts.quiet}>no rule</span>;
  return used.map((rule, index) => (
    <span key={rule.id}>
      {index > 0 && ', '}
      <Link to={`/t/${tenant}/rules/${rule.id}`}>
        <bdi>{rule.label}</bdi>
      </Link>
    </span>
  ));
}

function NoAccounts({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return isNarrowed ? (
    <Empty title="No account is like this">Take a filter away to see more.</Empty>
  ) : (
    <Empty title="No account is registered yet">
      Nothing can leave before one is. “Register an account” asks for it, and a second person
      approves it.
    </Empty>
  );
}
