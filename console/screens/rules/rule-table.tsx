import { Link, useNavigate } from 'react-router';
import type { Span } from '../../decisions/spans.ts';
import { accountIdsOf } from '../../display/account-ids.ts';
import { AccountLinks } from '../../display/account-links.tsx';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { BudgetBars } from './budget-bars.tsx';
import { NextRun } from './next-run.tsx';
import { RuleState } from './rule-state.tsx';
import type { ListedRule, PolicyChange } from './types.ts';

/** A telephone has room for which rule it is and how it stands; the rule's own screen has the rest. */
const WIDE = '(min-width: 48rem)';

const OWNER: Column<ListedRule> = {
  accessor: 'owner',
  title: 'Owner',
  visibleMediaQuery: WIDE,
  render: ({ owner, purpose }) => <bdi title={purpose}>{owner ?? ''}</bdi>,
};

const LAST_SWEEP: Column<ListedRule> = {
  accessor: 'last',
  title: 'Last sweep',
  visibleMediaQuery: WIDE,
  render: ({ activity }) => <When at={activity.lastSweepAt} />,
};

const BUDGETS: Column<ListedRule> = {
  accessor: 'budgets',
  title: 'Used budgets',
  visibleMediaQuery: WIDE,
  render: (rule) => <BudgetBars rule={rule} />,
};

interface RuleTableProps {
  readonly rules: readonly ListedRule[];
  /** Names of accounts by id. */
  readonly accounts: Readonly<Record<string, string>>;
  /** Null until they are known. */
  readonly spans: readonly Span[] | null;
  readonly changes: readonly PolicyChange[];
  readonly health: Overview['health'] | undefined;
}

export function RuleTable({ rules, accounts, spans, changes, health }: RuleTableProps) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const decimals = Math.max(
    0,
    ...rules.map(({ threshold, currency }) =>
      typeof threshold === 'string' ? columnDecimals([threshold], currency) : 0,
    ),
  );
  const columns: readonly Column<ListedRule>[] = [
    {
      accessor: 'label',
      title: 'Rule',
      render: ({ id, label }) => (
        <span className={parts.named}>
          <Link to={`/t/${tenant}/rules/${id}`}>
            <bdi>{label}</bdi>
          </Link>
          <code className={parts.small}>{id}</code>
        </span>
      ),
    },
    ...(rules.some(({ owner }) => owner !== undefined) ? [OWNER] : []),
    {
      accessor: 'state',
      title: 'State',
      render: (rule) => (
        <RuleState
          rule={rule}
          span={spans === null ? null : spans.find(({ ruleId }) => ruleId === rule.id)}
          proposals={changes.filter(({ subject }) => subject === `rule:${rule.id}`).length}
        />
      ),
    },
    { accessor: 'currency', title: 'Currency', visibleMediaQuery: WIDE },
    {
      accessor: 'threshold',
      title: 'Sweeps above',
      visibleMediaQuery: WIDE,
      textAlign: 'right',
      render: ({ threshold, currency }) =>
        typeof threshold === 'string' ? (
          <Amount
            amount={threshold}
            currency={currency}
            withCurrency={false}
            columnDecimals={decimals}
          />
        ) : (
          <Amount amount={threshold.value} currency={threshold.in} />
        ),
    },
    {
      accessor: 'withdrawalAccountId',
      title: 'To',
      visibleMediaQuery: WIDE,
      render: (rule) => {
        const paidTo = accountIdsOf(rule);
        return paidTo.length === 0 ? (
          `${rule.into ?? ''}, by trades`
        ) : (
          <AccountLinks ids={paidTo} names={accounts} />
        );
      },
    },
    {
      accessor: 'next',
      title: 'Next run',
      visibleMediaQuery: WIDE,
      render: (rule) => <NextRun rule={rule} health={health} />,
    },
    LAST_SWEEP,
    BUDGETS,
  ];
  return (
    <DataTable
      label="Sweep rules"
      columns={columns}
      rows={rules}
      idOf={({ id }) => id}
      onRow={({ id }) => void navigate(`/t/${tenant}/rules/${id}`)}
      empty={null}
    />
  );
}
