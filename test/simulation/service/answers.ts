import type { WireResult } from '../../../adapters/http-client/attempt-once.ts';
import { textOf, unitsOf } from '../units.ts';
import { detailsOf } from './places.ts';
import type { Execution, ServiceAccount, ServiceRequest } from './service.ts';
import type { SpoiledAnswer } from './spoiled-answers.ts';

/** Bodies of the simulated service, in the shapes of the reference (2.2, 2.3) and in none of them. */

export function answered(
  status: number,
  body: string,
  contentType = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): WireResult {
  return { kind: 'answered', status, contentType, body, headers };
}

export function failed(connected: boolean, code: string): WireResult & { kind: 'failed' } {
  return { kind: 'failed', connected, code, why: { code: 'error', said: 'as a system words it' } };
}

type Accounts = ReadonlyMap<string, ServiceAccount>;

/** The plain success: the one withdrawal, or the trade. */
export function successBody(accounts: Accounts, execution: Execution): string {
  const { request } = execution;
  return request.kind === 'trade'
    ? tradeBody(execution, request)
    : JSON.stringify([withdrawalIn(accounts, execution, request)]);
}

interface Spoiling {
  readonly accounts: Accounts;
  /** What was executed, or would have been; its id is never seen elsewhere. */
  readonly execution: Execution;
  /** An execution that the ledger has on record. */
  readonly earlier: Execution | null;
}

export function spoiledBody(kind: SpoiledAnswer, spoiling: Spoiling): string {
  const { accounts, execution, earlier } = spoiling;
  const { request } = execution;
  const plain = successBody(accounts, execution);
  switch (kind) {
    case '200 truncated':
      return plain.slice(0, Math.floor(plain.length / 2));
    case '200 HTML':
      return '<!doctype html><title>Welcome</title>';
    case '200 empty':
      return '';
    case '200 of another shape':
      return request.kind === 'trade' ? '"done"' : '{"withdrawals":[{"id":1}]}';
    case '200 no withdrawal':
      return '[]';
    case '200 other trade':
      return request.kind === 'trade' ? tradeBody(execution, { ...request, amount: '7777' }) : '[]';
    default:
      if (request.kind === 'trade') return plain;
      return JSON.stringify(spoiledWithdrawals(kind, { accounts, execution, earlier }, request));
  }
}

type Withdrawal = ServiceRequest & { readonly kind: 'withdrawal' };

function spoiledWithdrawals(
  kind: SpoiledAnswer,
  { accounts, execution, earlier }: Spoiling,
  request: Withdrawal,
): readonly object[] {
  const plain = withdrawalIn(accounts, execution, request);
  switch (kind) {
    case '200 an earlier withdrawal again':
      return earlier?.request.kind === 'withdrawal'
        ? [withdrawalIn(accounts, earlier, earlier.request)]
        : [];
    case '200 the same withdrawal twice':
      return [plain, plain];
    case '200 other account': {
      const other = [...accounts.values()].find(({ id }) => id !== request.withdrawalAccountId);
      return [
        withdrawalIn(accounts, execution, { ...request, withdrawalAccountId: other?.id ?? '' }),
      ];
    }
    case '200 other currency':
      return [{ ...plain, currency: 'XYZ' }];
    case '200 other amount':
      return [{ ...plain, amount: textOf(unitsOf(request.amount) + 1n) }];
    case '200 in several parts': {
      const all = unitsOf(plain.amount);
      const part = all / 3n;
      const rest = all - part;
      const second = {
        ...plain,
        id: plain.id.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f')),
      };
      return [
        { ...plain, amount: textOf(part) },
        { ...second, amount: textOf(rest) },
      ];
    }
    default:
      return [plain];
  }
}

function withdrawalIn(accounts: Accounts, execution: Execution, request: Withdrawal) {
  const account = accounts.get(request.withdrawalAccountId);
  const { currency = 'BTC', network = 'bitcoin' } = account ?? {};
  return {
    id: execution.id,
    label: 'simulated',
    network,
    currency,
    amount: execution.stated === null ? request.amount : textOf(execution.stated),
    withdrawalAccount: {
      ...{ id: request.withdrawalAccountId, currency, network },
      ...(execution.statesPlace ? { details: detailsOf(request.withdrawalAccountId) } : {}),
    },
    createdAt: execution.createdAt,
    details: {},
  };
}

function tradeBody(
  { id }: Execution,
  request: ServiceRequest & { readonly kind: 'trade' },
): string {
  const { instrument, side, amount } = request;
  return JSON.stringify({ id, state: 'filled', instrument, side, amount, fills: [{ amount }] });
}
