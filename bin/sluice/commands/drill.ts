import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { declare } from '../declare.ts';
import type { Drill, DrillReport, StepResult } from '../drill/run-steps.ts';
import type { Screen } from '../screen/screen.ts';
import { wrapped } from '../screen/text.ts';

interface DrillOptions {
  readonly json?: true;
}

export function restore(context: Context): Command {
  return declare({
    name: 'restore',
    summary: 'Rehearses the restore of a ledger on this machine.',
    description:
      'It starts a stack on a folder of its own, backs up the ledger, lets a sweep leave that the backup does not know, and carries out every step of docs/operations.md#restoring-from-a-backup, up to the first that fails. Nothing of yours is touched, and the folder is removed.',
    examples: [
      ['drill restore', 'every step, with what it showed'],
      ['drill restore --json', 'the same, for a program'],
    ],
  })
    .option('--json', 'JSON on the standard output')
    .action(async (options: DrillOptions) => {
      const { steps, ok } = await inFolderOfItsOwn(async (folder) => {
        context.note('preparing: a stack, its first sweep, a backup, and a sweep after it');
        const { drillRestore: drill } = await drillFromSource(context.root);
        return await drill({
          root: context.root,
          folder,
          tell: (result) => {
            if (options.json) return;
            for (const line of linesOf(result, context.screen)) context.say(line);
          },
        });
      });
      if (options.json) context.say(JSON.stringify({ ok, steps }, null, 2));
      const failed = steps.find(({ result }) => result === 'failed');
      if (failed !== undefined) throw failure(failed, steps);
      if (!options.json) context.say(`${steps.length} steps, each as docs/operations.md has it`);
    });
}

/** From its source, also where the command comes from a bundle: the stack that it starts runs from its own files. */
async function drillFromSource(root: string): Promise<{ readonly drillRestore: Drill }> {
  const source = path.join(root, 'bin/sluice/drill/restore.ts');
  if (existsSync(source)) return await import(pathToFileURL(source).href);
  throw new CommandError("the drill starts a stack from Sluice's own sources, which are not here", {
    help: "Run it in Sluice's own repository: npm run -s sluice -- drill restore.",
  });
}

const STATE_VARIABLE = 'XDG_STATE_HOME';

/** Also what a stack keeps outside of its data folder goes there. */
async function inFolderOfItsOwn(
  act: (folder: string) => Promise<DrillReport>,
): Promise<DrillReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-drill-'));
  const kept = process.env[STATE_VARIABLE];
  process.env[STATE_VARIABLE] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also after Ctrl-C.
  process.once('exit', remove);
  try {
    return await act(folder);
  } finally {
    if (kept === undefined) delete process.env[STATE_VARIABLE];
    else process.env[STATE_VARIABLE] = kept;
    process.off('exit', remove);
    remove();
  }
}

const MILLISECONDS = 1_000;

/** What it showed stands below the step, on as many lines as it takes. */
function linesOf(
  { result, title, milliseconds, detail }: StepResult,
  screen: Screen,
): readonly string[] {
  const isDone = result === 'ok';
  const mark = screen.paint(isDone ? 'green' : 'red', isDone ? 'ok  ' : 'no  ');
  const seconds = (milliseconds / MILLISECONDS).toFixed(1);
  const indent = '    ';
  return [
    `${mark}${title} (${seconds} s)`,
    ...wrapped(detail, screen.width - indent.length).map((line) => `${indent}${line}`),
  ];
}

function failure(failed: StepResult, steps: readonly StepResult[]): CommandError {
  const left = steps.filter(({ result }) => result === 'not-run').map(({ title }) => title);
  return new CommandError(
    `the drill failed at "${failed.title}": ${failed.detail}`,
    left.length === 0 ? {} : { help: `Not carried out: ${left.join(', ')}.` },
  );
}
