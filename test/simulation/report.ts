import type { CampaignResult, Failure } from './campaign.ts';
import { Coverage } from './coverage.ts';

/** Lines of a failing world's trace that are shown; all of them are one command away. */
const SHOWN_LINES = 150;
const NAME_WIDTH = 24;

/** The report of a campaign, for a terminal. */
export function formatReport(result: CampaignResult): string {
  const lines = [
    ...(result.failure === null ? [] : failureLines(result.failure)),
    ...coverageLines(result),
    '',
    verdictOf(result),
  ];
  return `${lines.join('\n')}\n`;
}

function failureLines({ seed, violation, trace }: Failure): readonly string[] {
  const hidden = trace.length - SHOWN_LINES;
  return [
    `VIOLATION in the world of seed ${seed}: ${violation.code}: ${violation.message}`,
    ...(hidden > 0 ? [`       (${hidden} lines before)`] : []),
    ...trace.slice(-SHOWN_LINES),
    `All of it: npm run simulate -- --seed ${seed} --trace`,
    '',
  ];
}

function coverageLines(result: CampaignResult): readonly string[] {
  const coverage = new Coverage();
  coverage.add(result.coverage);
  const groups = coverage.missing();
  return [
    'What happened at least once',
    ...groups.map(({ group, expected, never }) => {
      const seen = `${expected - never.length} of ${expected}`.padStart(9);
      const missing = never.length === 0 ? '' : `   never: ${never.join(', ')}`;
      return `  ${group.padEnd(NAME_WIDTH)}${seen}${missing}`;
    }),
  ];
}

function verdictOf({ from, seeds, failure, steps, seconds }: CampaignResult): string {
  const rate = (seeds / seconds).toFixed(0);
  const last = from + seeds - 1;
  const worlds = `${grouped(seeds)} worlds (seeds ${from} to ${last}), ${grouped(steps)} steps`;
  const time = `${seconds.toFixed(1)} s, ${rate} worlds/s`;
  return failure === null
    ? `ok: ${worlds} without a violation; ${time}`
    : `FAILED at seed ${failure.seed}, after ${worlds}; ${time}`;
}

/** One line that is overwritten while a campaign runs. */
export function progressOf(done: number, seeds: number, seconds: number): string {
  const rate = done / Math.max(seconds, 0.001);
  const left = Math.ceil((seeds - done) / Math.max(rate, 0.001));
  return `${grouped(done)} of ${grouped(seeds)} worlds, ${rate.toFixed(0)}/s, ${left} s left`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
