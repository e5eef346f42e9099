/** The parts of ours and of the bare handler that are compared. */
export interface OwnAndBare<T> {
  readonly own: readonly T[];
  readonly bare: readonly T[];
}

/** One of ours, one bare, and again: what disturbs the machine disturbs both. The first ones are not kept. */
export async function ownAndBare<T>(
  warm: number,
  kept: number,
  make: Readonly<Record<'own' | 'bare', () => Promise<T>>>,
): Promise<OwnAndBare<T>> {
  const made = { own: [] as T[], bare: [] as T[] };
  for (let round = -warm; round < kept; round++) {
    const [own, bare] = [await make.own(), await make.bare()];
    if (round < 0) continue;
    made.own.push(own);
    made.bare.push(bare);
  }
  return made;
}
