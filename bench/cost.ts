import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ASSUMED } from './cost/assumptions.ts';
import { BEFORE, billOf, totalOf } from './cost/bill.ts';

import {
  type Addition,
  deliveriesOf,
  feedReadsOf,
  looksOf,
  usdOfAddition,
} from './cost/events-month.ts';
import { reachedAt } from './cost/first-limit.ts';
import { furtherTenant } from './cost/further-tenant.ts';
import { goalsOf } from './cost/goals.ts';
import { quotasAt } from './cost/growth.ts';
import { inventoryOf } from './cost/inventory.ts';
import {
  FUNCTIONS,
  inAll,
  measureTick,
  type TickUnits,
  type UnitsByFunction,
} from './cost/measure-tick.ts';
import {
  durationOf,
  LOADS,
  type Load,
  monthOf,
  SERVICE_CALLS,
  type UsageName,
  usageUsdOf,
  usdOf,
} from './cost/month.ts';
import { FIXED_PRICES, PRICES, type PriceName, REGION } from './cost/prices.ts';
import { countedTables, openTables } from './cost/tables.ts';
import { type Units, unitsOf } from './cost/units.ts';
import { machine } from './report/machine.ts';
import { sayRunning } from './report/running.ts';
import { asMarkdown, left, printed, right, type Table } from './report/table.ts';

/*
 * npm run cost: what a month costs, from units that the engine counts, and which limit of the platform
 * a growing number of tenants meets first. Writes docs/cost.md.
 */

const PAGE = path.resolve(import.meta.dirname, '../docs/cost.md');
const NAMES = Object.keys(PRICES) as PriceName[];
const USED = NAMES.filter(
  (name): name is UsageName => !(FIXED_PRICES as readonly string[]).includes(name),
);
/** Numbers of tenants that are looked at. */
const TENANTS = Array.from({ length: 1_000 }, (_, index) => index + 1);

const tables = await openTables();
const counted = unitsOf(tables.dynamo, countedTables(tables));
const ticks: TickUnits[] = [];
try {
  for (const { currencies, everyMinutes } of LOADS) {
    sayRunning(`counting the units of ${currencies} currencies, every ${everyMinutes} minutes`);
    ticks.push(await measureTick(tables, counted, currencies, everyMinutes));
  }
} finally {
  await tables.close();
}
const shown = [
  goals(ticks),
  units(ticks),
  sizes(ticks),
  bill(ticks),
  further(ticks),
  months(ticks),
  eventsTable(),
  growth(ticks),
  prices(),
  assumptions(),
];
for (const table of shown) process.stdout.write(printed(table));
await writeFile(PAGE, page(shown));
process.exit(0);

function goals(of: readonly TickUnits[]): Table {
  const measured = of.map((tick, index) => [loadAt(index), tick] as const);
  return {
    title: 'Goals',
    columns: [left('figure'), right('measured'), right('goal'), left('')],
    rows: goalsOf(measured).map(({ goal, atMost, measured: found }) => [
      goal,
      found.toFixed(found < 100 ? 1 : 0),
      `<= ${atMost}`,
      found <= atMost ? 'met' : `missed by ${(found - atMost).toFixed(1)}`,
    ]),
    notes: [
      'A quiet tick of every five minutes carries a twelfth of what an hour brings: the chunks of the series, the spans, and the occurrences of hourly rules; one of every minute a sixtieth. The end of the day is in it.',
      'A sweep writes its instruction and its lane in three transactions, at twice their two to three units, and the instruction into two indexes as well: plain as they are, and with a use of a month in the lane, that is some 50 units ([decision 26](decisions/0026-items-are-plain.md)): two US cents a month at fifty sweeps a day. Seven checks of the claim take 14: each asserts one piece of the policy against an edit by hand. The marks of counted claims and of what has left take 6, the index of claims 2, the id at the service 2: each is a condition of its own that nothing stands under its key. The rest are its spans (6 every minute, 4 where other spans close in the same tick), three events (3), the run that stands in one transaction with its instruction (1), the reading that the lane keeps (1) and the flow (1).',
      'Not taken, for what it would cost: one item that counts all changes of the policy, checked instead of the seven (12 units less, and no edit by hand is noticed between the last reading and the claim); that no later version of a piece is on record, read before the claim instead of asserted in it (6 less, and whoever puts an earlier version back in those milliseconds is not found out); an index by time of what never changes alone (2 less, and a list of 25 reads each instruction by itself: 10 read units more, so that one screen that is polled for a month costs USD 0.16 more, and 50 sweeps a day USD 0.002 less); the run outside of the transaction of its instruction (1 less, and a crash in between leaves an instruction that no decision explains).',
    ],
  };
}

