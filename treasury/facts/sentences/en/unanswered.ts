import type { GivenUpWhen } from '../../../outcomes/unanswered.ts';
import type { UnansweredTexts } from '../answer-texts.ts';
import { type Sentence, sentence, written } from '../sentence.ts';

const GIVEN_UP: Readonly<Record<GivenUpWhen, string>> = {
  'before-opening': 'before connecting',
  'look-up': 'in look-up',
  connect: 'in connect',
  handshake: 'in handshake',
  'before-sending': 'before sending',
  waiting: 'while waiting for the answer',
};

/** The command of docs/token.md: the value goes through a file or a prompt, never an argument. */
function advice(secret: string): Sentence {
  return sentence`To fill it: npm run sluice -- token fill --secret ${written(secret)} --service BASE_URL`;
}

function begun({ status, bytes }: { readonly status: number; readonly bytes: number }): Sentence {
  return sentence`, after ${bytes} bytes of an answer ${status}`;
}

export const UNANSWERED: UnansweredTexts = {
  token: {
    empty: () => 'it is empty',
    'other-form': () => 'it is neither plain text nor JSON of the form {"token": "..."}',
    'other-length': ({ least, most, length }) =>
      sentence`a token has ${least} to ${most} characters, this has ${length}`,
    'other-characters': () =>
      'a token is visible ASCII without blanks, quotes and backslashes, this is not',
  },
  unanswered: {
    'secret-empty': ({ secret }) =>
      sentence`the secret ${written(secret)} does not exist or holds nothing yet. ${advice(secret)}`,
    'secret-without-token': ({ secret }, fault) =>
      sentence`the secret ${written(secret)} holds no token: ${fault}. ${advice(secret)}`,
    'secret-unreadable': ({ secret, error }) =>
      sentence`the secret ${written(secret)} cannot be read: ${written(error)}`,
    unwritable: () => 'no request can be made of this',
    'amount-unfit': () => 'the amount is not decimal text above zero',
    'too-late': ({ sendBy }) => sentence`it is past ${written(sendBy)}`,
    'given-up': ({ when }) => `given up ${GIVEN_UP[when]}`,
    'not-open': ({ afterMs, step }) => sentence`no connection after ${afterMs} ms, in ${step}`,
    'closed-in': ({ step }) => `closed by the other side in ${step}`,
    'closed-unused': () => 'the connection was closed before it was used',
    'not-begun': ({ afterMs }) => sentence`no headers after ${afterMs} ms`,
    'not-complete': ({ afterMs }) => sentence`no complete answer after ${afterMs} ms`,
    closed: () => 'closed without a complete answer',
    error: ({ name, said }) => written(name === undefined ? said : `${name}: ${said}`),
    encoded: ({ coding, ...of }) =>
      sentence`encoded as ${written(coding)}, which was not asked for${begun(of)}`,
    'too-large': ({ most, ...of }) => sentence`more than ${most} bytes${begun(of)}`,
    'broken-off': (of) => sentence`the connection ended${begun(of)}`,
  },
};
