/** An item that is not in the form that this version of Sluice writes. Nothing is done because of it. */
export class UnreadableItemError extends Error {
  override readonly name = 'UnreadableItemError';
  /** What it is, and where it stands in its table. */
  readonly subject: string;

  constructor(entity: string, key: string, reason: string) {
    const subject = `${entity} item ${key}`;
    super(`${subject} cannot be read: ${reason}`);
    this.subject = subject;
  }
}
