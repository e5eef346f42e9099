import type { Operation } from './operation.ts';
import { AUDIT } from './operations/audit.ts';
import { BREAKS } from './operations/breaks.ts';
import { INSTRUCTIONS } from './operations/instructions.ts';
import { POLICY } from './operations/policy.ts';
import { PREVIEW } from './operations/preview.ts';
import { READING } from './operations/reading.ts';
import { REPORTS } from './operations/reports.ts';
import { TRADES } from './operations/trades.ts';

/** Each route by its key. A test holds it against the table of routes: none missing, none too many. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...READING,
  ...REPORTS,
  ...BREAKS,
  ...TRADES,
  ...INSTRUCTIONS,
  ...AUDIT,
  ...POLICY,
  ...PREVIEW,
};
