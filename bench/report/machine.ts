import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

/** A load beyond this for each processor: others were at work, and only ratios are worth reading. */
const BUSY_PER_PROCESSOR = 1.5;

/** The machine and the moment of a measurement, in a sentence or two. */
export function machine(): string {
  const processors = availableParallelism();
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 1_024 ** 3);
  const [load = 0] = loadavg();
  const busy =
    load > BUSY_PER_PROCESSOR * processors
      ? ' Others were at work on it: times are longer than they would be, ratios hold, since what is compared ran in turns.'
      : '';
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `Measured ${at} UTC with Node ${process.version.slice(1)} on ${processors} processors (${model}, ${arch()}, ${platform()}), ${memory} GB; load ${load.toFixed(1)} at the end.${busy}`;
}
