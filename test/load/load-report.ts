import { percentile } from '../../bench/report/statistics.ts';
import { left, printed, right, type Table } from '../../bench/report/table.ts';
import type { ApiModel } from '../../local/assembly/model.ts';
import type { Answered } from './clients.ts';

export interface LoadReport {
  readonly seconds: number;
  readonly clients: number;
  readonly answers: readonly Answered[];
  readonly limits: Pick<ApiModel, 'throttle' | 'routes'>;
  readonly ticks: number;
  readonly lostTicks: readonly string[];
  readonly sweeps: number;
  readonly trades: number;
  /** Trades that a client was told were placed. */
  readonly publishedTrades: number;
  readonly disagreements: readonly string[];
  readonly notices: readonly string[];
}

/** Answers of a trade that are meant while others trade the same currency at the same moment. */
const MEANT: readonly string[] = ['currency-busy', 'in-flight', 'contended', 'price-stale'];

/** What passes at most beyond the bucket: requests that were under way when it was counted. */
const SLACK = 2;

/** Of Jain's index of what each client was served; 1 is the same for everybody. */
const LEAST_FAIRNESS = 0.8;

/** What is not as it must be. */
export function failingsOf(report: LoadReport): readonly string[] {
  const { answers, ticks, lostTicks, disagreements, trades, publishedTrades, notices } = report;
  const unmeant = answers.filter(
    ({ status, code }) =>
      !(status >= 200 && status < 300) &&
      status !== 429 &&
      !(status === 409 && MEANT.includes(code ?? '')),
  );
  const kinds = new Set(
    unmeant.map(({ route, status, code }) => `${route}: ${status} ${code ?? ''}`),
  );
  return [
    ...[...kinds].map((kind) => `not meant: ${kind}`),
    ...answers
      .filter(({ status, retryAfter }) => status === 429 && !retryAfter)
      .slice(0, 1)
      .map(({ route }) => `${route}: a 429 that does not say until when`),
    ...routesOf(report).flatMap(({ route, passed, most }) =>
      passed > most + SLACK ? [`${route}: ${passed} passed, ${most} may`] : [],
    ),
    ...fairnessOf(report).flatMap(({ who, index }) =>
      index < LEAST_FAIRNESS ? [`${who} were served unequally: ${index.toFixed(2)}`] : [],
    ),
    ...(ticks === 0 || lostTicks.length > 0
      ? [`${lostTicks.length} of ${ticks} ticks are lost`]
      : []),
    ...(report.sweeps === 0 ? ['no sweep went through'] : []),
    ...(trades < publishedTrades
      ? [`${publishedTrades} trades were told, ${trades} executed`]
      : []),
    ...disagreements,
    ...notices,
  ];
}

interface RouteSum {
  readonly route: string;
  readonly of: readonly Answered[];
  readonly passed: number;
  /** What the stage lets through in this time. */
  readonly most: number;
}

function routesOf({ answers, limits, seconds }: LoadReport): readonly RouteSum[] {
  const routes = [...new Set(answers.map(({ route }) => route))].sort();
  return routes.map((route) => {
    const of = answers.filter((each) => each.route === route);
    const own = limits.routes.find(({ key }) => key === route)?.throttle ?? limits.throttle;
    const most = own === null ? Number.POSITIVE_INFINITY : own.burst + own.rate * seconds;
    return { route, of, passed: of.filter(({ status }) => status !== 429).length, most };
  });
}

/** Jain's index of the answers that each got, those who look and those who trade apart. */
function fairnessOf({
  answers,
}: LoadReport): readonly { readonly who: string; readonly index: number }[] {
  const traders = new Set(
    answers.filter(({ route }) => route.startsWith('POST')).map(({ client }) => client),
  );
  const index = (isTrader: boolean): number => {
    const served = new Map<number, number>();
    for (const { client, status } of answers) {
      if (traders.has(client) !== isTrader) continue;
      served.set(client, (served.get(client) ?? 0) + (status === 429 ? 0 : 1));
    }
    const counts = [...served.values()];
    const sum = counts.reduce((total, count) => total + count, 0);
    const squares = counts.reduce((total, count) => total + count ** 2, 0);
    return squares === 0 ? 1 : sum ** 2 / (counts.length * squares);
  };
  return [
    { who: 'those who look', index: index(false) },
    { who: 'those who trade', index: index(true) },
  ];
}

export function tablesOf(report: LoadReport): readonly Table[] {
  const { seconds, clients, ticks, lostTicks, sweeps, trades, publishedTrades, disagreements } =
    report;
  const count = (of: readonly Answered[], test: (status: number) => boolean) =>
    String(of.filter(({ status }) => test(status)).length);
  const ms = (of: readonly Answered[], percent: number) => {
    const times = of.filter(({ status }) => status !== 429).map((each) => each.ms);
    return times.length === 0 ? '' : percentile(times, percent).toFixed(0);
  };
  return [
    {
      title: `${clients} clients for ${seconds} s, each as fast as it is answered`,
      columns: [
        left('route'),
        right('asked'),
        right('answered'),
        right('409'),
        right('429'),
        right('5xx'),
        right('passed'),
        right('may pass'),
        right('p50 ms'),
        right('p99 ms'),
      ],
      rows: routesOf(report).map(({ route, of, passed, most }) => [
        route,
        String(of.length),
        count(of, (status) => status >= 200 && status < 300),
        count(of, (status) => status === 409),
        count(of, (status) => status === 429),
        count(of, (status) => status >= 500 || status === 0),
        String(passed),
        most.toFixed(0),
        ms(of, 50),
        ms(of, 99),
      ]),
    },
    {
      title: 'Meanwhile',
      columns: [left(''), right('')],
      rows: [
        ...fairnessOf(report).map(({ who, index }) => [
          `${who}: Jain's fairness`,
          index.toFixed(3),
        ]),
        ['ticks, and lost ones', `${ticks}, ${lostTicks.length}`],
        ['sweeps that the service executed', String(sweeps)],
        ['trades: told as placed, executed', `${publishedTrades}, ${trades}`],
        ['disagreements of ledger and journal', String(disagreements.length)],
      ],
    },
  ];
}

export function formatReport(report: LoadReport): string {
  const failings = failingsOf(report);
  const verdict = failings.length === 0 ? ['as it is meant'] : failings;
  return [...tablesOf(report).map(printed), ...verdict].join('\n');
}
