import type { FeedLine } from './console-feed/feed-line.ts';
import type { ItemsProcess } from './demo-data/items-process.ts';
import type { FatalCondition } from './fatal-condition.ts';
import type { LogLine } from './log/function-log.ts';
import type { LivePlan } from './policy/describe-policy.ts';
import type { StartStep } from './terminal/progress.ts';

/** What a stack tells its caller, and what it takes from there beside its options. */
export interface StackListeners {
  /** Something happened to the treasury. */
  readonly feed: (feedLine: FeedLine) => void;
  /** Something that a person should know about the stack itself; one line. */
  readonly notice: (line: string) => void;
  /** Every line of every function. */
  readonly log: LogLine;
  /** What the start is at. */
  readonly progress?: (step: StartStep) => void;
  /** What ends the stack, where the caller has such conditions of its own. */
  readonly fatal?: FatalCondition;
  /** The program that computes the demo data, where it has begun. */
  readonly demoData?: ItemsProcess | null;
  /** Whether a round follows at once: its functions are loaded beside the rest of the start. @default false */
  readonly roundFollows?: boolean;
  /** The folder of the console, which nothing waits for; left out where no console is served. */
  readonly console?: Promise<string>;
  /**
   * Asked once before real money may leave, with the policy by which it would; throws where it may not. @default no question:
   * the caller has decided
   */
  readonly beforeLive?: (plan: LivePlan) => Promise<void>;
}
