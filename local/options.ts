/** The options of a local stack; the command line gives the same to `start` and `once`. */
export interface StackOptions {
  /** Port of the API; 0 takes any free one. */
  readonly port: number;
  /** Port of the built-in sandbox; 0 takes any free one. */
  readonly sandboxPort: number;
  /** Null keeps nothing. */
  readonly dataFolder: string | null;
  /** Null is the built-in sandbox. */
  readonly upstream: string | null;
  readonly tokenFile: string | null;
  /** What is known about the upstream's answers, as a stage's file has it (JSON). @default nothing */
  readonly answersFile?: string | null;
  /** Whether an upstream of the person's own may be sent to. */
  readonly live: boolean;
  /** Null is the demo's policy. */
  readonly policyFile: string | null;
  /** Whether the sandbox makes deposits of its own. */
  readonly activity: boolean;
  /** Whether an empty store of the built-in sandbox begins with made-up history. */
  readonly demoData: boolean;
  /** Whether events may be posted to receivers on this machine, by http as well. @default false */
  readonly loopbackWebhooks?: boolean;
  /** Interval of the ticks. */
  readonly everyMs: number;
  /** Whether signing in again gives back the session of before, as at issuers that ignore `prompt`. @default false */
  readonly ignoresPrompt?: boolean;
  /** Whether the API lets everything through, whatever the template says: to measure it. @default false */
  readonly unthrottled?: boolean;
}
