/** The stack's message to a function's worker: one invocation at a time. */
export interface InvocationMessage {
  readonly requestId: string;
  /** The event as JSON. */
  readonly payload: string;
  readonly deadlineMs: number;
  readonly context: {
    readonly functionName: string;
    readonly functionArn: string;
    readonly memoryMb: number;
  };
}

/** The worker's reply: the handler's answer as JSON, or its error as Lambda shows it. */
export type OutcomeMessage =
  | { readonly requestId: string; readonly payload: string }
  | { readonly requestId: string; readonly error: FunctionError };

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** The place of a worker's handler. */
export interface WorkerTask {
  readonly bundleFolder: string;
  /** `file.export`, as in `index.handler`. */
  readonly handler: string;
}
