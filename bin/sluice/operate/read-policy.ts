import { readFile } from 'node:fs/promises';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { type PolicyFile, parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { problemLine } from '../../../treasury/policy/policy-problem.ts';
import { CommandError } from '../command-error.ts';

/** A policy file as it was checked. @throws CommandError that names every problem. */
export async function readPolicy(file: string, stage: string | undefined): Promise<PolicyFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const minutes = stage === undefined ? 0 : readStage(stage).snapshotEveryMinutes;
  const parsed = parsePolicyFile(json, minutes * 60);
  if (parsed.ok) return parsed.policy;
  const problems = parsed.problems.map((problem) => problemLine(problem, json));
  throw new CommandError(`${file} is not acceptable`, { help: problems.join('\n') });
}