function units(of: readonly TickUnits[]): Table {
  const rows = of.flatMap((tick, index) => {
    const { everyMinutes } = loadAt(index);
    const load = `${tick.currencies} currencies, every ${everyMinutes} min`;
    const row = (name: string, each: Units, ms: string) => [
      load,
      name,
      each.calls.toFixed(1),
      each.writes.toFixed(1),
      each.reads.toFixed(1),
      ms,
    ];
    const rowsOf = (units: UnitsByFunction, suffix: string, serviceCalls: number[]) =>
      FUNCTIONS.map((name, place) => {
        const ms = durationOf(units[name], serviceCalls[place] ?? 0);
        return row(`${name}${suffix}`, units[name], ms.toFixed(0));
      });
    const calls = FUNCTIONS.map((name) => SERVICE_CALLS[name]);
    const sending = FUNCTIONS.map((name) => (name === 'send-withdrawal' ? SERVICE_CALLS[name] : 0));
    return [
      ...rowsOf(tick.quiet, '', calls).filter(
        ([, name]) => name !== 'send-withdrawal' && name !== 'publish-events',
      ),
      row('a quiet tick, in all', inAll(tick.quiet), ''),
      row('a deposit, in all', inAll(tick.deposit), ''),
      ...rowsOf(tick.sweep, ', for a sweep', sending),
      row('a tick with one sweep, beyond a quiet one with the deposit', inAll(tick.sweep), ''),
    ];
  });
  return {
    title: 'One tick of one tenant, and what a sweep adds, as measured',
    columns: [
      left('load'),
      left('function'),
      right('calls'),
      right('write units'),
      right('read units'),
      right('billed ms'),
    ],
    rows,
    notes: [
      'The engine counts the units. Three tenants have the same rules, balances and prices for two hours of ticks. In one of them no money moves: its average, with its share in the end of a day, is a quiet tick. In the second, one balance rises and stays below the threshold of its rule: the difference is a deposit; a quarter past an hour, as most ticks open none. In the third it rises above: the further difference is a sweep, until it is booked. A negative time is the noise of the machine. There is one rule for each currency: most are decided on every snapshot, three of ten have a schedule; they do not sweep for different reasons, and no digits repeat. Billed ms are computed: calls and requests at the assumed latencies, one after the other, and the measured processor time at the share of 512 MB.',
    ],
  };
}

/** What single things take: an item is paid by the kilobyte at each write, and for as long as it stands. */
function sizes(of: readonly TickUnits[]): Table {
  const names = of[0]?.sizes.map((size) => size.of) ?? [];
  return {
    title: 'Single things',
    columns: [
      left('of'),
      ...of.flatMap((tick, index) => [
        right(`bytes, ${tick.currencies} currencies, every ${loadAt(index).everyMinutes} min`),
        right('write units'),
      ]),
    ],
    rows: names.map((name, place) => [
      name,
      ...of.flatMap(({ sizes }) => {
        const { bytes = 0, units = 0 } = sizes[place] ?? {};
        return [bytes.toFixed(0), units.toFixed(0)];
      }),
    ]),
    notes: [
      'The median of each kind that the ticks of the sweep leave in the tables, as DynamoDB counts bytes. A unit is of one write outside of a transaction, without indexes. All lanes have swept once a day for as long as anything counts.',
      'Before items were plain, by the same command at 50 currencies every minute: an instruction 868 bytes and 1 unit, a lane 873 and 1, a run 4,780 and 5, the open spans 1,838 and 2, an hour 12,610 and 16, a snapshot 2 units; a quiet tick 9.1 units, a sweep 61, USD of usage of 100 x 50 x 1 min 268, each further tenant 1.8. Of what plain items cost, the most is reading the lanes of every currency at each tick, by run-sweeps and by the watchdog.',
    ],
  };
}

