import type { LaneStatus } from '../../../instructions/lane.ts';
import type { LaneFact } from '../../lane-facts.ts';
import type { RuleFact } from '../../rule-facts.ts';
import type { Said } from '../said.ts';
import { moment, sentence, written } from '../sentence.ts';
import { notSent } from './not-sent.ts';

const live = () => 'in Betrieb';
const freeLane = () => 'frei, in diesem Hauptbuch scharf geschaltet';

type Blocked = Exclude<LaneStatus['state'], 'idle' | 'sending'>;

const STATES: Readonly<Record<Blocked, string>> = {
  rejected: 'abgelehnt',
  unknown: 'unbekannt',
  anomaly: 'auffällig',
};

/** After the id of the instruction. */
const OUTCOMES: Readonly<Record<Blocked, string>> = {
  rejected: 'wurde abgelehnt',
  unknown: 'hat einen unbekannten Ausgang',
  anomaly: 'wurde anders beantwortet als angefragt',
};

export const LANES: Said<LaneFact> = {
  live: { seen: live, accepted: live },
  'no-policy': { seen: () => 'kein Regelwerk', accepted: live, refused: notSent },
  'newer-version': {
    seen: ({ format }) => `Format ${format}`,
    accepted: ({ format, known }) =>
      `${format > known ? 'höchstens' : 'mindestens'} Format ${known}`,
    refused: notSent,
  },
  'controls-unreadable': { seen: () => 'nicht lesbar', accepted: live, refused: notSent },
  halted: { seen: () => 'angehalten', accepted: live, refused: notSent },
  'dry-run': { seen: () => 'Probelauf', accepted: live, refused: notSent },
  'never-armed': {
    seen: () => 'nie scharf geschaltet',
    accepted: freeLane,
    refused: notSent,
  },
  'armed-elsewhere': {
    seen: () => 'in einem anderen Hauptbuch scharf geschaltet',
    accepted: freeLane,
    refused: notSent,
  },
  'lane-unreadable': { seen: () => 'nicht lesbar', accepted: freeLane, refused: notSent },
  'lane-busy': {
    seen: ({ instructionId }) => `sendet gerade, ${instructionId}`,
    accepted: freeLane,
    refused: ({ instructionId, currency }) =>
      `Der Auftrag ${instructionId} in ${currency} wird gerade gesendet.`,
  },
  'lane-blocked': {
    seen: ({ state, instructionId }) => `${STATES[state]}, ${instructionId}`,
    accepted: freeLane,
    refused: ({ currency, since, instructionId, state }) =>
      sentence`${currency} ist seit ${moment(since)} gesperrt: ${instructionId} ${OUTCOMES[state]}.`,
  },
  'earlier-open': {
    seen: ({ instructionId }) => `frei, ${instructionId} ist offen`,
    accepted: freeLane,
    refused: ({ instructionId }) =>
      `Der frühere Auftrag ${instructionId} dieser Regel ist noch offen.`,
  },
  'lane-idle': { seen: () => 'frei', accepted: freeLane },
};

function versionText({ ruleId, version }: { readonly ruleId: string; readonly version: number }) {
  return `${ruleId} Version ${version}`;
}

export const RULE: Said<RuleFact> = {
  'unreadable-rule': {
    seen: () => 'nicht lesbar',
    accepted: () => 'in einer Form, die diese Version liest',
    refused: () =>
      'Die Regel kann nicht gelesen werden: Sie liegt nicht in einer Form vor, die diese Version von Sluice liest.',
  },
  enabled: {
    seen: ({ enabled }) => (enabled ? 'eingeschaltet' : 'ausgeschaltet'),
    accepted: () => 'eingeschaltet',
    refused: ({ label }) => sentence`Die Regel „${written(label)}“ ist ausgeschaltet.`,
  },
  'rule-version': {
    seen: ({ current }) => (current === null ? 'keine solche Regel' : versionText(current)),
    accepted: ({ decidedBy }) => versionText(decidedBy),
    refused: ({ current, decidedBy }) =>
      current === null
        ? `Die Regel ${decidedBy.ruleId} gibt es nicht mehr.`
        : `Die Regel wurde inzwischen geändert: Sie ist ${versionText(current)}, der Auftrag stammt aus ${versionText(decidedBy)}.`,
  },
};
