import { describe, expect, it } from 'vitest';
import { runCommand } from './command.ts';

/** One round of each section, and the recordings before it, on a machine that has others to serve as well. */
const SLOW_MS = 480_000;

/** A number of milliseconds, and how many times another one it is, marked where that is too much. */
const MS = String.raw`\d+\.\d`;
const RATIO = String.raw`\d+\.\d\d\*?`;

describe('npm run bench', () => {
  it(
    'still finds what it compares: a sweep and the API, beside the same calls made bare',
    async () => {
      const args = ['sweep', 'api', '--runs', '1', '--no-write'];
      const { code, stdout, stderr } = await runCommand('bench', args, SLOW_MS);
      expect(stderr).not.toMatch(/error/i);
      expect(code).toBe(0);
      const whole = ['from event to outcome', MS, MS, RATIO, MS, RATIO].join(' +');
      expect(stdout).toMatch(new RegExp(whole));
      for (const route of ['POST /v1/trades', 'GET /v1/snapshots/latest', 'GET /v1/instructions']) {
        expect(stdout).toContain(route);
      }
    },
    SLOW_MS,
  );

  it('still replays snapshots that the store wrote, beside merely reading them', async () => {
    const { code, stdout, stderr } = await runCommand('bench:backtest', ['200']);
    expect([code, stderr.match(/error/i)]).toEqual([0, null]);
    expect(stdout).toMatch(
      new RegExp(`backtest, every snapshot +${String.raw`\d+\.\d\d +`.repeat(3)}1 `),
    );
  });

  it('writes no page from few runs', async () => {
    const { code, stderr } = await runCommand('bench', ['sweep', '--runs', '1']);
    expect(code).toBe(1);
    expect(stderr).toContain('say --no-write');
  });
});
