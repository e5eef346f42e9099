import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { declare, stageOption } from '../declare.ts';
import { timeOption } from '../moment.ts';
import type { Interval, RepeatedInterval } from '../operate/repeat-interval.ts';

interface RepeatOptions {
  readonly stage: string;
  readonly tenant?: string;
  readonly from: string;
  readonly to?: string;
  readonly json?: true;
}

export function repeat(context: Context): Command {
  const { exportedTenant } = context;
  return declare({
    name: 'repeat',
    summary: 'Reconciles the snapshots of an interval again.',
    description:
      'For snapshots whose reconciliation was given up (docs/operations.md#repeating-the-books). What is on record stays as it is, so it can be run again. It goes past the API, by the right to invoke update-books, and the audit log says who asked.',
    examples: [
      [
        'books repeat --stage prod --from 2026-11-01T09:00 --to 2026-11-01T10:00',
        'an hour, by the clock of this machine',
      ],
      ['books repeat --stage prod --from 3h --json', 'the last three hours, for a program'],
    ],
  })
    .addOption(stageOption('the stage whose books they are').makeOptionMandatory())
    .option('--tenant <id>', "the tenant; the stage's first by default", exportedTenant)
    .addOption(timeOption('--from <time>', 'the tick it begins with').makeOptionMandatory())
    .addOption(timeOption('--to <time>', 'the tick it ends before; now by default'))
    .option('--json', 'JSON on the standard output')
    .action(async ({ json, to: end, ...options }: RepeatOptions) => {
      const to = end ?? new Date().toISOString();
      const interval = { ...options, to };
      if (options.from >= to) {
        throw new CommandError(`--from (${options.from}) is not before --to (${to})`, {
          exit: 'usage',
        });
      }
      const { repeatInterval } = await import('../operate/repeat-interval.ts');
      const repeated = await repeatInterval(interval, (line) => context.note(line));
      context.print(json ? { json } : {}, {
        json: { ...interval, ...repeated },
        lines: () => linesOf(interval, repeated),
      });
    });
}

function linesOf({ from, to }: Interval, repeated: RepeatedInterval): readonly string[] {
  const { tenant, snapshots, flows, opened, closed, matched } = repeated;
  const done = `${snapshots} snapshots of ${tenant} from ${from} to ${to} are reconciled again`;
  const written = flows + opened + closed + matched;
  if (written === 0) return [`${done}: everything was on record already, and nothing was written`];
  return [
    `${done}: ${flows} flows written; breaks: ${opened} opened, ${closed} closed, ${matched} matched`,
    ...(opened > 0 ? ['What they are: sluice breaks list'] : []),
  ];
}
