import type { Instruction, SettlementProposal } from '../instructions/instruction.ts';
import type { CurrentItem, PolicyChange } from '../ledger/policy-change.ts';
import type { Rearming } from '../ledger/rearming.ts';
import type { UnbookedConclusion } from '../ledger/unbooked-conclusion.ts';
import type { Resumption } from '../policy/halt-state.ts';
import { beforePause } from '../policy/webhook.ts';
import { digestOf, hexDigestOf } from '../seals/canonical-json.ts';
import type { InstructionSeal, PinnedPiece, Seal } from '../seals/seal.ts';

/** Everything of a seal that its MAC covers. */
export type SealTerms<S extends Seal = Seal> = Omit<S, 'mac' | 'keyId'>;

/**
 * The content of a seal. Each kind of item has a domain of its own, so that no seal of one passes for another. All of the
 * item is covered: a field that is added to it is sealed without being named here.
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

/** What a piece's seal is over: a webhook that Sluice has paused carries the seal of the version before. */
function asSealed(piece: CurrentItem): CurrentItem {
  return piece.kind === 'webhook' ? { ...piece, item: beforePause(piece.item) } : piece;
}

/** Names a version of a piece of policy by its content, so that a sender can tell whether it is still current. */
export function pinned({ item }: CurrentItem): PinnedPiece {
  return contentOf(item);
}

/** The digest of everything in an item but its seal: also of fields that only a later version of Sluice knows. */
function contentOf(item: { readonly version: number; readonly seal?: Seal }): PinnedPiece {
  return { version: item.version, digest: hexDigestOf(withoutSeal(item)) };
}

export function policyDigest(tenant: string, piece: CurrentItem, terms: SealTerms): Uint8Array {
  const { kind } = piece;
  const id = piece.kind === 'controls' ? piece.kind : piece.item.id;
  const { version, digest: content } = pinned(asSealed(piece));
  return digestOfMessage({ domain: 'sluice/policy', tenant, kind, id, version, content, terms });
}

export function changeDigest(change: PolicyChange, terms: SealTerms): Uint8Array {
  const { tenant, kind, id } = change;
  const { version, digest: content } = contentOf(change);
  return digestOfMessage({ domain: 'sluice/change', tenant, kind, id, version, content, terms });
}

/** A person's word about everything unbooked in a currency. */
export function conclusionDigest(conclusion: UnbookedConclusion, terms: SealTerms): Uint8Array {
  const { tenant, currency: id } = conclusion;
  const { version, digest: content } = contentOf(conclusion);
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
  } = withoutSeal(instruction);
  const said = withoutSeal(word);
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
  const content = hexDigestOf(withoutSeal(resumption));
  const kind = 'resumption';
  return digestOfMessage({ domain: 'sluice/halt', tenant, kind, id, version, content, terms });
}

export function rearmingDigest(rearming: Rearming, terms: SealTerms): Uint8Array {
  const { tenant, digest: id } = rearming;
  const { version, digest: content } = contentOf(rearming);
  const domain = 'sluice/rearming';
  return digestOfMessage({ domain, tenant, kind: 'rearming', id, version, content, terms });
}

/** Beside the whole content, by name: its origin, its state and its approvers. */
export function instructionDigest(
  instruction: Instruction,
  terms: SealTerms<InstructionSeal>,
): Uint8Array {
  const { tenant, id, origin, status } = instruction;
  const { version, digest: content } = contentOf(instruction);
  const { kind } = instruction.content;
  const approvals = 'approvals' in status ? status.approvals : undefined;
  const decision = { origin, state: status.state, decidedAt: status.at, approvals };
  const domain = 'sluice/instruction';
  const message: SealMessage = { domain, tenant, kind, id, version, content, terms };
  return digestOfMessage({ ...message, ...decision });
}

/** A caller that passes a whole seal means its terms. */
function digestOfMessage({ terms, ...message }: SealMessage): Uint8Array {
  const { mac: _mac, keyId: _keyId, ...covered } = terms as Seal;
  return digestOf({ ...message, terms: covered });
}
