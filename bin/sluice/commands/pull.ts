import { mkdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { writeKnown } from '../../policy-as-code/folder-state.ts';
import { keyOf } from '../../policy-as-code/make-plan.ts';
import { writeFolder } from '../../policy-as-code/write-folder.ts';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { compareFolder } from './policy-folder.ts';

interface PullOptions extends ApiOptions {
  readonly overwrite?: true;
}

/** `sluice pull FOLDER` */
export function pull(context: Context): Command {
  return declareApi({
    name: 'pull',
    summary: 'Writes what stands into a folder of the policy.',
    description:
      'Files that agree are left alone; comments stay. A file that differs is only replaced with --overwrite.',
    examples: [
      ['pull policy', 'a folder to begin with'],
      ['pull policy --overwrite', 'takes over what was changed elsewhere'],
    ],
  })
    .argument('<folder>', 'the folder; it is made if there is none')
    .option('--overwrite', 'replaces and deletes files that differ from what stands')
    .action(async (folder: string, options: PullOptions) => {
      await mkdir(folder, { recursive: true });
      const { desired, current, plan, stateKey } = await compareFolder(
        context,
        folder,
        options,
        'fill',
      );
      const own = new Map(desired.objects.map((each) => [keyOf(each), each.file]));
      const lost = plan.changes.flatMap((change) => own.get(keyOf(change)) ?? []);
      if (lost.length > 0 && options.overwrite !== true) {
        throw new CommandError(`these files differ from what stands: ${lost.join(', ')}`, {
          exit: 'differs',
          help: 'Nothing was written. "sluice plan" shows the differences; --overwrite takes what stands.',
        });
      }
      const written = await writeFolder(folder, desired, current, plan);
      const known = Object.fromEntries(current.map((each) => [keyOf(each), each.version]));
      await writeKnown(folder, stateKey, known);
      context.print(options, {
        json: { written, objects: current.length },
        lines: () =>
          written.length === 0
            ? [`${folder} agrees with what stands: ${current.length} objects`]
            : written.map(({ file, action }) => `${action} ${file}`),
      });
    });
}
