import type { LaneStatus } from '../../../instructions/lane.ts';
import type { LaneFact } from '../../lane-facts.ts';
import type { ReadPart, RuleFact } from '../../rule-facts.ts';
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

export const LANES: Said<LaneFact> = {
  live: { seen: live, accepted: live },
  'no-policy': { seen: () => 'kein Regelwerk', accepted: live, refused: notSent },
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
      sentence`${currency} ist seit ${moment(since)} gesperrt: Der Ausgang von ${instructionId} ist ${STATES[state]}.`,
  },
  'earlier-open': {
    seen: ({ instructionId }) => `frei, ${instructionId} ist offen`,
    accepted: freeLane,
    refused: ({ instructionId }) =>
      `Der frühere Auftrag ${instructionId} dieser Regel ist noch offen.`,
  },
  'lane-idle': { seen: () => 'frei', accepted: freeLane },
};

const PARTS: Readonly<Record<ReadPart, string>> = {
  rule: 'Die Regel',
  account: 'Das Konto',
  controls: 'Die Steuerung',
  halt: 'Der Stopp',
  lane: 'Der Zustand der Währung',
  'other-lane': 'Der Zustand der anderen Währung',
};

function nameOf({ part }: Extract<RuleFact, { readonly code: 'newer-version' }>): string {
  return typeof part === 'string' ? PARTS[part] : `Der Kalender ${part.calendarId}`;
}

function versionText({ ruleId, version }: { readonly ruleId: string; readonly version: number }) {
  return `${ruleId} Version ${version}`;
}

export const RULE: Said<RuleFact> = {
  'newer-version': {
    seen: (fact) => `${nameOf(fact)}: eine spätere Version`,
    accepted: () => 'bekannt',
    refused: (fact) =>
      `${nameOf(fact)} wurde von einer späteren Version von Sluice geschrieben und bleibt unangetastet, bis diese Version wieder läuft.`,
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
