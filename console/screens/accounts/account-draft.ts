import {
  ACCOUNT_LIMIT_FIELDS,
  type AccountLimitField,
} from '../../../treasury/policy/account-limits.ts';
import { isDigits } from '../../display/answered-amounts.ts';
import { leavesOf } from '../../display/leaves.ts';
import type { Account, AccountBody } from './types.ts';

/** One detail of the destination: where it stands among the details ("beneficiary.address"), and what it says. */
export interface Detail {
  readonly path: string;
  readonly text: string;
}

/** What the form holds. */
export interface AccountDraft extends Partial<Readonly<Record<AccountLimitField, string>>> {
  readonly id: string;
  readonly label: string;
  readonly network: string;
  readonly currency: string;
  readonly details: readonly Detail[];
  /** The general ledger's account; empty for none, absent in drafts of before there was one. */
  readonly code?: string;
  /** Who is paid; empty for none, absent in drafts of before there was one. So are the limits, each under its own name. */
  readonly counterparty?: string;
  /** The service's own name for the network; empty for none. */
  readonly networkAtService?: string;
  /** What leaves at most until a payment is known to have arrived; empty for no limit. */
  readonly firstPaymentMaximum?: string;
  readonly paymentArrived?: boolean;
  /** How answers state the amounts of withdrawals to it; empty where the controls say it. */
  readonly answeredAs?: string;
  readonly answeredDigits?: string;
}

/** Most networks know a destination by an address. */
export const NEW_DRAFT: AccountDraft = {
  ...{ id: '', label: '', network: '', currency: '' },
  details: [{ path: 'beneficiary.address', text: '' }],
};

export function draftOf(account: AccountBody): AccountDraft {
  const { id, label, network, currency, details, generalLedgerCode: code } = account;
  const { counterparty = '', limits = {} } = account;
  const booked = code === undefined ? {} : { code };
  const limited = {
    counterparty,
    ...Object.fromEntries(ACCOUNT_LIMIT_FIELDS.map((field) => [field, limits[field] ?? ''])),
  };
  const { networkAtService = '', firstPaymentMaximum = '', paymentArrived = false } = account;
  const { amounts: answeredAs = '', digits } = account.answeredAmounts ?? {};
  const answeredDigits = digits === undefined ? '' : String(digits);
  const first = { firstPaymentMaximum, paymentArrived };
  const answers = { networkAtService, ...first, answeredAs, answeredDigits };
  return {
    id,
    label,
    network,
    currency,
    details: detailsOf(details ?? {}),
    ...booked,
    ...limited,
    ...answers,
  };
}

export function detailsOf(details: object): readonly Detail[] {
  return [...leavesOf(details)]
    .filter(([path]) => path !== '')
    .map(([path, text]) => ({ path, text }));
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const CURRENCY = /^[A-Z0-9][A-Z0-9._-]{0,19}$/;
const CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._:/-]{0,38}[A-Za-z0-9])?$/;
const AMOUNT = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;
const PATH = /^[^.\s]+(?:\.[^.\s]+)*$/;

/** What is wrong with the texts, by field; empty where the API can be asked. */
export function problemsOf(
  draft: AccountDraft,
  before: Account | null,
): Readonly<Record<string, string>> {
  const { id, label, network, currency, details } = draft;
  const problems: Record<string, string> = {};
  if (!UUID.test(id.trim())) problems.id = 'The UUID that the service shows, with its hyphens.';
  if (label.trim() === '') problems.label = 'A name that people know it by.';
  if (network.trim() === '') problems.network = 'As the service names it.';
  if (!CURRENCY.test(currency.trim())) problems.currency = 'A code such as BTC.';
  if (codeOf(draft) !== '' && !CODE.test(codeOf(draft))) {
    problems.code = 'A code such as 1020 or 1020.BTC-01, of at most 40 characters.';
  }
  for (const name of [...ACCOUNT_LIMIT_FIELDS, 'firstPaymentMaximum'] as const) {
    const text = draft[name]?.trim() ?? '';
    if (text !== '' && !AMOUNT.test(text)) problems[name] = 'An amount such as 2.5, or nothing.';
  }
  if (!isDigitsOrNone(draft.answeredDigits ?? '')) {
    problems.answeredDigits = 'A number of digits such as 8, or nothing.';
  }
  const seen = new Set<string>();
  details.forEach(({ path, text }, index) => {
    const name = path.trim();
    if (name === '' && text.trim() === '') return;
    if (!PATH.test(name)) problems[`details.${index}.path`] = 'A name such as iban.';
    else if (seen.has(name)) problems[`details.${index}.path`] = 'It is there already.';
    else if (isBelow(name, seen))
      problems[`details.${index}.path`] = 'Another detail has this name.';
    if (text.trim() === '' && !wasEmpty(before, name)) {
      problems[`details.${index}.text`] = 'Write it, or take it away.';
    }
    seen.add(name);
  });
  return problems;
}

/** "a" and "a.b" cannot both be there: one would be a text and a group of texts at once. */
function isBelow(path: string, others: ReadonlySet<string>): boolean {
  return [...others].some((each) => each.startsWith(`${path}.`) || path.startsWith(`${each}.`));
}

