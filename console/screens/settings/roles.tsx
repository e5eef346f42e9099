import { Switch, TextInput } from '@mantine/core';
import { CheckIcon, SearchIcon } from '@primer/octicons-react';
import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import { usePerson } from '../../session/person.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import { type Permission, permissionsOf, ROLE_NAMES, ROLES } from './role-table.ts';
import classes from './settings.module.css';

const FILTERS = ['text', 'reads', 'mine'] as const;

/** Who may do what: the roles, and every operation with the roles that permit it, as the API itself says. */
export function Roles() {
  const me = usePerson();
  const document = useRead('/v1/openapi.json', {}, { isPolled: false });
  return (
    <>
      <Panel title="Roles">
        <dl className={parts.facts}>
          {ROLE_NAMES.map((role) => (
            <Role key={role} name={role} isMine={me.roles.includes(role)} />
          ))}
        </dl>
        <p className={`${parts.quiet} ${classes.below}`}>
          People have roles by the groups that the sign-in gives them. Programs are viewers and
          traders at most: a program is never one of two people.
        </p>
      </Panel>
      <Panel title="Who may do what" isFlush>
        <Loaded query={document} lines={12}>
          {(data) => <Permissions document={data} />}
        </Loaded>
      </Panel>
    </>
  );
}

function Role({ name, isMine }: { readonly name: keyof typeof ROLES; readonly isMine: boolean }) {
  return (
    <>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        {ROLES[name]}
        {isMine && <strong> (yours)</strong>}
      </dd>
    </>
  );
}

function Permissions({ document }: { readonly document: unknown }) {
  const { operations } = usePerson();
  const { filters, setFilter } = useListState(FILTERS);
  const all = useMemo(() => permissionsOf(document), [document]);
  const text = (filters.text?.[0] ?? '').toLowerCase();
  const hasReads = filters.reads !== undefined;
  const isMine = filters.mine !== undefined;
  const shown = all.filter(
    ({ summary, tag, operationId, isWrite }) =>
      (hasReads || isWrite) &&
      (!isMine || operations.includes(operationId)) &&
      `${summary} ${tag} ${operationId}`.toLowerCase().includes(text),
  );
  return (
    <>
      <search className={parts.filters}>
        <TextInput
          label="Search"
          size="xs"
          placeholder="Approve, withdrawal…"
          leftSection={<SearchIcon size={14} />}
          value={filters.text?.[0] ?? ''}
          onChange={({ currentTarget }) => setFilter('text', [currentTarget.value])}
        />
        <Switch
          label="Reading as well"
          size="xs"
          checked={hasReads}
          onChange={({ currentTarget }) => setFilter('reads', currentTarget.checked ? ['1'] : [])}
        />
        <Switch
          label="Only what I may"
          size="xs"
          checked={isMine}
          onChange={({ currentTarget }) => setFilter('mine', currentTarget.checked ? ['1'] : [])}
        />
      </search>
      <PermissionTable permissions={shown} />
    </>
  );
}

function PermissionTable({ permissions }: { readonly permissions: readonly Permission[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={`${parts.scroll} ${classes.padded}`} tabIndex={0} aria-label="Operations">
      <table className={parts.table}>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {ROLE_NAMES.map((role) => (
              <th key={role} scope="col">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map(({ operationId, summary, tag, roles }) => (
            <tr key={operationId}>
              <th scope="row">
                {summary} <span className={parts.small}>{tag.replaceAll('-', ' ')}</span>
              </th>
              {ROLE_NAMES.map((role) => (
                <td key={role}>
                  {roles.includes(role) ? (
                    <CheckIcon size={14} aria-label="yes" />
                  ) : (
                    <span className={parts.quiet} role="img" aria-label="no">
                      –
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {permissions.length === 0 && <p className={parts.quiet}>Nothing is like this.</p>}
    </section>
  );
}
