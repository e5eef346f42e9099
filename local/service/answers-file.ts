import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { answerSettingsFields } from '../../adapters/trading-service/answer-settings.ts';
import { withoutByteOrderMark } from '../../treasury/validation/byte-order-mark.ts';
import { LocalStackError } from '../stack-error.ts';

/**
 * What is known about the answers of a service of the person's own: the JSON that a stage's file has as `tradeFields` and
 * `harmlessTexts`, for the functions' environment. Null without a file.
 * @throws LocalStackError if it is none, naming what is wrong with it.
 */
export function readAnswers(file: string | null): string | null {
  if (file === null) return null;
  const parsed = z.strictObject(answerSettingsFields()).safeParse(jsonIn(file));
  if (parsed.success) return JSON.stringify(parsed.data);
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new LocalStackError(`--answers ${file}: ${issues.join('; ')}`);
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new LocalStackError(`--answers ${file}: not a file with JSON`, { cause });
  }
}
