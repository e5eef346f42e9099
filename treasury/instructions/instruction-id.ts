import { createHash } from 'node:crypto';
import type { Instant } from '../time/instant.ts';

/** Hex characters of the hash kept in an id: 128 bits, beyond any accidental collision. */
const ID_HASH_CHARACTERS = 32;

/**
 * The id of a sweep's instruction: fixed by rule and occurrence, so that however often and wherever
 * the same occurrence is decided, there is one instruction. Readable, since people will quote it.
 *
 * Each part of a split has an id of its own, by its place in the rule's split. The first part's is the one that the
 * rule would have without a split.
 */
export function sweepInstructionId(ruleId: string, occurrence: Instant, part = 1): string {
  const whole = `sweep-${ruleId}-${occurrence.replaceAll(/[-:]|\.\d+/g, '')}`;
  return part === 1 ? whole : `${whole}-part-${part}`;
}

/** What a person asks for instead of an occurrence's instruction from which nothing left: one more, and no third. */
export function insteadOf(instructionId: string): string {
  return `${instructionId}-by-hand`;
}

/** The same for a rule that converts. */
export function conversionInstructionId(ruleId: string, occurrence: Instant): string {
  return `convert-${ruleId}-${occurrence.replaceAll(/[-:]|\.\d+/g, '')}`;
}

/** The id of a trade's instruction: fixed by tenant and Idempotency-Key. */
export function tradeInstructionId(tenant: string, idempotencyKey: string): string {
  return `trade-${hash([tenant, idempotencyKey]).slice(0, ID_HASH_CHARACTERS)}`;
}

/** The id of a withdrawal asked for by hand: fixed by tenant and Idempotency-Key. */
export function withdrawalInstructionId(tenant: string, idempotencyKey: string): string {
  return `withdrawal-${hash([tenant, idempotencyKey]).slice(0, ID_HASH_CHARACTERS)}`;
}

/** SHA-256 (hex) over a body's fields in a fixed order: tells a repetition from another command. */
export function fingerprintOf(fields: readonly string[]): string {
  return hash(fields);
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
