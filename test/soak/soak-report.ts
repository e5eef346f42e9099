import { left, printed, right } from '../../bench/report/table.ts';

/** One point of the curve. */
export interface Sample {
  readonly seconds: number;
  /** Of the whole process, in which everything runs but the engine. */
  readonly rssMb: number;
  readonly heapMb: number;
  /** At the service, so far. */
  readonly requests: number;
  readonly posts: number;
  readonly faults: number;
}

export interface SoakReport {
  readonly seconds: number;
  readonly curve: readonly Sample[];
  /** Handed to the function that takes snapshots, and those of them that nothing is known of. */
  readonly ticks: number;
  readonly lostTicks: readonly string[];
  readonly posts: number;
  readonly executed: number;
  readonly states: Readonly<Record<string, number>>;
  /** Messages that were given up and wait for a person, by queue. */
  readonly queued: Readonly<Record<string, number>>;
  readonly notices: readonly string[];
  readonly disagreements: readonly string[];
  /** Of the audit chain. */
  readonly audit: string;
}

/** What the process may take at all, in MB: some twenty functions with up to four workers each, each with a heap
 * of its own that is collected late. Half an hour took 1,100 at the highest; a busy machine has more workers. */
const MAX_RSS_MB = 2_000;

/** Queues of rounds that the next round makes up for: at a tick a second they come faster than a busy machine
 * can take them, and are too old after a minute. */
const MADE_UP_FOR = /failed(rounds|analytics)/;

/** As much as the last fifth may be above the second: the workers' heaps grow until they are first collected,
 * which is what the first fifth is for. */
const MAX_GROWTH = 1.5;

/** Seconds from which on growth says something: below, the workers are still being made. */
const GROWTH_FROM_SECONDS = 300;

const BAR_CHARACTERS = 40;

/** What is not as it must be; none is what the command's exit code says. */
export function failingsOf(report: SoakReport): readonly string[] {
  const { curve, seconds, lostTicks, disagreements, audit, executed, ticks, queued } = report;
  const highest = Math.max(...curve.map(({ rssMb }) => rssMb));
  const growth = growthOf(curve);
  return [
    ...disagreements,
    ...lostTicks.map((tick) => `nothing is known of the tick ${tick}`),
    ...(ticks === 0 || executed === 0 ? ['nothing happened'] : []),
    ...Object.entries(queued)
      .filter(([queue]) => !MADE_UP_FOR.test(queue))
      .map(([queue, count]) => `${count} messages were given up: ${queue}`),
    ...(audit === 'intact' ? [] : [`the audit chain is ${audit}`]),
    ...(highest > MAX_RSS_MB ? [`${highest.toFixed(0)} MB at the highest`] : []),
    ...(seconds >= GROWTH_FROM_SECONDS && growth > MAX_GROWTH
      ? [`memory grew to ${growth.toFixed(2)} times what it was`]
      : []),
  ];
}

/** The last fifth of the curve against its second. */
export function growthOf(curve: readonly Sample[]): number {
  const fifth = Math.floor(curve.length / 5);
  const mean = (part: readonly Sample[]) =>
    part.reduce((sum, { rssMb }) => sum + rssMb, 0) / Math.max(1, part.length);
  return mean(curve.slice(-fifth)) / mean(curve.slice(fifth, 2 * fifth));
}

export function sampleLine({ seconds, rssMb, heapMb, posts, faults, requests }: Sample): string {
  const bar = '█'.repeat(Math.round((rssMb / MAX_RSS_MB) * BAR_CHARACTERS)).padEnd(BAR_CHARACTERS);
  const cells = [
    `${seconds.toFixed(0)} s`.padStart(7),
    `${rssMb.toFixed(0)} MB`.padStart(8),
    `heap ${heapMb.toFixed(0)}`.padStart(9),
    `${requests} requests`.padStart(15),
    `${posts} POSTs`.padStart(11),
    `${faults} faults`.padStart(11),
  ];
  return `${cells[0]}  ${bar}${cells.slice(1).join('')}`;
}

export function formatReport(report: SoakReport): string {
  const { ticks, lostTicks, posts, executed, states, queued, audit, disagreements, curve } = report;
  const faults = curve.at(-1)?.faults ?? 0;
  const requests = curve.at(-1)?.requests ?? 0;
  const share = requests === 0 ? 0 : (100 * faults) / requests;
  const table = printed({
    title: `${report.seconds} s of the local stack, a tick every second`,
    columns: [left(''), right('')],
    rows: [
      ['ticks handed over', String(ticks)],
      ['of them without a snapshot or a miss', String(lostTicks.length)],
      ['requests at the service', String(requests)],
      ['met by a fault', `${faults} (${share.toFixed(1)} %)`],
      ['POSTs', String(posts)],
      ['executed by the service', String(executed)],
      ...Object.entries(states).map(([state, count]) => [`instructions ${state}`, String(count)]),
      ...Object.entries(queued).map(([queue, count]) => [`given up: ${queue}`, String(count)]),
      ['audit chain', audit],
      ['disagreements of ledger and journal', String(disagreements.length)],
      ['memory, last fifth against second', growthOf(curve).toFixed(2)],
    ],
  });
  const failings = failingsOf(report);
  const notices = report.notices.map((line) => `  told meanwhile: ${line}`);
  const verdict = failings.length === 0 ? ['nothing is missing; the books agree'] : failings;
  return [table, ...notices, ...verdict].join('\n');
}
