import ruleSchemas from 'virtual:rule-schemas';
import { useParams, useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { EditorForm } from './editor-form.tsx';
import { fieldsOf } from './fields.ts';
import type { Account, Rule } from './types.ts';
import { newValues, valuesOf } from './values.ts';

/** The kind of rule that this edits; its fields are those of its schema. */
const FIELDS = fieldsOf(ruleSchemas, 'SweepRuleBody');

/** Rules of one answer: more than a policy may have. */
const ALL = { query: { limit: 200 } } as const;

/** Drafts a rule, or a change of one: what it would do is beside it, and nothing happens before it is proposed. */
export function Component() {
  const { id } = useParams();
  const accounts = useRead('/v1/accounts', ALL);
  return id === undefined ? (
    <Page title="New rule" subtitle="A draft. Nothing happens before a second person approves it.">
      <Loaded query={accounts} lines={10}>
        {({ items }) => <NewRule accounts={items} />}
      </Loaded>
    </Page>
  ) : (
    <Loaded query={accounts} lines={10}>
      {({ items }) => <ExistingRule key={id} id={id} accounts={items} />}
    </Loaded>
  );
}

function NewRule({ accounts }: { readonly accounts: readonly Account[] }) {
  const initial = { values: newValues(FIELDS), base: { etag: null, values: null } };
  return (
    <EditorForm
      draftName="rule:new"
      fields={FIELDS}
      initial={initial}
      accounts={accounts}
      current={null}
    />
  );
}

interface ExistingRuleProps {
  readonly id: string;
  readonly accounts: readonly Account[];
}

function ExistingRule({ id, accounts }: ExistingRuleProps) {
  const [search] = useSearchParams();
  const version = search.get('version');
  const rule = useRead('/v1/sweep-rules/{id}', { path: { id } });
  const history = useRead(
    '/v1/sweep-rules/{id}/history',
    { path: { id }, ...ALL },
    { isEnabled: version !== null, isPolled: false },
  );
  const label = rule.data?.data.label ?? id;
  const title = version === null ? `Change ${label}` : `Back to version ${version} of ${label}`;
  return (
    <Page title={title} subtitle="A draft: nothing changes before it is saved or proposed.">
      <Loaded query={rule} lines={10}>
        {(current, { etag }) => {
          const base = { etag, values: valuesOf(FIELDS, current) };
          const form = (from: Rule) => (
            <EditorForm
              key={version}
              draftName={version === null ? `rule:${id}` : `rule:${id}:${version}`}
              fields={FIELDS}
              initial={{ values: valuesOf(FIELDS, from), base }}
              accounts={accounts}
              current={base}
            />
          );
          if (version === null) return form(current);
          return (
            <Loaded query={history} lines={10}>
              {({ items }) => {
                const found = items.find((each) => String(each.version) === version);
                return found === undefined ? (
                  <Empty title={`There is no version ${version}`}>
                    Its history has the versions that there are.
                  </Empty>
                ) : (
                  form(found)
                );
              }}
            </Loaded>
          );
        }}
      </Loaded>
    </Page>
  );
}
