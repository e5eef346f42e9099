import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { withExamples } from '../declare.ts';
import { rebuildCommand } from '../operate/rebuild-command.ts';

export function rebuildRollups(context: Context): Command {
  const command = rebuildCommand({
    tenant: context.exportedTenant ?? 'main',
    say: (line) => context.say(line),
    progress: (line) => {
      if (context.isInteractive) context.note(line);
    },
  });
  return withExamples(command, [
    ['rebuild-rollups --snapshots TABLE --series TABLE', 'all of them'],
    [
      'rebuild-rollups --snapshots TABLE --series TABLE --from 2026-01-01 --to 2026-02-01',
      'one month',
    ],
  ]);
}
