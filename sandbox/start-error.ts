export type SandboxStartErrorCode =
  | 'port-in-use'
  | 'port-refused'
  | 'data-file-unusable'
  | 'data-file-corrupt'
  | 'data-file-has-another-seed'
  | 'options-invalid'
  | 'script-invalid';

/** Why a sandbox did not start. The message is one line, for a person. */
export class SandboxStartError extends Error {
  override readonly name = 'SandboxStartError';
  readonly code: SandboxStartErrorCode;

  constructor(code: SandboxStartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
