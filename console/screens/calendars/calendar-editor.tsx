import { Button, MultiSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { differencesOf } from '../../approving/differences.ts';
import { BacktestPanel } from '../../backtesting/backtest-panel.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { formatWeekday } from '../../display/times.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect } from '../../proposing/effect.tsx';
import { useTenant } from '../../session/person.tsx';
import { useDraft } from '../../session/use-draft.ts';
import {
  bodyOf,
  type CalendarDraft,
  contentOf,
  draftOf,
  type KeptCalendar,
  keptOf,
  NEW_CALENDAR,
  problemsOf,
  WEEKDAYS,
} from './calendar-draft.ts';
import type { Calendar, CalendarBody } from './types.ts';

/** A calendar as it is written, with what it would do beside it before it is sent. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? (
    <Page title="New calendar" subtitle="A second person approves it.">
      <Form before={null} etag={null} />
    </Page>
  ) : (
    <Existing id={id} />
  );
}

function Existing({ id }: { readonly id: string }) {
  const calendar = useRead('/v1/calendars/{id}', { path: { id } });
  return (
    <Page title="Change a calendar" subtitle={calendar.data?.data.label}>
      <Loaded query={calendar} lines={8}>
        {(data, { etag }) =>
          data.builtIn === true ? (
            <Empty title="This calendar is built in">Make one of your own beside it.</Empty>
          ) : (
            <Form key={id} before={data} etag={etag} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface FormProps {
  readonly before: Calendar | null;
  readonly etag: string | null;
}

function Form({ before, etag: current }: FormProps) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const form = before === null ? 'calendar' : `calendar:${before.id}`;
  const kept = useDraft(form);
  // What was read when it was begun: a later version is refused, never written over.
  const [{ begun, draft }, setState] = useState<KeptCalendar>(
    () =>
      keptOf(kept.initial) ?? {
        begun: { before: before === null ? null : contentOf(before), etag: current },
        draft: before === null ? NEW_CALENDAR : draftOf(before),
      },
  );
  const change = (changed: Partial<CalendarDraft>) => {
    const next = { begun, draft: { ...draft, ...changed } };
    setState(next);
    kept.keep(next);
  };
  const [isTried, setTried] = useState(false);
  const write = useWrite(send, form);
  const problems = problemsOf(draft);
  const isWhole = Object.keys(problems).length === 0;
  const was = begun.before;
  const body = bodyOf(draft);
  const isChange = was === null || differencesOf(was, body).length > 0;
  const submit = () => {
    setTried(true);
    if (!isWhole || !isChange) return;
    write.mutate(
      { body, etag: begun.etag },
      {
        onSuccess: (status) => {
          kept.forget();
          notifications.show(
            status === 202
              ? { title: 'Recorded', message: `${body.label} waits for a second person.` }
              : { title: 'In force', message: `${body.label} closes these days from now on.` },
          );
          void navigate(`/t/${tenant}/calendars`);
        },
      },
    );
  };
  return (
    <>
      <form
        className={parts.columns}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Panel title="The calendar">
          <Fields
            draft={draft}
            set={change}
            problems={isTried ? problems : {}}
            isNew={before === null}
          />
        </Panel>
        <Panel title="Who must approve">
          <div className={parts.stack}>
            <Effect effect={draftEffect('calendar', was, body)} isChange={isChange} />
            {write.error !== null && <Problem error={write.error} />}
            <div className={parts.buttons}>
              <Button type="submit" loading={write.isPending} disabled={!isChange}>
                Ask for it
              </Button>
              <Button component={Link} to={`/t/${tenant}/calendars`} variant="default">
                Later
              </Button>
              <Button
                component={Link}
                to={`/t/${tenant}/calendars`}
                variant="default"
                onClick={kept.forget}
              >
                Discard
              </Button>
            </div>
          </div>
        </Panel>
      </form>
      <BacktestPanel draft={isWhole ? { rules: [], calendars: [body] } : null} />
    </>
  );
}

interface FieldsProps {
  readonly draft: CalendarDraft;
  readonly set: (change: Partial<CalendarDraft>) => void;
  readonly problems: Readonly<Record<string, string>>;
  readonly isNew: boolean;
}

function Fields({ draft, set, problems, isNew }: FieldsProps) {
  const text = (
    field: 'id' | 'label' | 'timeZone' | 'from' | 'until',
    label: string,
    more: Pick<TextInputProps, 'description' | 'type'> = {},
  ) => (
    <TextInput
      {...more}
      label={label}
      required
      value={draft[field]}
      error={problems[field] ?? null}
      disabled={field === 'id' && !isNew}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
    />
  );
  return (
    <div className={parts.stack}>
      {text('label', 'Name')}
      {text('id', 'Id', { description: 'Small letters, digits and hyphens.' })}
      {text('timeZone', 'Time zone of its dates', { description: 'Such as Europe/Zurich.' })}
      {text('from', 'First date that it knows', { type: 'date' })}
      {text('until', 'Last date that it knows', { type: 'date' })}
      <MultiSelect
        label="Weekend"
        data={WEEKDAYS.map((day) => ({ value: day, label: formatWeekday(day) }))}
        value={[...draft.weekend]}
        onChange={(weekend) => set({ weekend })}
      />
      <Textarea
        label="Closed days"
        description="A line for each: its date, and a name behind a comma. A CSV file can be pasted."
        placeholder="2026-08-01, National Day"
        autosize
        minRows={8}
        value={draft.holidays}
        error={problems.holidays ?? null}
        onChange={({ currentTarget }) => set({ holidays: currentTarget.value })}
      />
    </div>
  );
}

interface Sent {
  readonly body: CalendarBody;
  readonly etag: string | null;
}

async function send({ client, input: { body, etag } }: Sending<Sent>): Promise<number> {
  if (etag === null) return (await client.post('/v1/calendars', { body })).status;
  const path = { id: body.id };
  return (await client.put('/v1/calendars/{id}', { path, body, ifMatch: { etag } })).status;
}
