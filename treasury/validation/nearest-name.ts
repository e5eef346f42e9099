/** The known name that is most like the one that was written; null if none differs by so few letters at most. */
export function nearestName(
  written: string,
  known: Iterable<string>,
  maxDistance: number,
): string | null {
  let nearest: string | null = null;
  let least = maxDistance + 1;
  for (const name of [...known].sort()) {
    const distance = distanceBetween(written, name);
    if (distance < least && distance < name.length) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

/** Letters added, left out or replaced (Levenshtein). */
function distanceBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
