import { judgeCreated } from '../../outcomes/created-when.ts';
import { type AskedWithdrawal, judgeWithdrawal } from '../../outcomes/judge-withdrawal.ts';
import { type AnsweredWithdrawals, withdrawalIdsIn } from '../../outcomes/reply.ts';
import type { Asked } from '../send-claimed.ts';

/** A withdrawal, whole or a part of a split (reference, 4.2). */
export function askedWithdrawal(asked: AskedWithdrawal): Asked<AnsweredWithdrawals> {
  return {
    send: (service, sendBy) => service.sendWithdrawal(asked.request, sendBy),
    knownIn: (ledger, tenant, reply) => ledger.knownWithdrawals(tenant, withdrawalIdsIn(reply)),
    judge: (reply, known, times) => {
      const outcome = judgeCreated(judgeWithdrawal(asked, reply, known), times);
      return outcome.state === 'confirmed'
        ? { ...outcome, confirmation: { kind: 'withdrawal', ...outcome.confirmation } }
        : outcome;
    },
  };
}
