/** Thrown if a caller requests a transition that the protocol does not have: a defect in Sluice. */
export class IllegalTransitionDefect extends Error {
  override readonly name = 'IllegalTransitionDefect';
  constructor(subject: string, from: string, event: string) {
    super(`${subject}: no transition "${event}" from "${from}"`);
  }
}
