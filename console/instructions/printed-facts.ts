import type { Instruction } from '../approving/instruction.ts';

/**
 * What a digest of a printed instruction covers: the same for readers of every language and zone. What is said of it in words
 * follows from its version.
 */
export function printedFacts(instruction: Instruction): object {
  const { id, version, createdAt, origin, content, destination, status, history } = instruction;
  return {
    ...{ id, version, createdAt, origin, content, destination },
    status: { state: status.state, at: status.at },
    history: history.map(({ at, state, by }) => ({ at, state, by })),
  };
}