/** The account as the API takes it. A detail whose text is as it was keeps its kind: a number stays one. */
export function bodyOf(draft: AccountDraft, before: Account | null): AccountBody {
  const written = draft.details.filter(
    ({ path, text }) => path.trim() !== '' && (text.trim() !== '' || wasEmpty(before, path.trim())),
  );
  const details: Record<string, unknown> = {};
  for (const { path, text } of written) {
    const was = valueAt(before?.details, path.trim());
    const isSame = was !== undefined && leavesOf(was).get('') === text.trim();
    put(details, path.trim().split('.'), isSame ? was : text.trim());
  }
  const isUnchanged =
    before !== null && JSON.stringify(detailsOf(before.details)) === JSON.stringify(draft.details);
  return {
    id: draft.id.trim(),
    label: draft.label.trim(),
    network: draft.network.trim(),
    currency: draft.currency.trim(),
    // As they are, where the person left them alone: empty groups and lists have no text of their own.
    details: isUnchanged ? before.details : details,
    status: before?.status ?? 'active',
    ...answersOf(draft, before),
    ...(codeOf(draft) !== '' && { generalLedgerCode: codeOf(draft) }),
    ...limitsOf(draft, before),
  };
}

/** What answers are held against. Of a draft of before a field, what stands. */
function answersOf(
  draft: AccountDraft,
  before: Account | null,
): Pick<
  AccountBody,
  'networkAtService' | 'answeredAmounts' | 'firstPaymentMaximum' | 'paymentArrived'
> {
  const networkAtService = (draft.networkAtService ?? before?.networkAtService ?? '').trim();
  const first = (draft.firstPaymentMaximum ?? before?.firstPaymentMaximum ?? '').trim();
  const arrived = draft.paymentArrived ?? before?.paymentArrived ?? false;
  return {
    ...amountsOf(draft, before),
    ...(networkAtService !== '' && { networkAtService }),
    ...(first !== '' && { firstPaymentMaximum: first }),
    ...(arrived && { paymentArrived: true }),
  };
}

const ANSWERED_AS = ['gross', 'net'] as const;

function amountsOf(
  { answeredAs, answeredDigits }: AccountDraft,
  before: Account | null,
): Pick<AccountBody, 'answeredAmounts'> {
  const { amounts: was = '', digits: were } = before?.answeredAmounts ?? {};
  const as = answeredAs ?? was;
  const amounts = ANSWERED_AS.find((each) => each === as);
  const digits = (answeredDigits ?? String(were ?? '')).trim();
  const answeredAmounts = {
    ...(amounts !== undefined && { amounts }),
    ...(digits !== '' && { digits: Number.parseInt(digits, 10) }),
  };
  return Object.keys(answeredAmounts).length === 0 ? {} : { answeredAmounts };
}

function isDigitsOrNone(text: string): boolean {
  return text.trim() === '' || isDigits(text.trim());
}

/** Of a draft of before there were limits, those that stand. */
function limitsOf(
  draft: AccountDraft,
  before: Account | null,
): Pick<AccountBody, 'counterparty' | 'limits'> {
  const counterparty = (draft.counterparty ?? before?.counterparty ?? '').trim();
  const limits = Object.fromEntries(
    ACCOUNT_LIMIT_FIELDS.flatMap((field) => {
      const limit = (draft[field] ?? before?.limits?.[field] ?? '').trim();
      return limit === '' ? [] : [[field, limit]];
    }),
  );
  return {
    ...(counterparty !== '' && { counterparty }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

function codeOf({ code = '' }: AccountDraft): string {
  return code.trim();
}

/** An empty text that was registered, such as a memo, stays one. */
function wasEmpty(before: Account | null, path: string): boolean {
  return before !== null && valueAt(before.details, path) === '';
}

function valueAt(content: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? Reflect.get(inner, name)
          : undefined,
      content,
    );
}

function put(
  into: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
) {
  // What a person names "__proto__" is a detail like any other.
  const define = (content: unknown) =>
    Object.defineProperty(into, name, {
      ...{ value: content, enumerable: true, configurable: true, writable: true },
    });
  if (rest.length === 0) {
    define(value);
    return;
  }
  const inner = Object.hasOwn(into, name) ? into[name] : {};
  define(inner);
  put(inner as Record<string, unknown>, rest, value);
}

/** Accounts that have one of these details as well: a copy, or the same destination under two names. */
export function sameDestination(
  draft: AccountDraft,
  accounts: readonly Account[],
): readonly Account[] {
  /** Shorter texts, such as a country, are the same in many accounts. */
  const TELLING = 8;
  const texts = new Set(
    draft.details
      .map(({ text }) => text.trim().toLowerCase())
      .filter(({ length }) => length > TELLING),
  );
  const own = draft.id.trim().toLowerCase();
  return accounts.filter(
    ({ id, details }) =>
      id.toLowerCase() !== own &&
      detailsOf(details).some(({ text }) => texts.has(text.trim().toLowerCase())),
  );
}
