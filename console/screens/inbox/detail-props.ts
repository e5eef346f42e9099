import type { InboxItem } from './kinds.ts';

/** What every kind of detail is given. */
export interface DetailProps {
  readonly id: string;
  /** As the inbox has it, with whether this person may decide; undefined once it waits no more. */
  readonly item: InboxItem | undefined;
}
