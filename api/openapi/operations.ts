import { FILE_FORMATS } from '../routes/exports.ts';
import type { Operation } from './operation.ts';
import { AUDIT } from './operations/audit.ts';
import { BREAKS } from './operations/breaks.ts';
import { alsoWhole } from './operations/full-export.ts';
import { INSTRUCTIONS } from './operations/instructions.ts';
import { POLICY } from './operations/policy.ts';
import { PREVIEW } from './operations/preview.ts';
import { READING } from './operations/reading.ts';
import { ARMING } from './operations/rearming.ts';
import { REPORTS } from './operations/reports.ts';
import { TRADES } from './operations/trades.ts';
import { UNBOOKED } from './operations/unbooked.ts';

/** Each route by its key. A test holds it against the table of routes: none missing, none too many. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...READING,
  ...withFiles({ ...REPORTS, ...BREAKS }),
  ...TRADES,
  ...INSTRUCTIONS,
  ...AUDIT,
  ...POLICY,
  ...ARMING,
  ...UNBOOKED,
  ...PREVIEW,
};

/** Reports that can also be had whole: the same that `functions/exports` has files of. */
function withFiles(
  operations: Readonly<Record<string, Operation>>,
): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => {
      const formats = FILE_FORMATS[key];
      return [key, formats === undefined ? operation : alsoWhole(operation, formats)];
    }),
  );
}
