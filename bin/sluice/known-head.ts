import { InvalidArgumentError } from 'commander';
import type { AuditHead } from '../../treasury/audit/audit-entry.ts';

/** "4711=5f70...": the number of an entry of the audit chain, and its hash. */
const HEAD = /^([1-9]\d{0,14})=([0-9a-f]{64})$/;

/** An end of the audit chain that a person kept, as the event of a day and of a frozen month tells it. */
export function knownHead(text: string, before: readonly AuditHead[] = []): readonly AuditHead[] {
  const [, sequence, hash] = HEAD.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    throw new InvalidArgumentError(
      'expected the number of an entry, "=" and 64 hexadecimal digits',
    );
  }
  return [...before, { sequence: Number(sequence), hash }];
}
