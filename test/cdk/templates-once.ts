import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StageConfiguration } from '../../lib/stages/stage-configuration.ts';
import { templatesOf } from '../../lib/templates-of.ts';

/** A watched run keeps its temporary folder while sources change; any other has one of its own. */
const isWatched = process.env.VITEST_MODE === 'WATCH';

/**
 * The templates of a stage, synthesised once for all files of a run that ask for the same: a synthesis takes half a
 * second of a processor, and most files ask for the stage as it is.
 */
export function templatesOnce(configuration: StageConfiguration): ReadonlyMap<string, object> {
  if (isWatched) return templatesOf(configuration);
  const name = createHash('sha256').update(JSON.stringify(configuration)).digest('hex');
  const file = path.join(tmpdir(), `templates-${name}.json`);
  if (!existsSync(file)) {
    // Another worker may write the same at the same time: each puts a whole file in place.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, JSON.stringify([...templatesOf(configuration)]));
    renameSync(own, file);
  }
  return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, object][]);
}
