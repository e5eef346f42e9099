import type { InboxFact, MayNotFact } from '../../inbox-facts.ts';
import type { BesideInbox } from '../inbox-texts.ts';
import { type SaidOf, saidOf, type WithCode } from '../said.ts';
import {
  amountIn,
  datePart,
  joined,
  moment,
  type Sentence,
  sentence,
  written,
} from '../sentence.ts';
import { sayWidening } from '../widening.ts';
import { ACTORS } from './actors.ts';
import { askedText } from './asked.ts';
import { BREAKS, KINDS } from './breaks.ts';
import { statementLapsed } from './lapses.ts';
import { PAUSED_BECAUSE } from './waiting.ts';

type Of<Code extends InboxFact['code']> = WithCode<InboxFact, Code>;

function askedToSend({ askedBy, asked, part, reference }: Of<'asked-to-send'>): Sentence {
  const who = typeof askedBy === 'string' ? [written(askedBy)] : saidOf(ACTORS, askedBy);
  const currency = asked.kind === 'withdrawal' ? asked.currency : '';
  const of =
    part === null
      ? []
      : sentence`, Teil ${part.part} von ${part.of} von ${amountIn(currency, part.total)}`;
  const named = reference === null ? [] : sentence` (${written(reference)})`;
  return sentence`${who} bittet um: ${askedText(asked)}${of}${named}.`;
}

/** What a change of the policy is about. */
const PIECES: Readonly<Record<Of<'change-proposed'>['piece'], string>> = {
  rule: 'Regel',
  account: 'Konto',
  controls: 'Vorgaben',
  calendar: 'Kalender',
  webhook: 'Webhook',
  'matching-rule': 'Zuordnungsregel',
  'manual-rate': 'manueller Kurs',
};

function changeProposed(fact: Of<'change-proposed'>): Sentence {
  const { by, isNew, piece, name, accounts, widens, more } = fact;
  const who = by === null ? [] : sentence`${written(by)} schlägt vor: `;
  const what = `${isNew ? 'neu' : 'Änderung'}, ${PIECES[piece]}`;
  const named = name === null ? [what] : sentence`${what} „${written(name)}“`;
  const paid = accounts.map((each) =>
    each.label === undefined ? [each.id] : sentence`„${written(each.label)}“`,
  );
  const among =
    paid.length === 0
      ? []
      : sentence`, aufgeteilt auf ${joined(paid.slice(0, -1), ', ')} und ${paid.at(-1) ?? []}`;
  const told = widens.map((each) => written(sayWidening(each)));
  return sentence`${who}${named}${among}: ${joined(told, '; ')}${more > 0 ? `; und ${more} weitere Gründe` : ''}.`;
}

function lowBalance({ balance, currency, low, filling }: Of<'balance-low'>): Sentence {
  const amount = amountIn(currency, filling.amount);
  const filled =
    filling.to === 'low'
      ? sentence`${amount} würden ihn auf den Mindestbestand bringen`
      : sentence`${amount} würden ihn auf die behaltenen ${amountIn(currency, filling.target)} auffüllen`;
  return sentence`Der Bestand von ${amountIn(currency, balance)} liegt unter dem Mindestbestand von ${amountIn(currency, low)}: ${filled}. Es wird nichts automatisch gekauft.`;
}

function calendarEnding({ id, label, ...fact }: Of<'calendar-ending'>): Sentence {
  const { until, hasEnded, rules, isBuiltIn } = fact;
  const next = isBuiltIn
    ? 'eine spätere Version von Sluice enthält seine weiteren Jahre'
    : 'importieren Sie seine weiteren Jahre, und lassen Sie sie freigeben';
  return sentence`Der Kalender ${id} (${written(label)}) ${hasEnded ? 'endete' : 'endet'} am ${datePart(until)}: An späteren Tagen tun ${rules.join(', ')} nichts; ${next}.`;
}

/** What two people state of amounts that no balance shows. */
const OUTCOMES: Readonly<Record<string, string>> = {
  booked: 'es wurde gebucht',
  'not-executed': 'es wurde nicht ausgeführt',
};

