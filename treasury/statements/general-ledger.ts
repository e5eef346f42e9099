import type { GeneralLedgerCodes } from '../policy/controls.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import type { InstructionFacts } from './instruction-facts.ts';
import { explanationOf } from './shown-movement.ts';
import type { StatementMovement } from './statement.ts';

/** Where everything without a code is booked, if the controls name no other account. */
export const DEFAULT_SUSPENSE = 'SUSPENSE';

/** In front of a currency: the account of what is held of it, if the controls name none. */
const DEFAULT_HOLDINGS = 'HOLDINGS-';

/** The accounts of a tenant's general ledger, as its policy names them. */
export interface GeneralLedger {
  readonly codes: GeneralLedgerCodes;
  /** By the key of the registered account. */
  readonly accounts: ReadonlyMap<string, string>;
  /** By the id of the matching rule. */
  readonly classes: ReadonlyMap<string, string>;
}

type Account = Pick<RegisteredAccount, 'id' | 'generalLedgerCode'>;
type MatchingClass = Pick<MatchingRule, 'id' | 'generalLedgerCode'>;

export function generalLedgerOf(
  codes: GeneralLedgerCodes | undefined,
  accounts: readonly Account[],
  classes: readonly MatchingClass[],
): GeneralLedger {
  return {
    codes: codes ?? {},
    accounts: new Map(accounts.flatMap((each) => coded(accountKey(each.id), each))),
    classes: new Map(classes.flatMap((each) => coded(each.id, each))),
  };
}

function coded(
  key: string,
  { generalLedgerCode: code }: { readonly generalLedgerCode?: string },
): readonly (readonly [string, string])[] {
  return code === undefined ? [] : [[key, code]];
}

/** An account of the general ledger, and whether the policy names it: what it does not name is suspense. */
export interface BookedAgainst {
  readonly code: string;
  readonly isSuspense: boolean;
}

/** The account that stands for what is held of a currency. */
export function holdingsCode({ codes }: GeneralLedger, currency: string): string {
  const { holdings = {} } = codes;
  const own = Object.hasOwn(holdings, currency) ? holdings[currency] : undefined;
  return own ?? `${DEFAULT_HOLDINGS}${currency}`;
}

export function revaluationAccount(ledger: GeneralLedger): BookedAgainst {
  return against(ledger, ledger.codes.revaluations);
}

/** The account that a movement is booked against. */
export function counterAccount(
  ledger: GeneralLedger,
  movement: StatementMovement,
  facts: InstructionFacts | undefined,
): BookedAgainst {
  switch (movement.kind) {
    case 'withdrawal': {
      const id = movement.withdrawalAccountId ?? facts?.withdrawalAccountId ?? null;
      return against(ledger, id === null ? undefined : ledger.accounts.get(accountKey(id)));
    }
    case 'trade':
      return against(ledger, ledger.codes.trades);
    case 'inflow':
    case 'outflow':
      return explainedAgainst(ledger, movement);
    case 'unexplained':
      return against(ledger, undefined);
    default:
      return movement.kind satisfies never;
  }
}

function explainedAgainst(ledger: GeneralLedger, { about }: StatementMovement): BookedAgainst {
  const { kind, ruleId } = explanationOf(about) ?? {};
  const ofClass = ruleId === undefined ? undefined : ledger.classes.get(ruleId);
  const { kinds = {} } = ledger.codes;
  const ofKind = kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return against(ledger, ofClass ?? ofKind);
}

function against({ codes }: GeneralLedger, code: string | undefined): BookedAgainst {
  return code === undefined
    ? { code: codes.suspense ?? DEFAULT_SUSPENSE, isSuspense: true }
    : { code, isSuspense: false };
}
