import { SHARED_WRITES } from '../../treasury/counters/shared-counts.ts';
import type { CommitResult, Ledger, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Invocation } from './invocation.ts';

/** The ledger as one invocation sees it: every call is a wait of its own. */
export function ledgerFor(invocation: Invocation): Ledger {
  return invocation.ofRelease(calledBy(invocation));
}

function calledBy(invocation: Invocation): Ledger {
  const { table } = invocation;
  return {
    epoch: () => invocation.call('reads the epoch', false, () => table.epoch),
    readHalt: () =>
      invocation.call(
        'reads the halt',
        false,
        () => table.halt,
        ({ generation, mode }) => `generation ${generation} ${mode}`,
      ),
    readHaltMarks: (_client, currencies) =>
      invocation.call('reads the marks of halts', false, () => table.haltMarks(currencies)),
    halt: (_client, act) => invocation.call('halts', true, () => table.haltBy(act)),
    readPolicy: () => invocation.call('reads the policy', false, () => table.policy()),
    readLanes: () =>
      invocation.call(
        'reads the lanes',
        false,
        () => table.lanes(),
        (lanes) =>
          lanes.map((lane) => `${lane.currency} v${lane.version} ${lane.status.state}`).join(', '),
      ),
    readDecisionRun: (_tenant, snapshot) =>
      invocation.call('reads the decision run', false, () => table.decisionRun(snapshot)),
    readInstruction: (_client, id) =>
      invocation.call(
        `reads ${id}`,
        false,
        () => table.instruction(id),
        (instruction) => instruction?.status.state ?? 'missing',
      ),
    readCounts: (_tenant, name) =>
      invocation.call(`reads the ${name}`, false, () => table.counts(name)),
    readAuditHead: () => invocation.call('reads the audit head', false, () => table.auditHead()),
    knownWithdrawals: (_client, ids) =>
      invocation.call('looks withdrawals up', false, () => table.knownWithdrawals(ids)),
    knownTrades: (_client, ids) =>
      invocation.call('looks trades up', false, () => table.knownTrades(ids)),
    commit: (_client, changes) =>
      invocation.call<CommitResult>(
        'commits',
        true,
        () => table.commit(changes, invocation.name),
        (result) =>
          `${changes.map(describeWrite).join('; ')}: ${result.ok ? 'done' : `refused (${result.conflicts.join(', ')})`}`,
      ),
  };
}

function describeWrite(change: LedgerWrite): string {
  switch (change.kind) {
    case 'create-instruction':
    case 'replace-instruction':
      return `${change.instruction.id} v${change.instruction.version} ${change.instruction.status.state}`;
    case 'create-lane':
    case 'replace-lane':
    case 'rearm-lane':
      return `lane ${change.lane.currency} v${change.lane.version} ${change.lane.status.state}`;
    case 'create-decision-run': {
      const { part, decisions } = change.run;
      const said = decisions.map(
        ({ decision }) =>
          `${decision.ruleId} ${decision.outcome === 'sweep' ? decision.amount : decision.reason}`,
      );
      return `run part ${part}: ${said.join(', ')}`;
    }
    case 'record-withdrawal-id':
      return `withdrawal ${change.withdrawalId}`;
    case 'record-trade-id':
      return `trade ${change.tradeId}`;
    case 'put-controls':
      return `controls v${change.controls.version} ${change.controls.mode}`;
    case 'put-rule':
      return `rule ${change.rule.id} v${change.rule.version}`;
    case 'put-account':
      return `account ${change.account.label} v${change.account.version} ${change.account.status}`;
    case 'put-trade-usage':
    case 'put-outflow-usage':
    case 'put-approval-usage':
      return `${SHARED_WRITES[change.kind]} v${change.usage.version}`;
    case 'halt':
      return `halt of ${change.act.currency ?? 'everything'}`;
    case 'resume':
      return `halt generation ${change.halt.generation} ${change.halt.mode}`;
    case 'append-audit':
      return `audit ${change.entry.sequence}`;
    default:
      return change.kind;
  }
}
