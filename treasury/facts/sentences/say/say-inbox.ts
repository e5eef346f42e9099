import type { InboxFact } from '../../inbox-facts.ts';
import { INBOX as INBOX_GERMAN, MAY_NOT as MAY_NOT_GERMAN } from '../de/inbox.ts';
import { INBOX, MAY_NOT } from '../en/inbox.ts';
import type { BesideInbox } from '../inbox-texts.ts';
import { failingSentence } from './say-failing.ts';
import { sayer, sayerBeside } from './sayer.ts';

/** What a person decides about: one sentence. */
export const sayInbox = sayerBeside<InboxFact, BesideInbox>(
  { en: INBOX, de: INBOX_GERMAN },
  (language) => ({ failing: (failing) => failingSentence(failing, language) }),
);

/** Why a caller may not decide. */
export const sayMayNot = sayer({ en: MAY_NOT, de: MAY_NOT_GERMAN });
