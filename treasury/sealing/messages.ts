import type * as z from 'zod/mini';
import { calendarSchema } from '../calendars/calendar.ts';
import {
  type Instruction,
  instructionSchema,
  type SettlementProposal,
  settlementProposalSchema,
} from '../instructions/instruction.ts';
import { type CurrentItem, changeSchema, type PolicyChange } from '../ledger/policy-change.ts';
import { type Rearming, rearmingSchema } from '../ledger/rearming.ts';
import { type UnbookedConclusion, unbookedSchema } from '../ledger/unbooked-conclusion.ts';
import { controlsSchema } from '../policy/controls.ts';
import { type Resumption, resumptionSchema } from '../policy/halt-state.ts';
import { manualRateSchema } from '../policy/manual-rate.ts';
import { matchingRuleSchema } from '../policy/matching-rule.ts';
import { accountSchema } from '../policy/registered-account.ts';
import { ruleSchema } from '../policy/sweep-rule.ts';
import { beforePause, webhookSchema } from '../policy/webhook.ts';
import { isNewer } from '../records/newer-version.ts';
import { knownPart, latestVersion, versionOf } from '../records/schema-version.ts';
import { digestOf, hexDigestOf } from '../seals/canonical-json.ts';
import {
  type InstructionSeal,
  instructionSealSchema,
  type PinnedPiece,
  SEAL_FORMAT,
  type Seal,
} from '../seals/seal.ts';

/** Everything of a seal that its MAC covers. */
export type SealTerms<S extends Seal = Seal> = Omit<S, 'mac' | 'keyId'>;

/**
 * The content of a seal. Each kind of item has a domain of its own, so that no seal of one passes for another. Of the
 * item, the fields that the schema lists are covered, and the version of the schema is named: a field that is added
 * to it is sealed without being named here.
 */
interface SealMessage {
  readonly domain:
    | 'sluice/instruction'
    | 'sluice/policy'
    | 'sluice/change'
    | 'sluice/halt'
    | 'sluice/rearming'
    | 'sluice/word';
  readonly tenant: string;
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  /** SHA-256 of everything in the item besides its seal. */
  readonly content: string;
  readonly terms: SealTerms;
}

/** The item without the seal over it. A seal belongs to one version: every change of the item removes the seal. */
export function withoutSeal<T extends { readonly seal?: Seal }>(item: T): Omit<T, 'seal'> {
  const { seal: _, ...rest } = item;
  return rest;
}

const PIECES = {
  controls: controlsSchema,
  rule: ruleSchema,
  account: accountSchema,
  calendar: calendarSchema,
  webhook: webhookSchema,
  'manual-rate': manualRateSchema,
  'matching-rule': matchingRuleSchema,
} as const satisfies Record<CurrentItem['kind'], z.core.$ZodType>;

/** A sealed thing, and the schema whose fields a seal covers. */
export interface Covered {
  readonly schema: z.core.$ZodType;
  readonly item: object;
}

export const coveredPiece = (piece: CurrentItem): Covered => ({
  schema: PIECES[piece.kind],
  item: asSealed(piece).item,
});

/** What a piece's seal is over: a webhook that Sluice has paused carries the seal of the version before. */
function asSealed(piece: CurrentItem): CurrentItem {
  return piece.kind === 'webhook' ? { ...piece, item: beforePause(piece.item) } : piece;
}
export const coveredChange = (item: PolicyChange): Covered => ({ schema: changeSchema, item });
export const coveredRearming = (item: Rearming): Covered => ({ schema: rearmingSchema, item });
export const coveredConclusion = (item: UnbookedConclusion): Covered => ({
  schema: unbookedSchema,
  item,
});
export const coveredResumption = (item: Resumption): Covered => ({
  schema: resumptionSchema,
  item,
});
export const coveredInstruction = (item: Instruction): Covered => ({
  schema: instructionSchema,
  item,
});
/** A word about an instruction covers both. */
export const coveredWord = (instruction: Instruction, settlement: SettlementProposal): Covered => ({
  schema: instructionSchema,
  item: { ...instruction, settlement },
});

/** The message that a seal stands for. */
export function formatOf({ schema, item }: Covered): Pick<Seal, 'format' | 'contentVersion'> {
  return { format: SEAL_FORMAT, contentVersion: versionOf(schema, item) };
}

/**
 * The verdict on a seal before any key is used; null if the key has to decide. A field of a later version than the
 * seal names is covered by nothing: another program put it there.
 */
export function judgeFormat({ schema, item }: Covered, seal: Seal): 'newer' | 'invalid' | null {
  const { format, contentVersion } = seal;
  if (isNewer(item) || format > SEAL_FORMAT || contentVersion > latestVersion(schema))
    return 'newer';
  // The seal itself has fields with versions, and is no part of what it covers.
  return contentVersion === versionOf(schema, withoutSeal(item)) ? null : 'invalid';
}

