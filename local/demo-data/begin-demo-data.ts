import { existsSync } from 'node:fs';
import path from 'node:path';
import { TABLES_FILE } from '../data-folder/files.ts';
import { ENGINE_VARIABLE } from '../engine/engine-variable.ts';
import type { StackOptions } from '../options.ts';
import { ItemsProcess } from './items-process.ts';

/**
 * The program that computes made-up history, begun before anything else where a start will certainly need it; else
 * null, and whoever finds that it is needed begins it.
 */
export function beginDemoData({
  demoData,
  live,
  upstream,
  dataFolder,
}: Pick<StackOptions, 'demoData' | 'live' | 'upstream' | 'dataFolder'>): ItemsProcess | null {
  // An engine elsewhere may have a history already.
  const isOwn = process.env[ENGINE_VARIABLE] === undefined;
  const isNew = dataFolder === null || !existsSync(path.join(dataFolder, TABLES_FILE));
  return demoData && !live && upstream === null && isOwn && isNew ? new ItemsProcess() : null;
}
