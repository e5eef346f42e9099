/** Something that must never be, and is. */
export interface Violation {
  readonly code: string;
  readonly message: string;
}
