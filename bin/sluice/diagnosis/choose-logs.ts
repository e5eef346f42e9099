import * as z from 'zod/mini';
import type { ApiOptions, Context } from '../context.ts';
import { isThisMachine, STAGE_NAMES } from '../profiles/profiles.ts';
import { fileLogs, type LogSource, noLogs } from './log-source.ts';

interface LogOptions extends ApiOptions {
  readonly logs?: string;
  readonly since?: string;
}

/** How far back CloudWatch is asked unless a person says so: alarms are looked at on their day. */
const USUAL_HOURS = 24;
const HOUR_MS = 3_600_000;

const answered = z.object({ file: z.string() });

/** The log of whatever the command is about: a file that was named, the running stack's own, or the stage's. */
export async function chooseLogs(context: Context, options: LogOptions): Promise<LogSource> {
  const { logs, since } = options;
  if (logs !== undefined) return fileLogs(logs, [logs]);
  const { api, name } = context.profile(options);
  if (isThisMachine(api)) return await logOfStack(api);
  if (!STAGE_NAMES.includes(name)) {
    return noLogs(`the profile "${name}" is of no stage; --logs FILE names a saved log`);
  }
  const { stageLogs } = await import('./stage-logs.ts');
  const sinceMs = since === undefined ? Date.now() - USUAL_HOURS * HOUR_MS : Date.parse(since);
  return stageLogs(name, sinceMs, (line) => context.note(line));
}

/** The file is the stack's own, on this machine: whoever may not read it is told so by the file system. */
async function logOfStack(api: string): Promise<LogSource> {
  const answer = await fetch(new URL('/local/log', api)).catch(() => null);
  if (answer === null || !answer.ok) {
    return noLogs('this stack keeps no log, as with --memory; --logs FILE names a saved one');
  }
  const parsed = answered.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) return noLogs('the stack does not say where its log is');
  const { file } = parsed.data;
  // When the file grows too large, it begins anew and the one before stays beside it.
  return fileLogs(file, [`${file}.1`, file]);
}
