import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { unbundledApp } from '../../lib/templates-of.ts';

/** A watched run keeps its temporary folder while sources change; any other has one of its own. */
const isWatched = process.env.VITEST_MODE === 'WATCH';

/**
 * A stage, synthesised once for all files of a run that ask for the same: a synthesis takes half a second of a
 * processor, and most files ask for the stage as it is.
 */
export function assemblyOnce(configuration: StageConfiguration): CloudAssembly {
  if (isWatched) return unbundledApp(configuration).synth();
  const name = createHash('sha256').update(JSON.stringify(configuration)).digest('hex');
  const folder = path.join(tmpdir(), `assembly-${name}`);
  if (!existsSync(folder)) synthesiseInto(folder, configuration);
  return new CloudAssembly(folder);
}

/** The templates of it by stack name. */
export function templatesOnce(configuration: StageConfiguration): ReadonlyMap<string, object> {
  const { stacks } = assemblyOnce(configuration);
  return new Map(stacks.map(({ stackName, template }) => [stackName, template]));
}

/** Another worker may make the same at the same time: each puts a whole folder in place, and the first one stays. */
function synthesiseInto(folder: string, configuration: StageConfiguration): void {
  const own = mkdtempSync(`${folder}.`);
  unbundledApp(configuration, own).synth();
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
