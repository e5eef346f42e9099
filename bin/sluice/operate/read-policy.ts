import { readFile, stat } from 'node:fs/promises';
import { webhookUrlProblem } from '../../../adapters/webhooks/webhook-url.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { type PolicyFile, parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { problemLine } from '../../../treasury/policy/policy-problem.ts';
import type { ObjectKind } from '../../policy-as-code/object-kinds.ts';
import { readFolder } from '../../policy-as-code/read-folder.ts';
import { CommandError } from '../command-error.ts';

/** A policy as it was checked: a file, or a folder of files. @throws CommandError that names every problem. */
export async function readPolicy(place: string, stage: string | undefined): Promise<PolicyFile> {
  const json = (await isFolder(place)) ? await folderAsFile(place) : await readJson(place);
  const minutes = stage === undefined ? 0 : readStage(stage).snapshotEveryMinutes;
  const parsed = parsePolicyFile(json, minutes * 60, webhookUrlProblem);
  if (parsed.ok) return parsed.policy;
  throw unacceptable(
    place,
    parsed.problems.map((problem) => problemLine(problem, json)),
  );
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    throw new CommandError(`${place} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** @throws CommandError for a file that cannot be read, or is not JSON */
export async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** The objects of a folder in the form of a policy file. */
async function folderAsFile(folder: string): Promise<unknown> {
  const read = await readFolder(folder);
  if (!read.ok) {
    const lines = read.problems.map(({ file, path, seen, accepted }) =>
      [file, path === '' ? '' : ` ${path}`, `: ${seen}; accepted: ${accepted}`].join(''),
    );
    throw unacceptable(folder, lines);
  }
  const { objects } = read.policy;
  const of = (kind: ObjectKind) =>
    objects.filter((each) => each.kind === kind).map(({ draft }) => draft);
  const [controls] = of('controls');
  return {
    ...(controls === undefined ? {} : { controls }),
    accounts: of('account'),
    rules: of('rule'),
    calendars: of('calendar'),
    matchingRules: of('matching-rule'),
    manualRates: of('manual-rate'),
    webhooks: of('webhook'),
  };
}

function unacceptable(place: string, problems: readonly string[]): CommandError {
  return new CommandError(`${place} is not acceptable`, { help: problems.join('\n') });
}
