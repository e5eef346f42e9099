import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { CurrentItem } from '../../treasury/ledger/policy-change.ts';
import type { Resumption } from '../../treasury/policy/halt-state.ts';
import type { Policy } from '../../treasury/policy/policy.ts';
import {
  instructionDigest,
  policyDigest,
  resumptionDigest,
  withoutSeal,
} from '../../treasury/sealing/messages.ts';
import type { SealedLedger } from '../../treasury/sealing/policy-seals.ts';
import { SEAL_FORMAT } from '../../treasury/seals/seal.ts';
import { macOf, TEST_KEY_ID } from './hmac-seals.ts';

const SEALED_AT = '2026-01-01T00:00:00.000Z';

/** A piece of policy as a deciding function would have written it. */
export function sealedFixture<P extends CurrentItem>(
  { tenant, epoch }: SealedLedger,
  piece: P,
): P['item'] {
  const item = withoutSeal(piece.item) as P['item'];
  const bare = { ...piece, item } as CurrentItem;
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: SEALED_AT };
  const mac = macOf(policyDigest(tenant, bare, terms));
  return { ...item, seal: { ...terms, keyId: TEST_KEY_ID, mac } };
}

/** Policy that a test puts into a ledger by itself, sealed as it would be. */
export function sealedChanges(
  ledger: SealedLedger,
  changes: readonly LedgerWrite[],
): readonly LedgerWrite[] {
  return changes.map((change) => {
    switch (change.kind) {
      case 'put-controls': {
        const { controls: item } = change;
        return { ...change, controls: sealedFixture(ledger, { kind: 'controls', item }) };
      }
      case 'put-rule':
        return { ...change, rule: sealedFixture(ledger, { kind: 'rule', item: change.rule }) };
      case 'put-account': {
        const { account: item } = change;
        return { ...change, account: sealedFixture(ledger, { kind: 'account', item }) };
      }
      case 'put-calendar': {
        const { calendar: item } = change;
        return { ...change, calendar: sealedFixture(ledger, { kind: 'calendar', item }) };
      }
      case 'put-webhook': {
        const { webhook: item } = change;
        return { ...change, webhook: sealedFixture(ledger, { kind: 'webhook', item }) };
      }
      case 'put-manual-rate':
        return {
          ...change,
          rate: sealedFixture(ledger, { kind: 'manual-rate', item: change.rate }),
        };
      case 'resume':
        return { ...change, halt: sealedHalt(ledger, change.halt) };
      default:
        return change;
    }
  });
}

/** The end of a halt as two people would have it written. */
export function sealedHalt<H extends { readonly resumed: Resumption }>(
  { tenant, epoch }: SealedLedger,
  halt: H,
): H {
  const bare = withoutSeal(halt.resumed);
  const terms = { format: SEAL_FORMAT, epoch, sealedAt: SEALED_AT };
  const mac = macOf(resumptionDigest(tenant, bare, terms));
  return { ...halt, resumed: { ...bare, seal: { ...terms, keyId: TEST_KEY_ID, mac } } };
}

/** A ledger in which a test may put policy as if a deciding function had: whatever it puts is sealed. */
export function sealingLedger<L extends Ledger>(ledger: L): L {
  return {
    ...ledger,
    commit: async (tenant, changes) => {
      const policy = changes.some(({ kind }) => POLICY_WRITES.has(kind));
      if (!policy) return await ledger.commit(tenant, changes);
      const epoch = await ledger.epoch();
      return await ledger.commit(tenant, sealedChanges({ tenant, epoch }, changes));
    },
  };
}

const POLICY_WRITES: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'put-controls',
  'put-rule',
  'put-account',
  'put-calendar',
  'put-webhook',
  'put-manual-rate',
  'resume',
]);

/** A whole policy as it would stand. */
export function sealedPolicy<P extends Pick<Policy, 'controls' | 'rules' | 'accounts'>>(
  ledger: SealedLedger,
  policy: P,
): P {
  const { controls, rules, accounts } = policy;
  return {
    ...policy,
    controls: controls && sealedFixture(ledger, { kind: 'controls', item: controls }),
    rules: rules.map((item) => sealedFixture(ledger, { kind: 'rule', item })),
    accounts: accounts.map((item) => sealedFixture(ledger, { kind: 'account', item })),
  };
}

/** An instruction that a test has moved on by itself, sealed as whoever decides would have. */
export function resealed(before: Instruction, after: Instruction): Instruction {
  const { seal } = before;
  if (seal === undefined) throw new Error(`${before.id} was never sealed`);
  const { keyId, mac: _, ...terms } = seal;
  const bare = withoutSeal(after);
  return { ...bare, seal: { ...terms, keyId, mac: macOf(instructionDigest(bare, terms)) } };
}

/** Policy as people know it. */
export function withoutSeals<P extends Pick<Policy, 'controls' | 'rules' | 'accounts'>>(
  policy: P,
): P {
  const { controls, rules, accounts } = policy;
  return {
    ...policy,
    controls: controls && withoutSeal(controls),
    rules: rules.map((rule) => withoutSeal(rule)),
    accounts: accounts.map((account) => withoutSeal(account)),
  };
}
