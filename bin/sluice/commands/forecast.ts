import type { components } from '@sluice/client';
import { type Command, InvalidArgumentError } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import type { Screen } from '../screen/screen.ts';
import { tableOf } from '../screen/table.ts';
import { agoOf, amountOf, worthOf } from '../views/formats.ts';

interface ForecastOptions extends ApiOptions {
  readonly days?: number;
  readonly flows?: 'mean';
  readonly withoutApprovals?: true;
}

type Forecast = components['schemas']['Forecast'];
type Day = Forecast['days'][number];
type Leaving = Day['leaving'][number];

/** The most that the API takes; it says so itself, but a typing error needs no request. */
const MAX_DAYS = 31;

export function forecast(context: Context): Command {
  return declareApi({
    name: 'forecast',
    summary: 'Says what will leave in the next days, by day and by rule.',
    description:
      'The rules in force, with the latest balances: the same decisions as runs will make. Nothing is written.',
    examples: [
      ['forecast', 'the next seven days'],
      ['forecast --days 31 --flows mean', 'a month, with the movements that the books expect'],
      ['forecast --without-approvals', 'as if no approver had time'],
      ['forecast --json', 'with every run, its sentence and the assumptions'],
    ],
  })
    .option('--days <count>', 'how many days to look ahead, at most 31', daysOf)
    .option('--flows <which>', 'mean: classes of movements go on as in the last 90 days', flowsOf)
    .option('--without-approvals', 'what needs an approval waits')
    .action(async (options: ForecastOptions) => {
      const { days, flows, withoutApprovals } = options;
      const { data } = await context.api(options).get('/v1/forecast', {
        query: {
          ...(days === undefined ? {} : { days }),
          ...(flows === undefined ? {} : { flows }),
          ...(withoutApprovals ? { approvals: 'none' as const } : {}),
        },
      });
      context.print(options, { json: data, lines: (screen) => linesOf(data, screen) });
    });
}

function daysOf(text: string): number {
  const days = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_DAYS) throw new InvalidArgumentError(`expected 1 to ${MAX_DAYS}`);
  return days;
}

function flowsOf(text: string): 'mean' {
  if (text !== 'mean') throw new InvalidArgumentError('expected mean');
  return text;
}

function linesOf(data: Forecast, screen: Screen): readonly string[] {
  return [
    ...daysTable(data, screen),
    '',
    ...rulesTable(data, screen),
    ...alreadyLines(data),
    '',
    data.perDay.message,
    ...data.manualRates.map(rateLine),
    `on the balances read ${agoOf(data.snapshot.takenAt, Date.now())}; --json has the assumptions`,
    ...(data.complete
      ? []
      : [
          `only until ${data.until}: one answer has no room or no time for more decisions; "not known" is not nothing`,
        ]),
    ...flowLines(data),
  ];
}

interface Row {
  readonly day: string;
  readonly leaving: Leaving | null;
}

function daysTable(
  { days, reportingCurrency, names }: Forecast,
  screen: Screen,
): readonly string[] {
  const rows = days.flatMap(({ day, leaving }): Row[] =>
    leaving.map((each, index) => ({ day: index === 0 ? day : '', leaving: each })),
  );
  const unknown = unknownDays(days);
  if (rows.length === 0) return unknown.length === 0 ? ['nothing leaves'] : unknown;
  const called = (id: string) => names?.rules[id] ?? id;
  const table = tableOf<Row>(
    [
      { title: 'DAY', of: ({ day }) => day },
      { title: 'RULE', of: ({ leaving }) => called(leaving?.ruleId ?? '') },
      {
        title: 'AMOUNT',
        of: ({ leaving }) => (leaving === null ? '' : amountOf(leaving.amount, leaving.currency)),
        align: 'right',
      },
      {
        title: 'VALUE',
        of: ({ leaving }) =>
          leaving?.value === undefined ? 'no price' : worthOf(leaving.value, reportingCurrency),
        align: 'right',
      },
      { title: '', of: ({ leaving }) => remarkOf(leaving), spare: 1 },
    ],
    rows,
    screen,
  );
  return [...table, ...unknown];
}

/** Days that were not decided to their end: what more leaves on them is not known. */
function unknownDays(days: Forecast['days']): readonly string[] {
  const open = days.filter(({ decided }) => decided !== 'all');
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = first === last ? first.day : `${first.day} to ${last.day}`;
  return [`${range}: not known${first.decided === 'part' ? ', the first of them in part' : ''}`];
}

function remarkOf(leaving: Leaving | null): string {
  if (leaving === null) return '';
  const valued = leaving.manualRate === undefined ? [] : ['valued by a manual rate'];
  return [waitOf(leaving), ...valued].filter((each) => each !== '').join(', ');
}

/** What stands in its way. */
function waitOf({ stopped, waits, approvals }: Leaving): string {
  if (stopped !== undefined) return `stopped: ${stopped}`;
  if (waits) return 'waits for an approval';
  return approvals === 0 ? '' : `needs ${approvals} ${approvals === 1 ? 'approval' : 'approvals'}`;
}

function rulesTable({ rules }: Forecast, screen: Screen): readonly string[] {
  return tableOf<Forecast['rules'][number]>(
    [
      { title: 'RULE', of: ({ label }) => label },
      { title: 'NEXT RUN', of: ({ nextRuns }) => nextRuns[0]?.local ?? 'none' },
      {
        title: 'LEAVES',
        of: ({ amount, currency }) => (amount === null ? 'not known' : amountOf(amount, currency)),
        align: 'right',
      },
      { title: 'WHY NOT', of: whyNot, spare: 1 },
    ],
    rules,
    screen,
  );
}

function rateLine({ id, version, currency, rate, in: into }: Forecast['manualRates'][number]) {
  return `manual rate ${id} version ${version}: 1 ${currency} = ${rate} ${into}; no limit goes by it`;
}

function whyNot({ enabled, waiting, currency, reasons }: Forecast['rules'][number]): string {
  if (!enabled) return 'disabled';
  if (waiting !== undefined) return `${amountOf(waiting.amount, currency)} waits for an approval`;
  return reasons[0]?.name ?? '';
}

function alreadyLines({ already }: Forecast): readonly string[] {
  return already.map(
    ({ instructionId, amount, currency, state }) =>
      `already decided: ${instructionId}, ${amountOf(amount, currency)}, ${state}`,
  );
}

function flowLines({ flows }: Forecast): readonly string[] {
  if (flows === undefined) return [];
  return [
    `expected, by the last ${flows.days} days (an assumption, no promise):`,
    ...flows.classes.map(
      ({ class: name, currency, meanPerDay, leastPerDay, mostPerDay }) =>
        `  ${name}: ${amountOf(meanPerDay, currency)} a day, between ${leastPerDay} and ${mostPerDay}`,
    ),
  ];
}
