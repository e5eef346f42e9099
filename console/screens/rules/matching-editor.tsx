import ruleSchemas from 'virtual:rule-schemas';
import { useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Page, Panel } from '../../layout/page.tsx';
import { Versions } from '../../proposing/versions.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { fieldsOf } from './fields.ts';
import { MatchingForm } from './matching-form.tsx';
import { bodyOf, newValues, valuesOf } from './values.ts';

const FIELDS = fieldsOf(ruleSchemas, 'MatchingRuleBody');

/** Drafts a matching rule, or a change of one. What it would have explained is beside it; nothing happens before it is sent. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? (
    <Page
      title="New matching rule"
      subtitle="A draft. It explains nothing before a second person approves it."
    >
      <MatchingForm
        draftName="matching-rule:new"
        fields={FIELDS}
        initial={{ values: newValues(FIELDS), base: { etag: null, values: null } }}
        current={null}
      />
    </Page>
  ) : (
    <Existing key={id} id={id} />
  );
}

function Existing({ id }: { readonly id: string }) {
  const rule = useRead('/v1/matching-rules/{id}', { path: { id } });
  const label = rule.data?.data.label ?? id;
  return (
    <Page title={`Change ${label}`} subtitle="A draft: nothing changes before it is sent.">
      <WaitingChanges isOf={({ subject }) => subject === `matching-rule:${id}`} />
      <Loaded query={rule} lines={10}>
        {(current, { etag }) => {
          const base = { etag, values: valuesOf(FIELDS, current) };
          return (
            <MatchingForm
              draftName={`matching-rule:${id}`}
              fields={FIELDS}
              initial={{ values: base.values, base }}
              current={base}
            />
          );
        }}
      </Loaded>
      <History id={id} />
    </Page>
  );
}

function History({ id }: { readonly id: string }) {
  const history = useRead('/v1/matching-rules/{id}/history', {
    path: { id },
    query: { sort: 'newest', limit: 50 },
  });
  return (
    <Panel title="History">
      <Loaded query={history} lines={4}>
        {({ items }) => (
          <Versions versions={items} contentOf={(rule) => bodyOf(FIELDS, valuesOf(FIELDS, rule))} />
        )}
      </Loaded>
    </Panel>
  );
}
