import type { UnreadableWhy } from '../../../outcomes/unreadable.ts';
import { unreadable } from '../en/unreadable.ts';
import { asText } from '../sentence.ts';

/** For exports, notices and logs, which are in English. */
export function sayUnreadable(why: UnreadableWhy): string {
  return asText(unreadable(why));
}
