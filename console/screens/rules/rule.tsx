import ruleSchemas from 'virtual:rule-schemas';
import { Button, Tabs } from '@mantine/core';
import { PencilIcon } from '@primer/octicons-react';
import { isProblem } from '@sluice/client';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import type { Sending } from '../../api/use-write.ts';
import { DecisionSpans } from '../../decisions/decision-spans.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { DeleteButton } from '../../proposing/delete-button.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { fieldsOf } from './fields.ts';
import { OpenChanges } from './open-changes.tsx';
import { RuleFacts } from './rule-facts.tsx';
import { RuleHistory } from './rule-history.tsx';
import { SwitchRule } from './switch-rule.tsx';
import type { Rule } from './types.ts';

const FIELDS = fieldsOf(ruleSchemas, 'SweepRuleBody');
const ALL = { query: { limit: 200 } } as const;

const TABS = { overview: 'Now', decisions: 'Why it did or did not sweep', history: 'History' };
const TAB = 'tab';

/** One rule: where it stands, why it did not sweep, every version of it, and the changes that wait. */
export function Component() {
  const { id = '' } = useParams();
  const rule = useRead('/v1/sweep-rules/{id}', { path: { id } });
  const accounts = useRead('/v1/accounts', ALL);
  const changes = useRead('/v1/changes', { query: { state: ['proposed'], limit: 200 } });
  const names = Object.fromEntries(
    (accounts.data?.data.items ?? []).map((account) => [account.id, account.label]),
  );
  const own = (changes.data?.data.items ?? []).filter(({ subject }) => subject === `rule:${id}`);
  const isGone = isProblem(rule.error, 'not-found');
  const current = rule.data?.data;
  return (
    <Page
      title={current?.label ?? id}
      subtitle={<code>{id}</code>}
      actions={
        current !== undefined &&
        !isGone && <Actions rule={current} etag={rule.data?.etag ?? null} />
      }
    >
      {own.length > 0 && <OpenChanges changes={own} fields={FIELDS} accounts={names} />}
      {isGone ? (
        <NotInForce id={id} isProposed={own.length > 0} names={names} />
      ) : (
        <Loaded query={rule} lines={10}>
          {(data) => <Parts id={id} rule={data} names={names} />}
        </Loaded>
      )}
    </Page>
  );
}

function Actions({ rule, etag }: { readonly rule: Rule; readonly etag: string | null }) {
  const may = useMay();
  const tenant = useTenant();
  const navigate = useNavigate();
  return (
    <>
      {may('replaceSweepRule') && (
        <>
          <SwitchRule rule={rule} fields={FIELDS} etag={etag} />
          <Button
            component={Link}
            to={`/t/${tenant}/rules/${rule.id}/edit`}
            leftSection={<PencilIcon size={14} />}
          >
            Change
          </Button>
        </>
      )}
      {may('deleteSweepRule') && (
        <DeleteButton
          {...{ id: rule.id, label: rule.label, etag, send: deleteRule }}
          what="rule"
          note="Its history stays, and its id cannot be used again. To pause it, switch it off instead."
          onDeleted={() => void navigate(`/t/${tenant}/rules`)}
        />
      )}
    </>
  );
}

const deleteRule = async ({
  client,
  input: { id, etag },
}: Sending<{ readonly id: string; readonly etag: string | null }>) =>
  await client.delete('/v1/sweep-rules/{id}', { path: { id }, ifMatch: { etag } });

interface NotInForceProps {
  readonly id: string;
  readonly isProposed: boolean;
  readonly names: Readonly<Record<string, string>>;
}

/** Proposed and not approved yet, or deleted: its history is there in the second case. */
function NotInForce({ id, isProposed, names }: NotInForceProps) {
  return isProposed ? (
    <Empty title="This rule is not in force yet">
      It was proposed. Once a second person approves it, its decisions stand here.
    </Empty>
  ) : (
    <>
      <Empty title="This rule is not in force">
        It was deleted, or never was. Its versions, if there are any, are below.
      </Empty>
      <RuleHistory id={id} fields={FIELDS} accounts={names} isInForce={false} />
    </>
  );
}

interface PartsProps {
  readonly id: string;
  readonly rule: Rule;
  readonly names: Readonly<Record<string, string>>;
}

function Parts({ id, rule, names }: PartsProps) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(TAB) ?? 'overview';
  const tab = Object.hasOwn(TABS, asked) ? asked : 'overview';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) =>
        setSearch(
          (now) => {
            if (next === null || next === 'overview') now.delete(TAB);
            else now.set(TAB, next);
            return now;
          },
          { replace: true },
        )
      }
    >
      <Tabs.List mb="md">
        {Object.entries(TABS).map(([value, text]) => (
          <Tabs.Tab key={value} value={value}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <RuleFacts rule={rule} fields={FIELDS} accounts={names} />
      </Tabs.Panel>
      <Tabs.Panel value="decisions">
        <DecisionSpans ruleId={id} currency={rule.currency} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <RuleHistory id={id} fields={FIELDS} accounts={names} isInForce />
      </Tabs.Panel>
    </Tabs>
  );
}
