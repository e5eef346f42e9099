/** A caller outside who requests something of a running stack, and repeats it if the stack dies. */
export interface Asker {
  /** What was answered in the end; null where whoever was asked died before. */
  readonly ask: (listening: Promise<string>, signal: AbortSignal) => Promise<string | null>;
}
