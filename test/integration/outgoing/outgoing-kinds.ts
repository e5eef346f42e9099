import { SANDBOX_ACCOUNTS, type SandboxAccount } from '../../../sandbox/index.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { tradeInstructionId } from '../../../treasury/instructions/instruction-id.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { DecidingPorts } from '../../../treasury/sending/ports.ts';
import { requestWithdrawal } from '../../../treasury/withdrawals/request-withdrawal.ts';
import { accountOf } from '../../samples/policy.ts';
import { EUR_SPLIT } from '../../samples/split-rule.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { CONTROLS, RULE, TENANT } from '../protocol/treasury-under-test.ts';
import type { TreasuryInMemory } from './treasury-in-memory.ts';

type Ports = Partial<DecidingPorts & Pick<TreasuryInMemory['ports'], 'reader' | 'snapshots'>>;

/** Something that is about to leave: approved, or to be placed. */
export interface Outgoing {
  readonly id: string;
  readonly currencies: readonly string[];
  readonly path: '/v1/withdrawals' | '/v1/trades';
  /** The use case that sends it, by these ports and otherwise by those of the treasury. */
  readonly send: (ports?: Ports) => Promise<unknown>;
  /** Of a run with several parts: the next of them. */
  readonly next?: Outgoing;
}

export type Prepare = (treasury: TreasuryInMemory) => Promise<Outgoing>;

const { btcWallet, eurBank, eurInstant } = SANDBOX_ACCOUNTS;

/** More than everything that the sandbox holds is worth. */
const AMPLE = '900000000';

/** A limit of each kind, so that what leaves counts in every counter that there is. */
export async function countEverywhere({ putControls }: TreasuryInMemory): Promise<void> {
  await putControls({
    approvalTiers: { oneAbove: AMPLE },
    withdrawalLimits: {
      per24Hours: AMPLE,
      counterparties: [{ name: 'Bank', per24Hours: AMPLE, per30Days: AMPLE }],
    },
    trades: {
      ...CONTROLS.trades,
      per24Hours: { total: AMPLE, person: AMPLE },
      approvalAbove: AMPLE,
    },
  });
}

function limitedAccount(of: SandboxAccount) {
  const limits = { per24Hours: AMPLE, per30Days: AMPLE, lifetime: AMPLE };
  return { ...accountOf(of), limits, counterparty: 'Bank', version: 2 };
}

async function commit({ ledger }: TreasuryInMemory, ...changes: readonly LedgerWrite[]) {
  const result = await ledger.commit(TENANT, changes);
  if (!result.ok) throw new Error(`not written: ${result.conflicts.join(', ')}`);
}

async function proposedBy(treasury: TreasuryInMemory, ruleId: string) {
  const { proposed, decisions } = await treasury.tick();
  const own = proposed.filter(({ origin }) => origin.kind === 'sweep' && origin.ruleId === ruleId);
  if (own.length === 0) throw new Error(JSON.stringify(decisions));
  return own;
}

function withdrawal(treasury: TreasuryInMemory, { id, content }: Instruction): Outgoing {
  const currency = content.kind === 'withdrawal' ? content.currency : '';
  const { send } = sendingSteps(() => treasury);
  return { id, currencies: [currency], path: '/v1/withdrawals', send: (ports) => send(id, ports) };
}

async function approvedBy(treasury: TreasuryInMemory, by: string, id: string): Promise<void> {
  const instruction = await treasury.ledger.readInstruction(TENANT, id);
  if (instruction === null) throw new Error(`${id} is gone`);
  const decided = await decide(treasury.ports, {
    ...{ tenant: TENANT, instructionId: id, by, decision: 'approve', requestId: `of-${by}` },
    ...{ content: contentDigest(instruction), comment: 'as agreed' },
  });
  if (decided.result !== 'decided') throw new Error(JSON.stringify(decided));
}

/** The sweep of one rule, as it is without any limit. */
export const plainSweep: Prepare = async (treasury) => {
  const [instruction] = await proposedBy(treasury, RULE.id);
  if (instruction === undefined) throw new Error('nothing was proposed');
  return withdrawal(treasury, instruction);
};

