/**
 * One of each program, and again: what disturbs the machine disturbs all. The first rounds are not kept.
 * Every round begins with the next program, so that none always follows the same one.
 */
export async function inTurns<Program extends string, T>(
  warm: number,
  kept: number,
  make: Readonly<Record<Program, () => Promise<T>>>,
): Promise<Readonly<Record<Program, readonly T[]>>> {
  const programs = Object.keys(make) as Program[];
  const made = Object.fromEntries(programs.map((each) => [each, []])) as unknown as Record<
    Program,
    T[]
  >;
  for (let round = 0; round < warm + kept; round++) {
    const first = round % programs.length;
    for (const program of [...programs.slice(first), ...programs.slice(0, first)]) {
      const result = await make[program]();
      if (round >= warm) made[program].push(result);
    }
  }
  return made;
}
