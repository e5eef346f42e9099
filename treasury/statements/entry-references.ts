import { createHash } from 'node:crypto';
import { plusSeconds } from '../time/instant.ts';
import type { Statement, StatementMovement } from './statement.ts';

/** Hex digits of a digest in the id of an entry: two will never share them. */
const ENTRY_DIGITS = 24;

/** Something that a statement books: the event that makes its reference, whatever its name and place. */
export interface Happened {
  readonly happening: readonly string[];
  readonly movement: Pick<StatementMovement, 'partsBefore'> | null;
}

/** final: the month is frozen. interim: it may still change. */
export function stateOf({ digest }: Pick<Statement, 'digest'>): 'final' | 'interim' {
  return digest === null ? 'interim' : 'final';
}

/**
 * Seconds after its tick in which a snapshot is written: a tick is delivered for a minute, read and written within another, and
 * booked by the next round of its stream. One that comes late divides what the one after it shows.
 */
export const LATE_SNAPSHOT_SECONDS = 300;

/**
 * Seconds before the last reading of a report in which what a snapshot shows may still move. It was read as late as another is
 * written, and one of a later tick that was read before it takes its place: that may be as late again.
 */
const UNSETTLED_SECONDS = 2 * LATE_SNAPSHOT_SECONDS;

/**
 * Whether a report of a month that is not frozen may still show it as something else: what is of the whole month, what is not explained,
 * what was read so shortly before the report's last reading that a late snapshot may divide it, or take its place, what one person explained and no second has agreed with, what an instruction without an outcome did, and what was read since
 * one was claimed: its outcome may turn out to be a part of it, whatever it was explained as.
 */
export function mayStillChange(
  movement: StatementMovement | null,
  { digest, basis }: Pick<Statement, 'digest' | 'basis'>,
): boolean {
  if (stateOf({ digest }) === 'final') return false;
  if (movement === null || movement.kind === 'unexplained' || movement.inFlight === true)
    return true;
  const { snapshot, about, approvedBy } = movement;
  if (snapshot > plusSeconds(basis.last.snapshot, -UNSETTLED_SECONDS)) return true;
  if (basis.unknown.some(({ claimedAt }) => claimedAt < snapshot)) return true;
  // What a matching rule explains needs no second person.
  return about?.code === 'explained' && approvedBy.length === 0;
}

/** Whether the opening may still become another: what the month before closes with, while neither is frozen. */
export function mayOpeningChange({ digest, basis }: Pick<Statement, 'digest' | 'basis'>): boolean {
  return stateOf({ digest }) === 'interim' && basis.opening === 'unfrozen-closing';
}

/**
 * An instruction, or the snapshot that shows a difference: explaining one leaves it the same. The month is that of the
 * snapshot in UTC, not the statement's: at the end of one, a movement is of different months in different time zones.
 */
export function movementHappening(
  currency: string,
  { instructionId, snapshot }: Pick<StatementMovement, 'instructionId' | 'snapshot'>,
): readonly string[] {
  const month = snapshot.slice(0, 'YYYY-MM'.length);
  return instructionId === null
    ? ['difference', month, currency, snapshot]
    : ['instruction', month, currency, instructionId];
}

type Whole = Pick<Statement, 'month' | 'timeZone' | 'digest' | 'recordedIn' | 'reportingCurrency'>;

/**
 * What tells apart entries that are of the whole month: its name, its time zone and its state, since an entry booked from a frozen
 * month never passes for known already; and the currency, where another than the recorded one was asked for.
 */
export function wholeMonth(statement: Whole): readonly string[] {
  const { month, timeZone, recordedIn, reportingCurrency } = statement;
  const asked = recordedIn === undefined ? [] : ['in', reportingCurrency];
  return [month, timeZone, stateOf(statement), ...asked];
}

export function revaluationHappening(currency: string, statement: Whole): readonly string[] {
  return ['revaluation', currency, ...wholeMonth(statement)];
}

/**
 * Each entry's reference, made of its event and not of its place: entries before it, later knowledge and the freezing
 * leave it as it was. Entries of the same event are counted in their order, after those of the statement before.
 */
export function referencesOf(
  { tenant }: Pick<Statement, 'tenant'>,
  entries: readonly Happened[],
): readonly string[] {
  const seen = new Map<string, number>();
  return entries.map(({ happening, movement }) => {
    const key = JSON.stringify([tenant, ...happening]);
    const count = seen.get(key) ?? movement?.partsBefore ?? 0;
    seen.set(key, count + 1);
    const digest = createHash('sha256')
      .update(JSON.stringify([key, count]))
      .digest('hex');
    return `E-${digest.slice(0, ENTRY_DIGITS)}`;
  });
}
