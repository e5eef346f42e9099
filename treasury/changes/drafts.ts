import type { Comparison, PolicyChange, Standing } from '../ledger/policy-change.ts';
import type { Controls } from '../policy/controls.ts';
import type {
  ControlsDraft,
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../policy/policy-schema.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';

/** What somebody wants to stand, as people write it. */
export type Wanted =
  | { readonly kind: 'rule'; readonly after: SweepRuleDraft }
  | { readonly kind: 'account'; readonly after: RegisteredAccountDraft }
  | { readonly kind: 'controls'; readonly after: ControlsDraft };

/** What stands, without what only Sluice sets. */
export function ruleDraftOf(rule: SweepRule): SweepRuleDraft {
  const {
    version: _version,
    activeSince: _since,
    deletedAt: _deleted,
    seal: _seal,
    ...draft
  } = rule;
  return draft;
}

export function accountDraftOf(account: RegisteredAccount): RegisteredAccountDraft {
  const {
    version: _version,
    usableFrom: _from,
    deletedAt: _deleted,
    seal: _seal,
    ...draft
  } = account;
  return draft;
}

export function controlsDraftOf(controls: Controls): ControlsDraft {
  const { version: _version, haltedBecause: _because, seal: _seal, ...draft } = controls;
  return draft;
}

/** What is wanted beside what stands. A deleted piece does not stand. */
export function comparisonOf(standing: Standing | null, wanted: Wanted): Comparison {
  switch (wanted.kind) {
    case 'rule': {
      const before = standing?.kind === 'rule' ? ruleDraftOf(standing.item) : null;
      return { ...wanted, before };
    }
    case 'account': {
      const before = standing?.kind === 'account' ? accountDraftOf(standing.item) : null;
      return { ...wanted, before };
    }
    case 'controls': {
      const before = standing?.kind === 'controls' ? controlsDraftOf(standing.item) : null;
      return { ...wanted, before };
    }
    default:
      return wanted satisfies never;
  }
}

export function wantedBy(change: PolicyChange): Wanted {
  switch (change.kind) {
    case 'rule':
      return { kind: 'rule', after: change.after };
    case 'account':
      return { kind: 'account', after: change.after };
    case 'controls':
      return { kind: 'controls', after: change.after };
    default:
      return change satisfies never;
  }
}

export function isDeleted(standing: Standing | null): boolean {
  return standing !== null && standing.kind !== 'controls' && standing.item.deletedAt !== undefined;
}
