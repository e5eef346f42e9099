import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { DIRECTION_TEXTS, kindText } from './break-texts.ts';
import { boundsOf } from './matching-texts.ts';
import type { MatchingRule } from './types.ts';

const WIDE = '(min-width: 48rem)';

/** Movements that the books expect: what fits one of them is explained without a person. */
export function MatchingRules() {
  const rules = useRead('/v1/matching-rules', { query: { limit: 200 } });
  const controls = useRead('/v1/controls');
  const may = useMay();
  const reporting = controls.data?.data.reportingCurrency ?? '';
  return (
    <>
      <WaitingChanges isOf={({ kind }) => kind === 'matching-rule'} />
      <Panel title="Matching rules" isFlush aside={may('createMatchingRule') && <NewRule />}>
        <Loaded query={rules} lines={5}>
          {({ items }) => <Table rules={items} reporting={reporting} />}
        </Loaded>
      </Panel>
    </>
  );
}

function NewRule() {
  return (
    <Button component={Link} to={`/t/${useTenant()}/matching-rules/new`} size="compact-sm">
      New matching rule
    </Button>
  );
}

interface TableProps {
  readonly rules: readonly MatchingRule[];
  readonly reporting: string;
}

function Table({ rules, reporting }: TableProps) {
  const tenant = useTenant();
  const columns: readonly Column<MatchingRule>[] = [
    {
      accessor: 'label',
      title: 'Class',
      render: ({ id, label }) => (
        <span className={parts.named}>
          <Link to={`/t/${tenant}/matching-rules/${id}/edit`}>
            <bdi>{label}</bdi>
          </Link>
          <span className={parts.small}>{id}</span>
        </span>
      ),
    },
    {
      accessor: 'direction',
      title: 'What',
      render: ({ direction, currency, kind }) =>
        `${DIRECTION_TEXTS[direction]}: ${kindText(kind).toLowerCase()} of ${currency ?? 'any currency'}`,
    },
    {
      accessor: 'bounds',
      title: 'Within',
      visibleMediaQuery: WIDE,
      render: (rule) => boundsOf(rule, reporting).join('; '),
    },
    {
      accessor: 'enabled',
      title: 'State',
      render: ({ enabled }) =>
        enabled ? (
          <Status state="on" tone="good" text="in force" />
        ) : (
          <Status state="off" text="switched off" />
        ),
    },
    {
      accessor: 'activeSince',
      title: 'Since',
      noWrap: true,
      visibleMediaQuery: WIDE,
      render: ({ activeSince }) => <When at={activeSince} as="day" />,
    },
    {
      accessor: 'matched',
      title: 'Explained',
      noWrap: true,
      visibleMediaQuery: WIDE,
      render: ({ label }) => (
        <Link to={`/t/${tenant}/breaks?state=matched&text=${encodeURIComponent(label)}`}>
          Show them
        </Link>
      ),
    },
  ];
  return (
    <DataTable
      label="Matching rules"
      columns={columns}
      rows={rules}
      idOf={({ id }) => id}
      empty={
        <Empty title="No movement is expected yet">
          A matching rule names movements that come and go by themselves, such as customer deposits
          or network fees. Propose one, and try it on the recorded movements first.
        </Empty>
      }
    />
  );
}
