import { close, explain, matchBreak } from '../../treasury/breaks/break-transitions.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import { eventOf } from '../../treasury/events/event-of.ts';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';
import type { EventType, TreasuryEvent } from '../../treasury/events/treasury-event.ts';
import type {
  Content,
  Instruction,
  InstructionStatus,
  SettlementProposal,
} from '../../treasury/instructions/instruction.ts';
import type { ClaimRecord } from '../../treasury/instructions/lane.ts';
import type { Break, BreakMatch } from '../../treasury/ledger/break.ts';
import type { FailingRuleState } from '../../treasury/ledger/failing-rule-state.ts';
import type { FailingWebhookState } from '../../treasury/ledger/failing-webhook-state.ts';
import type { MissedOccurrences } from '../../treasury/ledger/missed-occurrences.ts';
import type { ChangeStatus, PolicyChange } from '../../treasury/ledger/policy-change.ts';
import { DECIDED_STATES } from '../../treasury/ledger/policy-change.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { haltedBy, neverHalted, resumedBy } from '../../treasury/policy/halt-state.ts';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import type { StoredStatementHead } from '../../treasury/statements/statement.ts';
import type { ClosedDay } from '../../treasury/tie-out/closed-day.ts';
import * as PIECES from '../examples/policy-pieces.ts';
import { AT, moved } from './moved.ts';
import { laneMoves, observations } from './observation-examples.ts';

const EXPIRES = '2026-01-06T09:00:03.000Z';
const ACCOUNT_ID = '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01';
const SETTLED_BY = ['ann', 'ben'] as const;

const WITHDRAWAL: Instruction = {
  id: 'sweep-btc-cold-20260105T090000Z',
  tenant: 'main',
  origin: {
    kind: 'sweep',
    ruleId: 'btc-cold',
    ruleVersion: 3,
    occurrence: '2026-01-05T09:00:00.000Z',
    snapshot: '2026-01-05T09:00:00.000Z',
  },
  content: {
    kind: 'withdrawal',
    currency: 'BTC',
    amount: '1.25',
    withdrawalAccountId: ACCOUNT_ID,
    accountLabel: 'Cold storage',
  },
  createdAt: AT,
  status: { state: 'proposed', at: AT },
  history: [],
  version: 1,
};

const TRADE: Instruction = {
  ...WITHDRAWAL,
  id: 'trade-6d0c1f0a9b3e4d5c8a7b6c5d4e3f2a1b',
  origin: { kind: 'request', idempotencyKey: 'order-17', fingerprint: 'f', requestedBy: 'tina' },
  content: { kind: 'trade', instrument: 'BTC/USD', side: 'sell', price: '60000', amount: '0.5' },
};

const CLAIM: ClaimRecord = {
  instructionId: WITHDRAWAL.id,
  nonce: 'never told',
  claimedAt: AT,
  sendBy: '2026-01-05T09:00:13.000Z',
  quarantineUntil: '2026-01-05T09:05:00.000Z',
  balanceBefore: '3.25',
};

const PROPOSAL: SettlementProposal = {
  by: 'ann',
  at: AT,
  executed: true,
  comment: 'never told',
  evidence: 'd',
  seen: { until: AT, moves: 'm', notStated: [] },
};

const TOLD = { at: AT, evidence: 'never told' } as const;

function confirmed({ kind }: Content): InstructionStatus {
  const confirmation =
    kind === 'trade'
      ? ({ kind, trade: { id: 'trade-of-the-service-81' }, answer: 'never told' } as const)
      : ({ kind: 'settled', by: SETTLED_BY, comment: 'w', withdrawalId: 'wd-4711' } as const);
  return { state: 'confirmed', ...TOLD, confirmation };
}

function approvedBy({ origin }: Instruction): InstructionStatus {
  return origin.kind === 'sweep'
    ? { state: 'approved', at: AT, by: { code: 'rule', ruleId: origin.ruleId } }
    : { state: 'approved', at: AT, approvals: [{ by: 'ann', at: AT }] };
}

const CHANGED = { code: 'piece-changed', piece: 'rule' } as const;

