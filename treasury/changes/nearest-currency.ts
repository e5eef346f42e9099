/** Letters by which two codes may differ at most to be taken for each other: one typed wrongly, two exchanged. */
const MAX_DISTANCE = 2;

/** The known code that is most like the one that was typed; null if none is similar. */
export function nearestCurrency(written: string, known: Iterable<string>): string | null {
  let nearest: string | null = null;
  let least = MAX_DISTANCE + 1;
  for (const code of [...known].sort()) {
    const distance = distanceBetween(written, code);
    if (distance < least && distance < code.length) {
      nearest = code;
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
