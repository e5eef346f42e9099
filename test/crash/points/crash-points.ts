import type { CrashPoint } from './crash-point.ts';
import { DECIDING_POINTS } from './deciding-points.ts';
import { TRADE_POINTS, WITHDRAWAL_POINTS } from './sending-points.ts';
import { SNAPSHOT_POINTS } from './snapshot-points.ts';
import { SETTLEMENT_POINTS, START_POINTS, WATCHDOG_POINTS } from './watchdog-points.ts';

/** Every point at which a process can die, in the order in which money comes by them. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  ...START_POINTS,
  ...SNAPSHOT_POINTS,
  ...DECIDING_POINTS,
  ...WITHDRAWAL_POINTS,
  ...TRADE_POINTS,
  ...WATCHDOG_POINTS,
  ...SETTLEMENT_POINTS,
];