/** A status before and a status after, for every topic of an instruction. */
function movesOf(instruction: Instruction): readonly LedgerMove[] {
  const { status: proposed } = instruction;
  const waiting = {
    state: 'awaiting-approval',
    at: AT,
    expiresAt: EXPIRES,
    approvalsRequired: 2,
  } as const;
  const approved = approvedBy(instruction);
  const sending = { state: 'sending', at: AT, claim: CLAIM } as const;
  const unknown = { state: 'unknown', ...TOLD, cause: 'timeout', claim: CLAIM } as const;
  const anomaly = { state: 'anomaly', ...TOLD, cause: 'other-amount', claim: CLAIM } as const;
  const approvals = [{ by: 'ann', at: AT }];
  const steps: readonly (readonly [InstructionStatus | null, InstructionStatus])[] = [
    [null, proposed],
    [proposed, waiting],
    [waiting, { ...waiting, approvals }],
    [proposed, approved],
    [waiting, { state: 'declined', at: AT, by: 'ann', comment: 'never told' }],
    [waiting, { state: 'expired', at: AT }],
    [approved, { state: 'cancelled', at: AT, reason: 'rule-changed', why: CHANGED, checks: [] }],
    [approved, sending],
    [sending, confirmed(instruction.content)],
    [sending, { state: 'not-sent', ...TOLD, cause: 'refused' }],
    [sending, { state: 'rejected', ...TOLD, status: 422, claim: CLAIM }],
    [sending, unknown],
    [sending, anomaly],
    [unknown, { state: 'released', at: AT, by: SETTLED_BY, comment: 'never told' }],
  ];
  const seen = { ...instruction, status: unknown, version: 4 };
  const proposedBy = { ...seen, settlement: PROPOSAL, version: 5 };
  const entry = {
    at: AT,
    state: 'unknown',
    fact: { code: 'settlement-withdrawn', by: 'ann' },
  } as const;
  const takenBack = { ...seen, history: [entry], version: 6 };
  const why = { code: 'moved', currency: 'BTC', from: '3', to: '2.5', at: AT } as const;
  const fact = { code: 'settlement-lapsed', by: 'ann', executed: false, why } as const;
  const lapsed = { ...seen, history: [{ ...entry, fact }], version: 6 };
  return [
    ...steps.map(([from, to]) =>
      moved(
        'instruction',
        from === null ? null : { ...instruction, status: from },
        from === null ? instruction : { ...instruction, status: to, version: 2 },
      ),
    ),
    moved('instruction', seen, proposedBy),
    moved('instruction', proposedBy, takenBack),
    moved('instruction', proposedBy, lapsed),
  ];
}

const RULE: SweepRule = {
  id: 'btc-cold',
  label: 'What is above two bitcoin',
  currency: 'BTC',
  withdrawalAccountId: ACCOUNT_ID,
  threshold: '2',
  keep: '2',
  allocation: { kind: 'all', basis: 'surplus' },
  minimum: '0.01',
  step: '0.00000001',
  budgets: {},
  cooldownSeconds: 0,
  schedule: { kind: 'every-snapshot' },
  maximumBalanceAgeSeconds: 600,
  backoff: { firstSeconds: 60, maximumSeconds: 3600 },
  priority: 1,
  enabled: true,
  version: 1,
  activeSince: AT,
};

const MISSED: MissedOccurrences = {
  tenant: 'main',
  snapshot: '2026-01-05T09:00:00.000Z',
  ruleId: RULE.id,
  ruleVersion: 1,
  currency: 'BTC',
  decidedAt: AT,
  missed: {
    count: 2,
    countedAll: true,
    first: '2026-01-03T17:00:00.000Z',
    last: '2026-01-04T17:00:00.000Z',
  },
};

const FAILING: FailingRuleState = {
  tenant: 'main',
  ruleId: RULE.id,
  currency: 'BTC',
  state: 'failing',
  at: AT,
  to: 'Cold storage',
  failures: 3,
  since: '2026-01-03T09:00:02.000Z',
  instructionId: 'sweep-btc-cold-20260105T090000Z',
  outcome: 'rejected',
  reason: '403',
  evidence: '403: withdrawals are not permitted',
  version: 1,
};

const FAILING_WEBHOOK: FailingWebhookState = {
  tenant: 'main',
  webhookId: 'erp',
  state: 'failing',
  at: AT,
  since: '2026-01-05T08:00:00.000Z',
  deliveredAt: '2026-01-05T07:58:12.000Z',
  pending: 12,
  version: 1,
};

const FIRST = { version: 1, activeSince: AT } as const;
const MANUAL_RATE: ManualRate = { ...PIECES.MANUAL_RATE, ...FIRST };
const MATCHING_RULE: MatchingRule = { ...PIECES.MATCHING_RULE, ...FIRST, enabled: true };
const CALENDAR: Calendar = { ...PIECES.CALENDAR, ...FIRST, weekend: ['SAT', 'SUN'] };

