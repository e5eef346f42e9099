import type { WriteProbe } from '../../adapters/store/write-probe.ts';
import { type DiagnosisAnswer, type DiagnosisEvent, diagnosisEvent } from './diagnosis.ts';

/** The diagnoses of a function, beside how it started. */
export interface Diagnoses {
  readonly mixedTransaction?: (tenant: string) => Promise<readonly WriteProbe[]>;
  readonly missingObject?: (tenant: string) => Promise<number>;
}

/** The trigger of the function's start; the same as long as it lives. */
export interface Start {
  readonly name: string;
  readonly stage: string;
  readonly version: string;
  readonly initMs: number;
}

/**
 * The diagnosis that an event is, or null. Only a direct invocation can be one: an event of API Gateway always has
 * `requestContext`, one of a stream `Records`, and a field more than those of a diagnosis makes it none. Texts in the
 * body, the query or the headers of a request stand within one of those fields.
 */
export function diagnosisOf(event: unknown): DiagnosisEvent | null {
  // Every event comes by here: the schema is made for those alone that could be one.
  if (typeof event !== 'object' || event === null || !Object.hasOwn(event, 'diagnosis'))
    return null;
  const parsed = diagnosisEvent().safeParse(event);
  return parsed.success ? parsed.data : null;
}

export async function diagnose(
  asked: DiagnosisEvent,
  start: Start,
  { mixedTransaction, missingObject }: Diagnoses,
): Promise<DiagnosisAnswer> {
  const { diagnosis } = asked;
  if (diagnosis === 'init') return { diagnosis, ...start, node: process.version };
  if (diagnosis === 'mixed-transaction' && mixedTransaction !== undefined) {
    return { diagnosis, probes: [...(await mixedTransaction(asked.tenant))] };
  }
  if (diagnosis === 'missing-object' && missingObject !== undefined) {
    return { diagnosis, status: await missingObject(asked.tenant) };
  }
  return { diagnosis: 'none', asked: diagnosis };
}