/** Names a version of a piece of policy by its content, so that a sender can tell whether it is still current. */
export function pinned({ kind, item }: CurrentItem): PinnedPiece {
  return contentOf(PIECES[kind], item);
}

/**
 * The digest of the fields that the schema lists, with its version: fields that a later Sluice may have added are not
 * covered.
 */
function contentOf(
  schema: z.core.$ZodType,
  item: { readonly version: number; readonly seal?: Seal },
): PinnedPiece {
  const bare = withoutSeal(item);
  const digest = hexDigestOf(knownPart(schema, bare));
  // The list of fields that it was made from is part of the digest.
  return { version: item.version, digest: `v${versionOf(schema, bare)}:${digest}` };
}

export function policyDigest(tenant: string, piece: CurrentItem, terms: SealTerms): Uint8Array {
  const { kind } = piece;
  const id = piece.kind === 'controls' ? piece.kind : piece.item.id;
  const { version, digest: content } = pinned(asSealed(piece));
  return digestOfMessage({ domain: 'sluice/policy', tenant, kind, id, version, content, terms });
}

export function changeDigest(change: PolicyChange, terms: SealTerms): Uint8Array {
  const { tenant, kind, id } = change;
  const { version, digest: content } = contentOf(changeSchema, change);
  return digestOfMessage({ domain: 'sluice/change', tenant, kind, id, version, content, terms });
}

/** A person's word about everything unbooked in a currency. */
export function conclusionDigest(conclusion: UnbookedConclusion, terms: SealTerms): Uint8Array {
  const { tenant, currency: id } = conclusion;
  const { version, digest: content } = contentOf(unbookedSchema, conclusion);
  const kind = 'unbooked';
  return digestOfMessage({ domain: 'sluice/word', tenant, kind, id, version, content, terms });
}

/** A word changes nothing of its subject, and is never repeated: saying it again is another word. */
const VERSION_OF_A_WORD = 1;

/**
 * A person's word about the outcome of a request, and the request itself at that time. Fields that may change while
 * the word waits for another person are left out: the evidence, whose digest the word names, and notes in the
 * history.
 */
export function settlementDigest(
  instruction: Instruction,
  word: SettlementProposal,
  terms: SealTerms,
): Uint8Array {
  const { tenant, id } = instruction;
  const {
    evidence: _,
    history: __,
    settlement: ___,
    version: ____,
    ...about
  } = knownPart(instructionSchema, withoutSeal(instruction));
  const said = knownPart(settlementProposalSchema, withoutSeal(word));
  const content = hexDigestOf({ about, word: said });
  const version = VERSION_OF_A_WORD;
  const kind = 'settlement';
  return digestOfMessage({ domain: 'sluice/word', tenant, kind, id, version, content, terms });
}

/** The end of a halt: both people, when, which generation it made of which, and what stays halted. */
export function resumptionDigest(
  tenant: string,
  resumption: Resumption,
  terms: SealTerms,
): Uint8Array {
  const { changeId: id, next: version } = resumption;
  const content = hexDigestOf(knownPart(resumptionSchema, withoutSeal(resumption)));
  const kind = 'resumption';
  return digestOfMessage({ domain: 'sluice/halt', tenant, kind, id, version, content, terms });
}

export function rearmingDigest(rearming: Rearming, terms: SealTerms): Uint8Array {
  const { tenant, digest: id } = rearming;
  const { version, digest: content } = contentOf(rearmingSchema, rearming);
  const domain = 'sluice/rearming';
  return digestOfMessage({ domain, tenant, kind: 'rearming', id, version, content, terms });
}

/** Beside the whole content, by name: its origin, its state and its approvers. */
export function instructionDigest(
  instruction: Instruction,
  terms: SealTerms<InstructionSeal>,
): Uint8Array {
  const { tenant, id, origin, status } = knownPart(instructionSchema, instruction);
  const { version, digest: content } = contentOf(instructionSchema, instruction);
  const { kind } = instruction.content;
  const approvals = 'approvals' in status ? status.approvals : undefined;
  const decision = { origin, state: status.state, decidedAt: status.at, approvals };
  const domain = 'sluice/instruction';
  const message: SealMessage = { domain, tenant, kind, id, version, content, terms };
  return digestOfMessage({ ...message, ...decision });
}

/** A caller that passes a whole seal means its terms. */
function digestOfMessage({ terms, ...message }: SealMessage): Uint8Array {
  const { mac: _mac, keyId: _keyId, ...covered } = knownPart(instructionSealSchema, terms as Seal);
  return digestOf({ ...message, terms: covered });
}
