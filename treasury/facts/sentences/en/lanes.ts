import type { LaneFact } from '../../lane-facts.ts';
import type { RuleFact } from '../../rule-facts.ts';
import type { Said } from '../said.ts';
import { moment, sentence, written } from '../sentence.ts';
import { notSent } from './not-sent.ts';

const live = () => 'live';
const freeLane = () => 'idle, armed in this ledger';

export const LANES: Said<LaneFact> = {
  live: { seen: live, accepted: live },
  'no-policy': { seen: () => 'no controls', accepted: live, refused: notSent },
  'newer-version': {
    seen: ({ format }) => `format ${format}`,
    accepted: ({ format, known }) => `${format > known ? 'at most' : 'at least'} format ${known}`,
    refused: notSent,
  },
  'controls-unreadable': { seen: () => 'cannot be read', accepted: live, refused: notSent },
  halted: { seen: () => 'halted', accepted: live, refused: notSent },
  'dry-run': { seen: () => 'dry-run', accepted: live, refused: notSent },
  'never-armed': { seen: () => 'no lane', accepted: freeLane, refused: notSent },
  'armed-elsewhere': {
    seen: () => 'armed in another ledger',
    accepted: freeLane,
    refused: notSent,
  },
  'lane-unreadable': { seen: () => 'cannot be read', accepted: freeLane, refused: notSent },
  'lane-busy': {
    seen: ({ instructionId }) => `sending, ${instructionId}`,
    accepted: freeLane,
    refused: ({ instructionId, currency }) =>
      `Instruction ${instructionId} in ${currency} is being sent.`,
  },
  'lane-blocked': {
    seen: ({ state, instructionId }) => `${state}, ${instructionId}`,
    accepted: freeLane,
    refused: ({ currency, since, instructionId, state }) =>
      sentence`${currency} is blocked since ${moment(since)}: the outcome of ${instructionId} is ${state}.`,
  },
  'earlier-open': {
    seen: ({ instructionId }) => `idle, ${instructionId} is open`,
    accepted: freeLane,
    refused: ({ instructionId }) =>
      `This rule's earlier instruction ${instructionId} is still open.`,
  },
  'lane-idle': { seen: () => 'idle', accepted: freeLane },
};

interface Version {
  readonly ruleId: string;
  readonly version: number;
}

function versionText({ ruleId, version }: Version): string {
  return `${ruleId} version ${version}`;
}

export const RULE: Said<RuleFact> = {
  'unreadable-rule': {
    seen: () => 'cannot be read',
    accepted: () => 'in a form that this version reads',
    refused: () =>
      'The rule cannot be read: it is not in a form that this version of Sluice reads.',
  },
  enabled: {
    seen: ({ enabled }) => (enabled ? 'enabled' : 'disabled'),
    accepted: () => 'enabled',
    refused: ({ label }) => sentence`The rule "${written(label)}" is switched off.`,
  },
  'rule-version': {
    seen: ({ current }) => (current === null ? 'no such rule' : versionText(current)),
    accepted: ({ decidedBy }) => versionText(decidedBy),
    refused: ({ current, decidedBy }) =>
      current === null
        ? `The rule ${decidedBy.ruleId} is gone.`
        : `The rule was changed since: it is ${versionText(current)}, the instruction came from ${versionText(decidedBy)}.`,
  },
};
