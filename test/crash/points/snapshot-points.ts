import { at, CONFIRMED, type CrashPoint } from './crash-point.ts';
import { SNAPSHOT } from './effects.ts';

/** What one death in the first round comes to where no request has been claimed yet: nothing is lost. */
function early(name: string, description: string, deaths: CrashPoint['deaths']): CrashPoint {
  return { name, description, work: 'sweeps', deaths, endings: [CONFIRMED] };
}

export const SNAPSHOT_POINTS: readonly CrashPoint[] = [
  early(
    'take-snapshot/secret/before',
    'invoked; the token is not fetched',
    at(SNAPSHOT.secret, 'before'),
  ),
  early(
    'take-snapshot/secret/answer-lost',
    'the token is fetched, the answer lost',
    at(SNAPSHOT.secret, 'answer-lost'),
  ),
  early(
    'take-snapshot/balances/before',
    'the balances are not read',
    at(SNAPSHOT.balances, 'before'),
  ),
  early(
    'take-snapshot/balances/answer-lost',
    'the balances are read, the answer lost',
    at(SNAPSHOT.balances, 'answer-lost'),
  ),
  early(
    'take-snapshot/prices/answer-lost',
    'the prices are read, the answer lost',
    at(SNAPSHOT.prices, 'answer-lost'),
  ),
  early('take-snapshot/write/before', 'the snapshot is not written', at(SNAPSHOT.write, 'before')),
  early(
    'take-snapshot/write/under-way',
    'the engine dies while it writes the snapshot',
    at(SNAPSHOT.write, 'under-way'),
  ),
  early(
    'take-snapshot/write/answer-lost',
    'the snapshot is written, the answer lost',
    at(SNAPSHOT.write, 'answer-lost'),
  ),
  early(
    'take-snapshot/stream/answer-lost',
    'written; the stream has not handed it over',
    at(SNAPSHOT.handedOver, 'answer-lost'),
  ),
];
