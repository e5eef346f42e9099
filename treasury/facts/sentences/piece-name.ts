/** "matching rule" of `matching-rule`: what people call a piece of the policy, within a sentence. */
export function pieceName(kind: string): string {
  return kind.replace('-', ' ');
}
