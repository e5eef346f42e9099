import { endStateText } from './end-state.ts';
import type { Effect, FailurePoint } from './failure-point.ts';

const HEAD = `# Failure points

Every place at which deciding on a snapshot, sending a withdrawal or placing a trade can go wrong, each with what becomes of it.
\`test/failure-points/\` makes each of them happen: the real store engine, the real client, the sandbox
over real sockets, or a server of bytes where the sandbox cannot misbehave in that way. Where a process
dies for real, see the crash run; here it is one that never comes back.

    npm run test:failure-points

Every point ends in the same way: what was broken works again, the instruction is delivered twice more,
the watchdog comes past the time of the claim, it is delivered once more, a balance is read behind the
quarantine, and the watchdog looks again. A snapshot that no run had decided on is delivered again, before all of it and
after. Then, and after people have settled what is left, in each of them

- the service has received at most one request for the instruction, with its amount and its destination;
- the ledger says what the columns below say, and agrees with the service's own books to the last digit;
- the record of a run has one decision of the rule, which names the instruction;
- the budgets hold exactly what has left or may have left;
- nothing else in the ledger was touched, and no item holds the token;
- there is an end: the lane is free once two people have said what the service's books say.

*At first* is what stands right after the fault, *in the end* what stands before people do anything.
*POSTs* counts requests that left, *executed* those that the service carried out, whatever it said.

The catalogue (\`test/failure-points/catalogue.ts\`) is where this table comes from;
\`npm run test:only -- test/failure-points/document.test.ts -u\` writes it again.
`;

/** docs/failure-points.md, from the catalogue. */
export function documentOf(catalogue: readonly FailurePoint[]): string {
  const effects = [...new Set(catalogue.map(({ effect }) => effect))];
  const sections = effects.map((effect) => sectionOf(effect, catalogue));
  const description = `${catalogue.length} failure points, ${effects.length} effects.`;
  return `${[HEAD, description, '', ...sections].join('\n')}`;
}

function sectionOf(effect: Effect, catalogue: readonly FailurePoint[]): string {
  const points = catalogue.filter((point) => point.effect === effect);
  return [
    `## ${effect.slice(0, 1).toUpperCase()}${effect.slice(1)}`,
    '',
    '| point | what happens | variant | at first | in the end | POSTs | executed |',
    '|---|---|---|---|---|---|---|',
    ...points.map(rowOf),
    '',
  ].join('\n');
}

function rowOf({ name, description, variant, expected }: FailurePoint): string {
  const { atFirst, inTheEnd, posts, executions } = expected;
  const first = endStateText(atFirst);
  const end = endStateText(inTheEnd);
  const cells = [
    name,
    description,
    variant,
    first,
    end === first ? 'the same' : end,
    posts,
    executions,
  ];
  return `| ${cells.join(' | ')} |`;
}
