/** Somebody outside who wants something of a running stack, and wants it again where it dies. */
export interface Asker {
  /** What was answered in the end; null where whoever was asked died before. */
  readonly ask: (listening: Promise<string>, signal: AbortSignal) => Promise<string | null>;
}