function months(of: readonly TickUnits[]): Table {
  const amounts = of.map((tick, index) => monthOf(loadAt(index), tick));
  const cells = (name: UsageName) =>
    amounts.flatMap((each) => [short(each[name]), usdOf(name, each[name]).toFixed(2)]);
  const usage = amounts.flatMap((each) => ['', usageUsdOf(each).toFixed(2)]);
  const rowOf = (name: UsageName) => [PRICES[name].unit, ...cells(name)];
  return {
    title: 'A month',
    columns: [
      left('of'),
      ...LOADS.flatMap(({ tenants, currencies, everyMinutes }) => [
        right(`${tenants} x ${currencies} x ${everyMinutes} min`),
        right('USD'),
      ]),
    ],
    rows: [...USED.map(rowOf), ['usage', ...usage]],
    notes: [
      'Tenants x currencies x interval of the snapshots, after as many months as snapshots and runs are kept: what is stored is what has not expired by then. The usage grows with what is done; what stands there whatever happens is in the bill. The analyst’s files are in neither.',
      'The console’s delivery is not in it. CloudFront lists USD 0.085 for a GB, 0.01 for 10,000 requests and 0.10 for a million runs of a function, without a fee for the month (https://aws.amazon.com/cloudfront/pricing/, 2025-05). Twenty people who open the console three times a day, each time with an empty cache (0.4 MB, 25 requests with two functions each), cost about USD 0.09 a month; its bucket and logs cost less than a cent. What an open console asks of the API costs more than its files: a person who has it in front for eight hours of 22 days reads every 5 seconds, 127,000 requests a month for each read of a screen that is polled. Each is a request of the API, an invocation and a few read units: about USD 0.25.',
      "Each snapshot is an event of its own on the bus, which bills every entry, whatever is put together in one request: 4.4 million of them a month are USD 4.4 of 100 x 50 x 1 min. A filter of the bus's rules saves nothing of that: entries are billed as they are put.",
    ],
  };
}

