import { readFile, stat } from 'node:fs/promises';
import { webhookUrlProblem } from '../../../adapters/webhooks/webhook-url.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { type PolicyFile, parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { problemLine } from '../../../treasury/policy/policy-problem.ts';
import { withoutByteOrderMark } from '../../../treasury/validation/byte-order-mark.ts';
import { type FileProblem, readDocuments } from '../../policy-as-code/folder-documents.ts';
import { asWholePolicy, inFile } from '../../policy-as-code/folder-problems.ts';
import { CommandError } from '../command-error.ts';

/** A policy as it was checked: a file, or a folder of files. @throws CommandError that names every problem. */
export async function readPolicy(place: string, stage: string | undefined): Promise<PolicyFile> {
  const read = (await isFolder(place)) ? await readDocuments(place) : null;
  const json = read === null ? await readJson(place) : asWholePolicy(read.documents);
  const { snapshotEveryMinutes = 0, reportingCurrency } =
    stage === undefined ? {} : readStage(stage);
  const parsed = parsePolicyFile(
    json,
    snapshotEveryMinutes * 60,
    webhookUrlProblem,
    reportingCurrency,
  );
  if (parsed.ok && (read?.problems ?? []).length === 0) return parsed.policy;
  const problems = parsed.ok ? [] : parsed.problems;
  if (read === null)
    throw unacceptable(
      place,
      problems.map((problem) => problemLine(problem, json)),
    );
  const ofFiles = problems.map((problem) => inFile(problem, read.documents));
  throw unacceptable(place, [...read.problems, ...ofFiles].map(fileLine));
}

function fileLine({ file, path, seen, accepted }: FileProblem): string {
  return `${[file, path].filter((each) => each !== '').join(' ')}: seen ${seen}; accepted: ${accepted}`;
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
    text = withoutByteOrderMark(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function unacceptable(place: string, problems: readonly string[]): CommandError {
  return new CommandError(`${place} is not acceptable`, { help: problems.join('\n') });
}