export const INBOX: SaidOf<InboxFact, BesideInbox> = {
  'asked-to-send': askedToSend,
  'outcome-unknown': ({ asked, lapsed }) => {
    const before = lapsed === null ? [] : sentence` ${statementLapsed(lapsed)}`;
    return sentence`Was aus „${askedText(asked)}“ wurde, ist nicht bekannt: Sehen Sie beim Dienst nach, und stellen Sie es fest.${before}`;
  },
  'outcome-stated': ({ asked, by, executed }) =>
    sentence`${written(by)} sagt von „${askedText(asked)}“, ${executed ? 'es wurde ausgeführt' : 'es wurde nicht ausgeführt'}: Eine weitere Person stimmt zu oder widerspricht.`,
  'change-proposed': changeProposed,
  'resumption-proposed': ({ by, currency }) =>
    sentence`${written(by)} schlägt vor, den Halt von ${currency ?? 'allem'} zu beenden.`,
  'not-booked': ({ amount, currency, first }) => {
    const said =
      first === null
        ? []
        : sentence` ${written(first.by)} sagt, ${OUTCOMES[first.outcome] ?? first.outcome}: Eine weitere Person muss zustimmen.`;
    return sentence`${amountIn(currency, amount)} sind bestätigt, und kein Bestand zeigt den Abgang: Sehen Sie beim Dienst nach.${said}`;
  },
  'backup-restored': ({ currencies, first }) => {
    const said =
      first === null
        ? []
        : sentence` ${written(first)} sagt es: Eine weitere Person muss zustimmen.`;
    return sentence`Eine Sicherung wurde wiederhergestellt. Vergleichen Sie ${currencies.join(', ')} mit den Aufzeichnungen des Dienstes, und schalten Sie sie dann scharf.${said}`;
  },
  'break-open': ({ found, explained, ...about }) => {
    const next =
      explained === null
        ? 'Bitte erklären.'
        : sentence`${written(explained.by)} erklärt es als ${KINDS[explained.kind]}: Bitte schließen.`;
    return sentence`${saidOf(BREAKS, { ...about, ...found })}. ${next}`;
  },
  'balance-low': lowBalance,
  'rule-failing': ({ failing }, said) =>
    sentence`${said.failing(failing)}. Es endet mit dem nächsten Auftrag, der hinausgeht.`,
  'webhook-failing': ({ id, label, last }) =>
    sentence`Der Empfänger des Webhooks ${id} (${written(label)}) nimmt kein Ereignis an. ${last === null ? 'Er hat noch nie eines angenommen' : sentence`Zuletzt nahm er eines am ${moment(last)} an`}. Es wird drei Tage lang versucht; dann hält Sluice den Webhook an.`,
  'webhook-paused': ({ id, label, reason }) =>
    sentence`Sluice hat den Webhook ${id} (${written(label)}) angehalten: ${PAUSED_BECAUSE[reason]} Lassen Sie den Empfänger in Ordnung bringen, und schalten Sie den Webhook dann wieder ein.`,
  'calendar-ending': calendarEnding,
};

export const MAY_NOT: SaidOf<MayNotFact> = {
  'is-program': () => 'Programme entscheiden nichts: Es braucht eine Person.',
  'no-such-role': () => 'Keine Ihrer Rollen entscheidet darüber.',
  'settled-by-you': () => 'Sie haben es geklärt.',
  'approved-by-you': () => 'Sie haben es freigegeben.',
  'one-of-two-by-you': () => 'Sie haben es freigegeben; eine weitere Person muss es auch tun.',
  'stated-by-you': () => 'Sie haben es gesagt: Eine weitere Person muss zustimmen.',
  'outcome-stated-by-you': () =>
    'Sie haben gesagt, was daraus wurde: Eine weitere Person muss zustimmen.',
  'written-by-another': () =>
    'So, wie es hier steht, hat es keine entscheidende Funktion von Sluice geschrieben. Eine Freigabe storniert es; lehnen Sie es ab, und suchen Sie, wer in das Hauptbuch geschrieben hat.',
};