/** The same where everything counts. */
export const countedSweep: Prepare = async (treasury) => {
  const rule = { ...RULE, withdrawalsPer24Hours: 100, version: 2 };
  await commit(
    treasury,
    { kind: 'put-account', account: limitedAccount(btcWallet) },
    { kind: 'put-rule', rule },
  );
  await countEverywhere(treasury);
  return await plainSweep(treasury);
};

/** Requested by one person, approved by another. */
export const requestedWithdrawal: Prepare = async (treasury) => {
  await commit(treasury, { kind: 'put-account', account: limitedAccount(btcWallet) });
  await countEverywhere(treasury);
  await treasury.snapshot();
  return await requestedByHand(treasury, 'key-1');
};

/** The same once more, under a key of its own. */
export async function requestedByHand(treasury: TreasuryInMemory, key: string): Promise<Outgoing> {
  const asked = await requestWithdrawal(treasury.ports, {
    ...{ tenant: TENANT, requestedBy: 'tina', idempotencyKey: key, requestId: key },
    ...{ withdrawalAccountId: btcWallet.id, amount: '0.5', comment: 'rent' },
  });
  if (asked.result !== 'requested') throw new Error(JSON.stringify(asked));
  await approvedBy(treasury, 'anna', asked.instruction.id);
  return withdrawal(treasury, asked.instruction);
}

/** Of a run in two parts, the first; the other one is its next. */
export const partOfSplit: Prepare = async (treasury) => {
  const rule: SweepRule = { ...RULE, ...EUR_SPLIT, budgets: { per24Hours: AMPLE } };
  await commit(
    treasury,
    { kind: 'put-account', account: { ...limitedAccount(eurBank), version: 1 } },
    { kind: 'put-account', account: { ...limitedAccount(eurInstant), version: 1 } },
    { kind: 'put-rule', rule },
    { kind: 'create-lane', lane: newLane(TENANT, 'EUR', await treasury.ledger.epoch()) },
  );
  await countEverywhere(treasury);
  const [first, second] = await proposedBy(treasury, rule.id);
  if (first === undefined || second === undefined) throw new Error('not two parts');
  return { ...withdrawal(treasury, first), next: withdrawal(treasury, second) };
};

/** A trade of a person that needs no approval: made by its claim. */
export const placedTrade: Prepare = async (treasury) => {
  await countEverywhere(treasury);
  return placedByHand(treasury, 'key-1');
};

/** The same once more, under a key of its own. */
export function placedByHand(treasury: TreasuryInMemory, key: string): Outgoing {
  const { place } = tradeSteps(() => treasury);
  return {
    ...{ id: tradeInstructionId(TENANT, key), currencies: ['BTC', 'USD'], path: '/v1/trades' },
    send: (ports) => place('0.1', key, ports),
  };
}

/** A trade of a person that another one has approved. */
export const approvedTrade: Prepare = async (treasury) => {
  const { approved, send } = tradeSteps(() => treasury);
  const id = await approved();
  return { id, currencies: ['BTC', 'USD'], path: '/v1/trades', send: (ports) => send(id, ports) };
};

/** The trade of a rule. */
export const conversion: Prepare = async (treasury) => {
  const { withdrawalAccountId: _, ...surplus } = RULE;
  const own = { id: 'btc-to-usd', label: 'BTC into USD', kind: 'convert', into: 'USD' } as const;
  await commit(
    treasury,
    { kind: 'put-rule', rule: { ...RULE, enabled: false, version: 2 } },
    { kind: 'put-rule', rule: { ...surplus, ...own } },
  );
  await countEverywhere(treasury);
  const [instruction] = await proposedBy(treasury, own.id);
  if (instruction === undefined) throw new Error('nothing was proposed');
  const { id } = instruction;
  const { send } = tradeSteps(() => treasury);
  return { id, currencies: ['BTC', 'USD'], path: '/v1/trades', send: (ports) => send(id, ports) };
};