/** The whole bill, as the templates of a stage are now, and as they were. */
function bill(of: readonly TickUnits[]): Table {
  const bills = of.map((tick, index) => {
    const load = loadAt(index);
    return billOf(load, tick, inventoryOf(load.tenants, load.everyMinutes));
  });
  const middle = LOADS.findIndex((load) => load.tenants === 1 && load.everyMinutes === 5);
  const load = loadAt(middle);
  const tick = of[middle];
  if (tick === undefined) throw new Error('nothing was measured');
  const before = billOf(load, tick, BEFORE);
  const columns = [before, ...bills];
  const rows = before.map(({ of: what }, line) => [
    what,
    ...columns.flatMap((each) => {
      const { amount = 0, usd = 0 } = each[line] ?? {};
      return [short(amount), usd.toFixed(2)];
    }),
  ]);
  return {
    title: 'The bill of a month',
    columns: [
      left('of'),
      ...['before: 1 x 50 x 5 min', ...LOADS.map(nameOf)].flatMap((name) => [
        right(name),
        right('USD'),
      ]),
    ],
    rows: [...rows, ['all', ...columns.flatMap((each) => ['', totalOf(each).toFixed(2)])]],
    notes: [
      'Of a stage that keeps its data, with recipients and a console; without a firewall, which is a setting of the stage (webFirewall): one costs USD 6.00 a month (5 for it, 1 for its rule) and USD 1.60 for each million requests (0.60 of WAF, 1.00 of CloudFront). Keys, secrets, alarms, dashboards, routes, copies and trails are counted in the templates, metrics in the one table of them (runtime/observability/metrics.ts): a metric is billed for each hour in which CloudWatch hears it. An alarm is billed for each metric that it compares; a query for those that it finds, of which there are none on a good day.',
      'Before, each tenant had 33 metrics and 23 alarms, each function, queue, table and rule alarms of its own, and each route its metrics; docs/metrics.md says which question is answered by what now. A yearly rotation adds USD 1 a month to the key of the tables after its first year, and another after its second; MAC keys do not rotate. A dashboard for the person on call and traces are settings of the stage (dashboard, traces), and cost what the prices say. Before, every function was traced: X-Ray keeps the first trace of each second, so that nearly every invocation of a tick is one, where this page counted one in twenty.',
      'Copies are whole ones, of every table for five nights, and of the ledger and the series of each month for three months and of each quarter for thirteen, after as many months as snapshots and runs are kept; a young stage has fewer and smaller ones. Those by month and quarter go to cold storage after a week. A trail bills each request that writes to the ledger or the snapshots, whatever units it takes.',
    ],
  };
}

/** The bill of one tenant more, as it was and as it is. */
function further(of: readonly TickUnits[]): Table {
  const rows = LOADS.flatMap((load, index) => {
    const tick = of[index];
    const isBilled = load.tenants === 1 && load.everyMinutes === 5;
    return isBilled && tick !== undefined ? furtherTenant(load, tick) : [];
  });
  const sumOf = (name: 'before' | 'now') =>
    rows.reduce((sum, each) => sum + each[name], 0).toFixed(2);
  return {
    title: 'Each further tenant of 50 currencies, every 5 minutes: USD a month',
    columns: [left('of'), right('before'), right('now')],
    rows: [
      ...rows.map(({ of: what, before, now }) => [what, before.toFixed(2), now.toFixed(2)]),
      ['all', sumOf('before'), sumOf('now')],
    ],
    notes: [
      'Before is 2026-11-27, 18:59 UTC, by the same command. Since then a snapshot holds each price and each amount once (its item is two fifths smaller), the table of snapshots is of infrequent access (storage at two fifths of the price, requests at five quarters), monthly copies go to cold storage and most of them are kept for three months, nightly ones for five nights, a line of the log holds no more what its log group says, one invocation looks for the deliveries of up to 25 tenants, and the trail is billed by requests, where units of all tables were counted.',
      "What is left is the secret, the nightly copies, and what a tenant does. Neither was dropped for the goal: each tenant's token has versions of its own, by which it is rotated and taken back, and each night has a copy. Not taken: tokens in Parameter Store (0.40 less; its labels move without a condition, so two rotations at once could each undo the other unseen, where a stage of a secret moves only from where it was seen); nightly copies for fewer nights (0.06 less for each; whoever comes back from a long weekend and finds the table and its recovery gone finds no copy); incremental exports of snapshots, which are written once, to a locked bucket in the place of their nightly copies (the largest part that is left at many tenants, but AWS imports whole exports alone, so that putting them back takes a program that does not exist yet).",
    ],
  };
}

function nameOf({ tenants, currencies, everyMinutes }: Load): string {
  return `${tenants} x ${currencies} x ${everyMinutes} min`;
}

