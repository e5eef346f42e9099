import {
  actorName,
  askedBy,
  type Instruction,
  type Names,
  personName,
} from '../approving/instruction.ts';
import { saidOf } from '../approving/texts.ts';
import { capitalised } from '../display/capitalised.ts';

export type StepTone = 'good' | 'warn' | 'bad' | 'busy' | 'quiet';

/** One moment of an instruction's life, or one that is still to come. */
export interface Step {
  /** Where it stands in the list. */
  readonly key: string;
  readonly title: string;
  /** Null where it has not happened, or has no moment of its own. */
  readonly at: string | null;
  readonly detail: string;
  readonly tone: StepTone;
}

type Entry = Instruction['history'][number];

/** The life of an instruction: what happened, oldest first, then what has to happen before money has moved. */
export function timelineOf(instruction: Instruction): readonly Step[] {
  const { history, names } = instruction;
  const happened = history.flatMap((entry, index) => {
    const before = history[index - 1];
    const steps = stepsOf(entry, before, instruction);
    return steps.map((step, place) => ({
      ...step,
      detail: capitalised(withNames(step.detail, names)),
      key: `${index}.${place}`,
    }));
  });
  return [...happened, ...stillToCome(instruction)];
}

type Bare = Omit<Step, 'key'>;

function stepsOf(
  entry: Entry,
  before: Entry | undefined,
  instruction: Instruction,
): readonly Bare[] {
  const { at, state, message, by } = entry;
  const { names, origin } = instruction;
  // A line of the same state is a note: what a first person says about the outcome, or takes back.
  if (state === before?.state && state !== 'awaiting-approval') {
    return [{ title: 'Noted', at, detail: message, tone: 'quiet' }];
  }
  switch (state) {
    case 'proposed': {
      const said = saidOf(instruction);
      const by = `By ${askedBy(instruction, names)}.`;
      const title = origin.kind === 'sweep' ? 'Decided' : 'Asked for';
      return [{ title, at, detail: said === null ? by : `${by} ${said}`, tone: 'quiet' }];
    }
    case 'awaiting-approval': {
      const isFirst = before?.state !== 'awaiting-approval';
      return [
        {
          title: isFirst ? 'Waits for approval' : 'Approved by one',
          at,
          detail: message,
          tone: isFirst ? 'busy' : 'good',
        },
      ];
    }
    case 'approved': {
      const people = (by ?? []).map((each) => actorName(names, each));
      return [{ title: 'Approved', at, detail: `By ${people.join(' and ')}.`, tone: 'good' }];
    }
    case 'sending':
      return [
        {
          title: 'Claimed',
          at,
          detail: 'Its currency carries nothing else until the outcome is known.',
          tone: 'quiet',
        },
      ];
    default:
      return afterSending(entry, before, instruction);
  }
}

/** An outcome: whether the request went out, and what the service made of it, are two moments. */
function afterSending(
  { at, state, message }: Entry,
  before: Entry | undefined,
  { status, content }: Instruction,
): readonly Bare[] {
  const sent: Bare = {
    title: 'Sent',
    at: null,
    detail: 'Once, between the claim and the answer.',
    tone: 'quiet',
  };
  const wasSending = before?.state === 'sending';
  const what = content.kind === 'trade' ? 'trade' : 'withdrawal';
  switch (state) {
    case 'confirmed': {
      const isAnswer =
        status.state === 'confirmed' && ['withdrawal', 'trade'].includes(status.confirmation.kind);
      return wasSending && isAnswer
        ? [
            sent,
            { title: 'Answered', at, detail: `The service confirmed the ${what}.`, tone: 'good' },
          ]
        : [{ title: 'Settled as executed', at, detail: settledBy(status), tone: 'good' }];
    }
    case 'rejected': {
      const detail = `The service rejected the ${what}: ${message}.`;
      return [...(wasSending ? [sent] : []), { title: 'Answered', at, detail, tone: 'bad' }];
    }
    case 'anomaly': {
      const detail = `The answer contradicts the request (${message}): everything is halted.`;
      return [...(wasSending ? [sent] : []), { title: 'Answered', at, detail, tone: 'bad' }];
    }
    case 'unknown':
      return [
        {
          title: 'Outcome unknown',
          at,
          detail: `It may have been carried out (${message}). Nothing else of its currency is sent before two people settle it, or the balances do.`,
          tone: 'bad',
        },
      ];
    case 'not-sent':
      return [{ title: 'Not sent', at, detail: `Nothing left: ${message}.`, tone: 'warn' }];
    case 'released':
      return [{ title: 'Settled as not executed', at, detail: message, tone: 'warn' }];
    case 'declined':
      return [{ title: 'Declined', at, detail: message, tone: 'bad' }];
    case 'expired':
      return [
        {
          title: 'Expired',
          at,
          detail: 'The time for an approval ended: nothing is sent.',
          tone: 'warn',
        },
      ];
    default:
      return [{ title: 'Cancelled', at, detail: message, tone: 'warn' }];
  }
}

function settledBy(status: Instruction['status']): string {
  if (status.state !== 'confirmed') return '';
  const { confirmation } = status;
  if (confirmation.kind === 'settled') {
    return `By ${confirmation.by.join(' and ')}: ${confirmation.comment}`;
  }
  return confirmation.kind === 'evidence' ? `By the balances: ${confirmation.comment}` : '';
}

/** What has to happen yet: a request is not a payment, and an approval is none either. */
function stillToCome({ status, names }: Instruction): readonly Step[] {
  const step = (key: string, title: string, detail: string): Step => ({
    ...{ key, title, at: null, detail, tone: 'quiet' },
  });
  const sent = step('sent', 'To be sent', 'Decided once more on fresh balances, then sent once.');
  const answered = step(
    'answered',
    'To be answered',
    'Only the answer of the service says that money moved.',
  );
  switch (status.state) {
    case 'awaiting-approval': {
      const missing = (status.approvalsRequired ?? 1) - (status.approvals?.length ?? 0);
      const people = missing === 1 ? '1 more person' : `${missing} more people`;
      const given = (status.approvals ?? []).map(({ by }) => personName(names, by));
      const so = given.length === 0 ? '' : ` ${given.join(' and ')} approved it.`;
      return [step('approval', 'To be approved', `By ${people}.${so}`), sent, answered];
    }
    case 'proposed':
    case 'approved':
      return [sent, answered];
    case 'sending':
      return [
        { ...answered, tone: 'busy', detail: 'Sent, or about to be. No answer is known yet.' },
      ];
    case 'unknown':
      return [step('settled', 'To be settled', 'By two people, or by what later balances say.')];
    case 'rejected':
    case 'anomaly':
      return [
        step('settled', 'To be settled', 'By two people: its currency is blocked until then.'),
      ];
    default:
      return [];
  }
}

/** What an id may consist of, but for a mark that ends a sentence or a clause. */
const WORD = /[\p{L}\p{N}_.@+:/-]*[\p{L}\p{N}_]/gu;

/**
 * A sentence of the API with the names of the people in it, where they chose one. The API says ids: its audit log and its files
 * do, and a name may change. Whole words alone, so that no part of a comment becomes a name.
 */
function withNames(text: string, names: Names | undefined): string {
  const people = names?.people ?? {};
  return text.replaceAll(WORD, (word) => (Object.hasOwn(people, word) && people[word]) || word);
}
