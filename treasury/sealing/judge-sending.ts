import type { Instruction } from '../instructions/instruction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import type { SealVerifier } from '../seals/ports.ts';
import {
  type AuthorisationJudgement,
  type Authorised,
  judgeAuthorisation,
} from './judge-authorisation.ts';
import { judgeHalt } from './judge-halt.ts';
import { NOT_SEALED, SEAL_INVALID } from './tampering.ts';

export type SendingJudgement = AuthorisationJudgement | { readonly kind: 'changed' };

interface SendingPorts {
  readonly ledger: Pick<Ledger, 'readHalt' | 'readHaltMarks'>;
  readonly seals: SealVerifier;
}

interface Sent extends Authorised {
  readonly policy: Authorised['policy'] & Pick<Policy, 'halt'>;
}

/**
 * Whether an instruction may be sent: its own seal says so, and no halt covers it. The last check before the claim,
 * which rests on the same generation of the halt.
 */
export async function judgeSending(ports: SendingPorts, subject: Sent): Promise<SendingJudgement> {
  const authorised = await judgeAuthorisation(ports.seals, subject);
  if (authorised.kind !== 'authorised') return authorised;
  const { instruction, policy, epoch } = subject;
  const rests = {
    tenant: instruction.tenant,
    epoch,
    halt: policy.halt,
    currencies: currenciesOf(instruction),
  };
  try {
    const judged = await judgeHalt(ports, rests);
    switch (judged.kind) {
      case 'live':
        return authorised;
      case 'changed':
        return judged;
      case 'foreign':
        return { kind: 'cancel', reason: NOT_SEALED, why: judged.why };
      default:
        return { ...judged, reason: SEAL_INVALID };
    }
  } catch (error) {
    return { kind: 'unknown', said: error instanceof Error ? error.message : String(error) };
  }
}

function currenciesOf({ content }: Instruction): readonly string[] {
  return content.kind === 'trade' ? content.instrument.split('/') : [content.currency];
}
