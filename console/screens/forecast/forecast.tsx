import { SegmentedControl, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { When } from '../../display/when.tsx';
import { Page, Panel } from '../../layout/page.tsx';
import { type Choice, choiceOf, DAYS, withChoice } from './choice.ts';
import { ComparedPanel } from './compared-panel.tsx';
import { ExpectedFlows } from './expected-flows.tsx';
import classes from './forecast.module.css';
import { LeavingTable } from './leaving-table.tsx';
import { type Forecast, rowsOf, unknownTimes } from './remarks.ts';
import { RuleTable } from './rule-table.tsx';

/** A forecast costs seconds of a processor, and changes with the snapshots. */
const EVERY_MS = 300_000;

/** What leaves when, with today's balances. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const choice = choiceOf(search);
  const { days, flows, approvals } = choice;
  const forecast = useRead(
    '/v1/forecast',
    { query: { days: Number(days), flows, approvals } },
    { everyMs: EVERY_MS, keepsPrevious: true },
  );
  return (
    <Page
      title="Forecast"
      subtitle={forecast.data && <bdi>{forecast.data.data.snapshot.message}</bdi>}
    >
      <Choices choice={choice} set={(next) => setSearch(withChoice(search, next))} />
      <Loaded query={forecast} lines={12}>
        {(data) => <Content forecast={data} />}
      </Loaded>
      <ComparedPanel rules={forecast.data?.data.names?.rules ?? {}} />
    </Page>
  );
}

interface ChoicesProps {
  readonly choice: Choice;
  readonly set: (choice: Choice) => void;
}

function Choices({ choice, set }: ChoicesProps) {
  return (
    <div className={classes.choices}>
      <SegmentedControl
        size="xs"
        aria-label="How far to look ahead"
        data={[...DAYS]}
        value={choice.days}
        onChange={(days) => set({ ...choice, days })}
      />
      <Switch
        label="Expect the movements that the books know"
        checked={choice.flows === 'mean'}
        onChange={({ currentTarget }) =>
          set({ ...choice, flows: currentTarget.checked ? 'mean' : 'none' })
        }
      />
      <Switch
        label="Assume that approvals are given"
        checked={choice.approvals === 'given'}
        onChange={({ currentTarget }) =>
          set({ ...choice, approvals: currentTarget.checked ? 'given' : 'none' })
        }
      />
    </div>
  );
}

function Content({ forecast }: { readonly forecast: Forecast }) {
  const { rules, flows, assumptions, complete, until, perDay } = forecast;
  if (rules.length === 0) {
    return (
      <Empty title="There is no rule yet">
        What leaves by itself leaves by a rule: propose the first one under Rules.
      </Empty>
    );
  }
  return (
    <>
      {!complete && (
        <p role="status" className={classes.warning}>
          Only until <When at={until} as="second" />: one answer has no room or no time for more
          decisions.
        </p>
      )}
      <ByDay forecast={forecast} />
      <Panel title="Rules and their next runs" isFlush>
        <RuleTable forecast={forecast} />
      </Panel>
      {flows !== undefined && (
        <Panel title="Movements that are expected">
          <ExpectedFlows flows={flows} />
        </Panel>
      )}
      <Panel title="What this rests on">
        <p>
          <bdi>{perDay.message}</bdi>
        </p>
        <ul>
          {assumptions.map((text) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function ByDay({ forecast }: { readonly forecast: Forecast }) {
  const { days, until, reportingCurrency, already } = forecast;
  const series = useMemo(
    () => [
      {
        label: 'Value that leaves on the day',
        points: days.map(({ value }, index) => ({ at: dayStart(days, index), amount: value })),
      },
    ],
    [days],
  );
  const unknown = useMemo(() => unknownTimes({ days, until }), [days, until]);
  const rows = rowsOf(forecast);
  return (
    <Panel title="What leaves, by day">
      {rows.length === 0 && already.length === 0 && unknown.length === 0 ? (
        <Empty title="Nothing leaves in this time">
          Below, each rule says why. Look further ahead, or expect the movements that the books
          know.
        </Empty>
      ) : (
        <>
          <SeriesChart
            label="Value of what leaves, by day"
            series={series}
            unknown={unknown}
            currency={reportingCurrency}
            form="bars"
            isRounded
          />
          <LeavingTable forecast={forecast} rows={rows} />
        </>
      )}
    </Panel>
  );
}

const DAY_MS = 86_400_000;

/** The first day is what is left of it; its bar stands where a whole one would. */
function dayStart(days: Forecast['days'], index: number): string {
  const { from } = days[index] ?? { from: '' };
  const next = days[index + 1];
  if (index > 0 || next === undefined) return from;
  return new Date(Date.parse(next.from) - DAY_MS).toISOString();
}
