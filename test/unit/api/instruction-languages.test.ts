import { describe, expect, it } from 'vitest';
import { instructionTag, instructionView } from '../../../api/responses/instruction-view.ts';
import { weigh } from '../../../treasury/evidence/weigh.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { BLOCKED, read, UNKNOWN } from '../evidence/samples.ts';

const evidence = weigh(UNKNOWN, [BLOCKED], read(['09:06:00', '2']));
if (evidence === null) throw new Error('nothing was weighed');
const WEIGHED = advance(UNKNOWN, { kind: 'weigh', evidence });
const at = '2026-01-05T09:07:00.000Z';
const settled = (executed: boolean): Instruction =>
  advance(WEIGHED, { kind: 'settle-by-evidence', at, executed });

describe('an instruction in German', () => {
  it('says of its evidence what it says in English, under the same digest', () => {
    const [english, german] = [undefined, 'de' as const].map((language) =>
      instructionView(WEIGHED, { evidence: true, ...(language && { reader: { language } }) }),
    );
    const messages = { message: expect.stringContaining('Nur „ausgeführt“ erklärt') };
    expect(german).toMatchObject({ evidence: { ...messages, digest: evidence.digest } });
    expect(english).toMatchObject({ evidence: { digest: evidence.digest } });
    expect(instructionTag(WEIGHED)).toBe(evidence.digest);
  });

  it('says why evidence settled it, which is not stored', () => {
    const why = /^ohne Personen geklärt, wie es die Vorgaben erlauben: Bestände, gelesen/;
    const said = expect.stringMatching(why);
    expect(instructionView(settled(true), { reader: { language: 'de' } })).toMatchObject({
      status: { evidence: said, confirmation: { kind: 'evidence', comment: said } },
    });
    expect(instructionView(settled(false), { reader: { language: 'de' } })).toMatchObject({
      status: { state: 'released', by: ['evidence'], comment: said },
    });
    expect(JSON.stringify(settled(true).status)).not.toContain('settled');
  });
});