const ACCOUNT: RegisteredAccount = {
  id: ACCOUNT_ID,
  label: 'Cold storage',
  network: 'bitcoin',
  currency: 'BTC',
  details: { address: 'never told' },
  status: 'active',
  usableFrom: EXPIRES,
  version: 1,
};

const WEBHOOK: Webhook = {
  id: 'erp',
  label: 'ERP',
  url: 'https://erp.example/never-told',
  eventTypes: ['*'],
  status: 'active',
  secretGeneration: 1,
  secretFor: { generation: 1, by: 'tom' },
  activeSince: AT,
  version: 1,
};

const CONTROLS: Controls = {
  mode: 'live',
  currencyModes: {},
  reportingCurrency: 'USD',
  trades: { instruments: ['BTC/USD'], maximumNotional: '100000' },
  approvalExpirySeconds: 86_400,
  lateExecutionBoundSeconds: 300,
  version: 1,
};

const { version: _version, activeSince: _since, ...DRAFT } = RULE;

const CHANGE: PolicyChange = {
  kind: 'rule',
  before: DRAFT,
  after: { ...DRAFT, threshold: '1.5', keep: '1.5' },
  tenant: 'main',
  id: '20260105T090003000Z-1f0c9a3e',
  baseVersion: 1,
  madeBy: 'tom',
  madeAt: AT,
  expiresAt: '2026-01-08T09:00:03.000Z',
  status: { state: 'proposed' },
  version: 1,
};

const HALTED = haltedBy(neverHalted('main'), {
  id: 'act-1',
  at: AT,
  by: 'ann',
  comment: 'never told',
  requestId: 'request-1',
});
const RESUMED = resumedBy(HALTED, {
  by: 'tom',
  approvedBy: 'ann',
  at: AT,
  comment: 'never told',
  changeId: CHANGE.id,
});

function policyMoves(): readonly LedgerMove[] {
  const decided = DECIDED_STATES.map((state) => {
    const by = state === 'withdrawn' ? 'tom' : 'ann';
    const status: ChangeStatus =
      state === 'superseded'
        ? { state, at: AT, by, why: { code: 'other-version', baseVersion: 1, stands: 2 } }
        : { state, at: AT, by, comment: 'w' };
    return moved('change', CHANGE, { ...CHANGE, status, version: 2 });
  });
  const halted: Controls = {
    ...CONTROLS,
    mode: 'halted',
    haltedBecause: { at: AT, by: 'ann', comment: 'never told' },
    version: 2,
  };
  return [
    moved('change', null, CHANGE),
    ...decided,
    moved('rule', null, RULE),
    moved('rule', RULE, { ...RULE, enabled: false, version: 2 }),
    moved('rule', RULE, { ...RULE, enabled: false, deletedAt: AT, version: 2 }),
    moved('missed', null, MISSED),
    moved('failing-rule', null, FAILING),
    moved('failing-rule', FAILING, { ...FAILING, state: 'over', at: AT, version: 2 }),
    moved('failing-webhook', null, FAILING_WEBHOOK),
    moved('failing-webhook', FAILING_WEBHOOK, { ...FAILING_WEBHOOK, state: 'over', version: 2 }),
    moved('manual-rate', null, MANUAL_RATE),
    moved('manual-rate', MANUAL_RATE, { ...MANUAL_RATE, rate: '1.14', version: 2 }),
    moved('manual-rate', MANUAL_RATE, { ...MANUAL_RATE, deletedAt: AT, version: 2 }),
    moved('matching-rule', null, MATCHING_RULE),
    moved('matching-rule', MATCHING_RULE, { ...MATCHING_RULE, enabled: false, version: 2 }),
    moved('matching-rule', MATCHING_RULE, {
      ...{ ...MATCHING_RULE, enabled: false, version: 2 },
      deletedAt: AT,
    }),
    moved('account', null, ACCOUNT),
    moved('account', ACCOUNT, { ...ACCOUNT, label: 'Vault', version: 2 }),
    moved('account', ACCOUNT, { ...ACCOUNT, status: 'inactive', deletedAt: AT, version: 2 }),
    moved('calendar', null, CALENDAR),
    moved('calendar', CALENDAR, { ...CALENDAR, until: '2028-12-31', version: 2 }),
    moved('calendar', CALENDAR, { ...CALENDAR, deletedAt: AT, version: 2 }),
    moved('webhook', null, WEBHOOK),
    moved('webhook', WEBHOOK, {
      ...WEBHOOK,
      status: 'paused',
      pausedBySluice: { at: AT, reason: 'nothing-taken' },
      version: 2,
    }),
    moved('webhook', WEBHOOK, { ...WEBHOOK, status: 'paused', deletedAt: AT, version: 2 }),
    moved('controls', null, CONTROLS),
    moved('controls', CONTROLS, halted),
    moved('controls', halted, { ...CONTROLS, version: 3 }),
    moved('controls', CONTROLS, { ...CONTROLS, approvalExpirySeconds: 3_600, version: 2 }),
    moved('halt', null, HALTED),
    moved('halt', HALTED, RESUMED),
    moved('denials', null, {
      tenant: 'main',
      hour: '2026-01-05T09:00:00.000Z',
      by: 'victor',
      route: 'POST /v1/trades',
      count: 1,
      firstAt: AT,
      lastAt: AT,
      code: 'role-missing',
      requestId: 'JKJaXmPLvHcESHA=',
    }),
  ];
}

