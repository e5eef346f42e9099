import type { CorrectedFlow } from '../corrected-flow.ts';

/** Why Sluice has changed what is on record of days that are over. */
export function sayCorrected(flows: readonly CorrectedFlow[]): string {
  const said = flows.map(({ currency, snapshot, instructionIds, unexplained }) => {
    const ids = instructionIds.length === 0 ? 'no request' : instructionIds.join(', ');
    return `${currency} of ${snapshot}: ${ids}, ${unexplained} unexplained`;
  });
  return `What is known of the requests by now says other movements. ${said.join('; ')}.`;
}
