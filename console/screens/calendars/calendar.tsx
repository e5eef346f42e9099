import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import type { Sending } from '../../api/use-write.ts';
import { Day } from '../../display/day.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { formatWeekday } from '../../display/times.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { DeleteButton } from '../../proposing/delete-button.tsx';
import { Versions } from '../../proposing/versions.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { contentOf } from './calendar-draft.ts';
import type { Calendar } from './types.ts';

/** One calendar: its days year by year, the rules that name it, and how it came to be what it is. */
export function Component() {
  const { id = '' } = useParams();
  const calendar = useRead('/v1/calendars/{id}', { path: { id } });
  const found = calendar.data;
  return (
    <Page
      title={found?.data.label ?? 'Calendar'}
      subtitle={found?.data.builtIn === true ? 'Built in: no person can change it.' : undefined}
      actions={
        found !== undefined && found.data.builtIn !== true ? (
          <Actions calendar={found.data} etag={found.etag} />
        ) : undefined
      }
    >
      <WaitingChanges isOf={({ subject }) => subject === `calendar:${id}`} />
      <Loaded query={calendar} lines={10}>
        {(data) => (
          <div className={parts.columns}>
            <div>
              <Days calendar={data} />
              {data.builtIn !== true && <History id={id} />}
            </div>
            <Facts calendar={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface ActionsProps {
  readonly calendar: Calendar;
  readonly etag: string | null;
}

function Actions({ calendar: { id, label, deletedAt }, etag }: ActionsProps) {
  const may = useMay();
  const tenant = useTenant();
  if (deletedAt !== undefined) return null;
  return (
    <>
      {may('replaceCalendar') && (
        <Button component={Link} to={`/t/${tenant}/calendars/${id}/edit`} variant="default">
          Change
        </Button>
      )}
      {may('deleteCalendar') && (
        <DeleteButton
          {...{ id, label, etag, send: deleteCalendar }}
          what="calendar"
          note="A calendar that a rule names cannot be deleted. Its history stays."
        />
      )}
    </>
  );
}

function Days({ calendar: { holidays } }: { readonly calendar: Calendar }) {
  const years = Map.groupBy(holidays, ({ date }) => date.slice(0, 'YYYY'.length));
  const thisYear = String(new Date().getUTCFullYear());
  return (
    <Panel title="Closed days" aside={`${holidays.length}`}>
      {holidays.length === 0 && <p className={parts.quiet}>None beside the weekend.</p>}
      {[...years].map(([year, days]) => (
        <details key={year} className={parts.folded ?? ''} open={year === thisYear || undefined}>
          <summary>
            {year} ({days.length})
          </summary>
          <dl className={parts.facts}>
            {days.map(({ date, name }) => [
              <dt key={date}>
                <Day day={date} />
              </dt>,
              <dd key={`${date} name`}>
                <bdi>{name ?? ''}</bdi>
              </dd>,
            ])}
          </dl>
        </details>
      ))}
    </Panel>
  );
}

function Facts({ calendar }: { readonly calendar: Calendar }) {
  const { id, timeZone, from, until, weekend } = calendar;
  const tenant = useTenant();
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  const users = (rules.data?.data.items ?? []).filter((rule) => rule.calendars?.includes(id));
  return (
    <Panel title="What it knows">
      <dl className={parts.facts}>
        <dt>Range</dt>
        <dd>
          <Day day={from} /> to <Day day={until} />
        </dd>
        <dt>Time zone</dt>
        <dd>{timeZone}</dd>
        <dt>Weekend</dt>
        <dd>{weekend.map((day) => formatWeekday(day)).join(', ') || 'none'}</dd>
        <dt>Rules</dt>
        <dd>
          {users.length === 0
            ? 'none'
            : users.map((rule) => (
                <p key={rule.id}>
                  <Link to={`/t/${tenant}/rules/${rule.id}`}>
                    <bdi>{rule.label}</bdi>
                  </Link>
                </p>
              ))}
        </dd>
      </dl>
      <p className={parts.quiet}>
        Of a date outside of the range it says nothing: no rule that names it sweeps on one.
      </p>
    </Panel>
  );
}

function History({ id }: { readonly id: string }) {
  const history = useRead('/v1/calendars/{id}/history', {
    path: { id },
    query: { sort: 'newest', limit: 200 },
  });
  return (
    <Panel title="History">
      <Loaded query={history} lines={4}>
        {({ items }) => <Versions versions={items} contentOf={contentOf} />}
      </Loaded>
    </Panel>
  );
}

const deleteCalendar = async ({
  client,
  input: { id, etag },
}: Sending<{ readonly id: string; readonly etag: string | null }>) =>
  await client.delete('/v1/calendars/{id}', { path: { id }, ifMatch: { etag } });