const BREAK: Break = {
  id: '20260105T090000000Z-BTC',
  tenant: 'main',
  currency: 'BTC',
  snapshot: '2026-01-05T09:00:00.000Z',
  readAt: AT,
  sinceSnapshot: '2026-01-05T08:55:00.000Z',
  sinceReadAt: '2026-01-05T08:55:02.000Z',
  direction: 'outflow',
  amount: '-1.25',
  found: { code: 'unbooked', amount: '1.25', since: AT },
  mayBe: [WITHDRAWAL.id],
  openedAt: AT,
  status: { state: 'open', at: AT },
  history: [],
  version: 1,
};

const MATCH: BreakMatch = {
  ruleId: MATCHING_RULE.id,
  version: 1,
  label: MATCHING_RULE.label,
  kind: MATCHING_RULE.kind,
};

function breakMoves(): readonly LedgerMove[] {
  const explained = explain(BREAK, { by: 'tom', at: AT, kind: 'fee', comment: 'never told' });
  const closed = close(explained, 'ann', 'never told', AT);
  return [
    moved('break', null, BREAK),
    moved('break', null, matchBreak(BREAK, MATCH, AT)),
    moved('break', BREAK, explained),
    moved('break', explained, closed),
  ];
}

function unbookedMoves(): readonly LedgerMove[] {
  const said: UnbookedConclusion = {
    outcome: 'not-executed',
    budget: 'keep',
    tenant: 'main',
    currency: 'BTC',
    digest: '9f86d081884c7d65',
    amount: '1.25',
    entries: [{ instructionId: WITHDRAWAL.id, amount: '1.25', at: AT }],
    by: 'tom',
    at: AT,
    comment: 'never told',
    expiresAt: AT,
    earlier: [],
    version: 1,
  };
  const concluded = {
    ...said,
    concluded: { by: 'ann', at: AT, comment: 'never told' },
    version: 2,
  };
  return [moved('unbooked', null, said), moved('unbooked', said, concluded)];
}

const FROZEN: StoredStatementHead = {
  tenant: 'main',
  month: '2025-12',
  timeZone: 'Europe/Zurich',
  from: '2025-11-30T23:00:00.000Z',
  to: '2025-12-31T23:00:00.000Z',
  reportingCurrency: 'USD',
  basis: {
    opening: 'frozen-closing',
    first: {
      snapshot: '2025-11-30T22:55:00.000Z',
      readAt: '2025-11-30T22:55:01.000Z',
      secondsBefore: 299,
    },
    last: {
      snapshot: '2025-12-31T22:55:00.000Z',
      readAt: '2025-12-31T22:55:01.000Z',
      secondsBefore: 299,
    },
    readings: { expected: 8928, taken: 8925 },
    notBooked: [],
    unknown: [],
  },
  totals: {
    ...{ opening: '0', movements: '0', revaluation: '0', reconciling: '0', closing: '0' },
    unvalued: [],
  },
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  frozenAt: AT,
  chained: {
    sequence: 4712,
    hash: '4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a',
  },
};

const CLOSED_DAY: ClosedDay = {
  tenant: 'main',
  day: '2026-01-04',
  root: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  closedAt: AT,
  head: {
    sequence: 4711,
    hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  },
};

/** One event of each type, made by the very mapping that publishes. */
export function exampleEvents(): ReadonlyMap<EventType, TreasuryEvent> {
  const moves = [
    ...movesOf(WITHDRAWAL),
    ...movesOf(TRADE),
    ...policyMoves(),
    ...breakMoves(),
    ...unbookedMoves(),
    moved('statement', null, FROZEN),
    moved('closed-day', null, CLOSED_DAY),
    ...laneMoves(CLAIM),
    ...observations(),
  ];
  const events = moves.flatMap((move) => eventOf('urn:sluice:prod', move) ?? []);
  return new Map(events.map((event) => [event.type, event]));
}
