import type { Policy } from '../../../treasury/policy/policy.ts';
import {
  judgePiece,
  type PieceVerdict,
  type SealedLedger,
} from '../../../treasury/sealing/policy-seals.ts';
import type { SealVerifier } from '../../../treasury/seals/ports.ts';

/** Pieces of policy whose seal does not hold in a ledger, each with what is wrong: "rule btc-cold: foreign". */
export async function brokenSeals(
  verifier: SealVerifier,
  ledger: SealedLedger,
  { rules, accounts, controls }: Policy,
): Promise<readonly string[]> {
  const pieces = [
    ...rules.map((item) => ({ name: `rule ${item.id}`, piece: { kind: 'rule', item } as const })),
    ...accounts.map((item) => ({
      name: `account ${item.id}`,
      piece: { kind: 'account', item } as const,
    })),
    ...(controls === null
      ? []
      : [{ name: 'controls', piece: { kind: 'controls', item: controls } as const }]),
  ];
  const judged = await Promise.all(
    pieces.map(async ({ name, piece }) => ({
      name,
      verdict: await judgePiece(verifier, ledger, piece),
    })),
  );
  return judged.filter(({ verdict }) => verdict !== VALID).map(said);
}

const VALID: PieceVerdict = 'valid';

function said({
  name,
  verdict,
}: {
  readonly name: string;
  readonly verdict: PieceVerdict;
}): string {
  return `${name}: ${verdict}`;
}
