import { type Book, type Helper, idOf, type Sender, type World, type Write } from './world.ts';

/** Equal worlds have equal keys, and only they. */
export function keyOf(world: World): string {
  const { now, books, senders, requests, snapshots, sinceReading, floating } = world;
  return [
    now,
    books.map(bookKey).join('/'),
    world.backup === null ? '' : bookKey(world.backup),
    senders.map(senderKey).join('/'),
    helperKey(world.watchdog),
    helperKey(world.people),
    requests.map((r) => `${r.of}${r.sender}${r.lastTick}${r.state[0]}`).join('/'),
    floating === null ? '' : `${floating.book}${floating.deposits}${writeKey(floating.write)}`,
    world.executed.join(),
    world.deposits,
    world.debits,
    `${world.hidden}${+world.sizedOnGone}${world.forRun === null ? '' : `${world.forRun.at}:${world.forRun.total}`}`,
    snapshots.map(({ at, total }) => `${at}:${total}`).join(),
    `${+sinceReading.deposit}${+sinceReading.execution}${+world.masked}${world.token}`,
    idOf(world.left),
  ].join('|');
}

function bookKey({ epoch, instructions, lane, halt }: Book): string {
  return `${epoch.at(-1)},${instructions.map(idOf).join()},${idOf(lane)},${halt.generation}`;
}

const senderNumbers = new Map<string, string>();
const senderKeys = new WeakMap<Sender, string>();

function senderKey(sender: Sender): string {
  const known = senderKeys.get(sender);
  if (known !== undefined) return known;
  const { reading, write, claim, outcome } = sender;
  const key = [
    sender.step,
    `${sender.of}${sender.book}${sender.attempt}${sender.begun}${sender.token}${+sender.refreshed}${+sender.answerLost}`,
    idOf(sender.instruction),
    idOf(sender.lane),
    sender.halt?.generation ?? '',
    reading === null ? '' : `${reading.total}:${reading.at}:${reading.deposits}`,
    write === null ? '' : writeKey(write),
    claim === null ? '' : `${claim.nonce}${claim.claimedAt}`,
    outcome === null
      ? ''
      : `${outcome.state}${'status' in outcome ? outcome.status : ''}${'cause' in outcome ? outcome.cause : ''}`,
  ].join();
  // A number for each: short keys are what makes a million of them fit.
  const number = senderNumbers.get(key) ?? senderNumbers.size.toString(36);
  senderNumbers.set(key, number);
  senderKeys.set(sender, number);
  return number;
}

function helperKey(helper: Helper | null): string {
  return helper === null ? '' : `${helper.of}${idOf(helper.instruction)},${idOf(helper.lane)}`;
}

function writeKey({ instruction, lane, halts, keepHalt }: Write): string {
  return `${idOf(instruction)}.${idOf(lane?.lane)}.${halts ?? ''}.${keepHalt ?? ''}`;
}
