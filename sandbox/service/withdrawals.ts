import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalText, formatDecimal } from '../../treasury/money/decimal-text.ts';
import {
  accountWithId,
  PROCESSING_MS,
  type SandboxAccount,
  type SandboxNetwork,
} from '../accounts/sandbox-accounts.ts';
import { arriveHidingDeposits } from '../booking/hiding-deposits.ts';
import { feeOf, planBooking } from '../booking/plan-booking.ts';
import type { StoredWithdrawal } from '../books/state.ts';
import { SPLIT_ONE_IN } from '../limits.ts';
import { decimalsOf, printAmount } from '../market/currencies.ts';
import { randomBelow, STREAM } from '../market/seeded-random.ts';
import { type Answer, jsonResponse, problem } from './answer.ts';
import { refuseAccount } from './refusals.ts';
import { parseBody } from './request-body.ts';
import { type Endpoint, isFinerThan, type Service, type ServiceRequest } from './service.ts';

/** Body of POST /v1/withdrawals (reference, part 4.2). */
const withdrawalBody = z.object({ withdrawalAccountId: z.uuid(), amount: decimalText });

/** A withdrawal as it is answered (reference, part 2.2). */
export interface ShownWithdrawal {
  readonly id: string;
  readonly label: string;
  readonly network: string;
  readonly currency: string;
  readonly amount: string;
  readonly withdrawalAccount: {
    readonly id: string;
    readonly label: string;
    readonly network: string;
    readonly currency: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  readonly createdAt: string;
  readonly processedAt?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly venue?: string;
}

/** POST /v1/withdrawals. Each request executes anew: the reference knows no idempotency key. */
export const answerWithdrawal: Endpoint = (service, request) => {
  const parsed = parseBody(withdrawalBody, request.body);
  if (!parsed.ok) return parsed.answer;
  const account = accountWithId(parsed.value.withdrawalAccountId);
  if (account === undefined) {
    return problem('unknown-withdrawal-account', `no account ${parsed.value.withdrawalAccountId}`);
  }
  const amount = new Decimal(parsed.value.amount);
  return refuse(service, account, amount) ?? execute(service, request, account, amount);
};

function refuse(service: Service, account: SandboxAccount, amount: Decimal): Answer | null {
  const refused = refuseAccount(service.books.state.refusals, account.id);
  if (refused !== null) return refused;
  if (account.status === 'under-review') {
    return problem('account-under-review', `${account.label} takes no withdrawals yet`);
  }
  if (!amount.greaterThan(0))
    return problem('amount-not-positive', `amount is ${amount.toFixed()}`);
  const decimals = decimalsOf(account.currency);
  if (isFinerThan(amount, decimals)) {
    return problem('amount-too-fine', `${account.currency} has ${decimals} fraction digits`);
  }
  arriveHidingDeposits(service);
  const available = service.books.available(account.currency);
  const fee = feeOf(service.books.state.bookingMode, account.currency, amount);
  if (!available.lessThan(amount.plus(fee))) return null;
  return problem('insufficient-balance', `${available.toFixed()} ${account.currency} is available`);
}

function execute(
  service: Service,
  request: ServiceRequest,
  account: SandboxAccount,
  amount: Decimal,
): Answer {
  const now = service.clock();
  const at = new Date(now).toISOString();
  const parts = splitAmount(amount, partsOf(service, request), decimalsOf(account.currency));
  const fee = feeOf(service.books.state.bookingMode, account.currency, amount);
  const withdrawals = parts.map((part, index) =>
    // The fee of a request is taken once, with the first of its withdrawals.
    withdrawalOf(service, request, account, { part, fee: index === 0 ? fee : new Decimal(0) }),
  );
  const { seq, lateId } = request;
  service.books.record({ record: 'withdrawn', seq, at, withdrawals, ...(lateId && { lateId }) });
  return jsonResponse(withdrawals.map((withdrawal) => shownWithdrawal(withdrawal, now)));
}

function withdrawalOf(
  service: Service,
  { seq }: ServiceRequest,
  { id: accountId, currency, network }: SandboxAccount,
  { part, fee }: { readonly part: Decimal; readonly fee: Decimal },
): StoredWithdrawal {
  const now = service.clock();
  const mode = service.books.state.bookingMode;
  const booking = planBooking(mode, { currency, amount: part.plus(fee) }, now);
  const processedMs = now + PROCESSING_MS[network];
  // Nothing is processed before it is booked.
  const bookedMs = Date.parse(booking?.at(-1)?.totalFrom ?? new Date(now).toISOString());
  return {
    id: randomUUID(),
    seq,
    accountId,
    currency,
    amount: formatDecimal(part),
    createdAt: new Date(now).toISOString(),
    processedFrom: new Date(Math.max(processedMs, bookedMs)).toISOString(),
    ...(!fee.isZero() && { fee: formatDecimal(fee) }),
    ...(booking !== undefined && { booking }),
    ...(booking !== undefined && mode.hiddenByDeposits && { hidingDepositId: randomUUID() }),
  };
}

/** How many withdrawals a request becomes: as a fault or the settings say, or as the seed has it. */
function partsOf(service: Service, request: ServiceRequest): number {
  if (request.splitInto !== undefined) return request.splitInto;
  const { seed, withdrawalRequests } = service.books.state;
  switch (service.splitWithdrawals) {
    case 'never':
      return 1;
    case 'always':
      return 2;
    case 'sometimes':
      return randomBelow(SPLIT_ONE_IN, seed, STREAM.splitting, withdrawalRequests) === 0 ? 2 : 1;
    default:
      return service.splitWithdrawals satisfies never;
  }
}

/** Splits an amount into equal parts, the remainder in the last; one part where it is too small. */
export function splitAmount(amount: Decimal, parts: number, decimals: number): readonly Decimal[] {
  const share = amount.div(parts).toDecimalPlaces(decimals, Decimal.ROUND_DOWN);
  if (parts === 1 || share.isZero()) return [amount];
  const shares = Array.from({ length: parts - 1 }, () => share);
  return [...shares, amount.minus(share.times(parts - 1))];
}

/** A withdrawal as it stands at `now`: processedAt and what the network adds come with time. */
export function shownWithdrawal(withdrawal: StoredWithdrawal, now: number): ShownWithdrawal {
  const account = accountWithId(withdrawal.accountId);
  if (account === undefined) throw new TypeError(`no account ${withdrawal.accountId}`);
  const { id, label, network, currency, details, venue } = account;
  const processed = Date.parse(withdrawal.processedFrom) <= now;
  return {
    id: withdrawal.id,
    label: `Withdrawal to ${label}`,
    network,
    currency,
    amount: printAmount(currency, withdrawal.amount),
    withdrawalAccount: { id, label, network, currency, details },
    createdAt: withdrawal.createdAt,
    ...(processed && { processedAt: withdrawal.processedFrom }),
    details: networkDetails(network, withdrawal.id, processed),
    ...(venue !== undefined && { venue }),
  };
}

/** Network-specific details (reference, part 2.2): each network has its own, some have none. */
function networkDetails(
  network: SandboxNetwork,
  id: string,
  processed: boolean,
): Readonly<Record<string, unknown>> {
  const hash = createHash('sha256').update(id).digest('hex');
  switch (network) {
    case 'bitcoin':
      return { confirmationsRequired: 2, ...(processed && { transactionHash: hash }) };
    case 'ethereum':
      return { chainId: 1, ...(processed && { transactionHash: `0x${hash}` }) };
    case 'solana':
      return processed ? { signature: hash, commitment: 'finalized' } : {};
    case 'sepa':
      return { endToEndReference: `SBX${hash.slice(0, 12).toUpperCase()}`, scheme: 'SCT' };
    case 'fedwire':
      return processed ? { imad: hash.slice(0, 22).toUpperCase() } : {};
    case 'sepa-instant':
      return {};
    default:
      return network satisfies never;
  }
}