/** What a month costs beyond it for those who have events sent, or fetch them. */
function eventsTable(): Table {
  const rowOf = (what: string, of: (load: Load) => Addition) => [
    what,
    ...LOADS.flatMap((load) => {
      const addition = of(load);
      return [short(addition.times), usdOfAddition(addition).toFixed(2)];
    }),
  ];
  return {
    title: 'Webhooks and the feed of events, beyond the month',
    columns: [
      left('of'),
      ...LOADS.flatMap(({ tenants, currencies, everyMinutes }) => [
        right(`${tenants} x ${currencies} x ${everyMinutes} min`),
        right('USD'),
      ]),
    ],
    rows: [
      rowOf('looks at what is due, with or without a webhook', looksOf),
      rowOf('events of sweeps, each posted alone to one webhook of its tenant', deliveriesOf),
      rowOf('reads of GET /v1/events by one system of each tenant', feedReadsOf),
    ],
    notes: [
      'An event that is posted alone costs 16 write units and 7 read units, of twenty at once each 14.1 and 2.6 (4 to queue it, 10 to begin and end its attempt, 2 for the run; the index takes half), two invocations and three requests of a key. test/integration/webhooks/delivery-cost.test.ts counts these units on the engine; each further attempt takes what posting takes. Events are kept for the feed whether or not a system reads it: that is in the month.',
    ],
  };
}

function growth(of: readonly TickUnits[]): Table {
  const tick = of.at(-1);
  if (tick === undefined) throw new Error('nothing was measured');
  const reached = reachedAt((tenants) => quotasAt(tenants, tick), TENANTS);
  const rows = quotasAt(100, tick)
    .map(({ quota, limit, used, remedy }) => ({
      quota,
      limit,
      used,
      remedy,
      at: reached.get(quota) ?? null,
    }))
    .sort((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY))
    .map(({ quota, limit, used, remedy, at }) => [
      quota,
      short(limit),
      short(used),
      at === null ? `not below ${TENANTS.at(-1)}` : `${at}`,
      remedy,
    ]);
  return {
    title: 'Growth: tenants in one deployment, 50 currencies, every minute',
    columns: [
      left('limit'),
      right('is'),
      right('at 100 tenants'),
      right('reached by'),
      left('what to set'),
    ],
    rows,
    notes: [
      'The templates are synthesised with 5 and with 10 tenants, which gives the addition of each further one; concurrent use is computed from the measured tick, with the ticks of all tenants at the same moment. The configuration of a stage accepts no more tenants than lib/stages/stage-configuration.ts allows: beyond that, use another stage.',
    ],
  };
}

function prices(): Table {
  return {
    title: `List prices, ${REGION}`,
    columns: [left('name'), right('USD'), right('for'), left('of'), left('as of'), left('source')],
    rows: NAMES.map((name) => {
      const { usd, per, unit, asOf, source } = PRICES[name];
      return [name, String(usd), short(per), unit, asOf, source];
    }),
    notes: [
      'Without free tiers, discounts and taxes; as of the month named, and not compared since. Prices change, and differ by region: each is in bench/cost/prices.ts under its name. Compare it with its source, enter the current price and the month there, and run `npm run cost` again.',
    ],
  };
}

function assumptions(): Table {
  return {
    title: 'Assumptions',
    columns: [left('name'), right('value')],
    rows: Object.entries(ASSUMED).map(([name, value]) => [name, String(Number(value.toFixed(3)))]),
    notes: ['bench/cost/assumptions.ts explains each of them.'],
  };
}

function loadAt(index: number) {
  const load = LOADS[index];
  if (load === undefined) throw new Error(`there is no load ${index}`);
  return load;
}

function short(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`;
  if (value >= 10_000) return `${(value / 1_000).toFixed(0)}k`;
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2);
}

function page(of: readonly Table[]): string {
  return [
    '# What it costs',
    '',
    "`npm run cost` computes this page from the code's consumption on a real engine, list prices, and named assumptions.",
    'Every price has its date and its source. Correct a price in `bench/cost/prices.ts`',
    'or an assumption in `bench/cost/assumptions.ts` and run it again.',
    '',
    machine(),
    '',
    ...of.map(asMarkdown),
  ].join('\n');
}
