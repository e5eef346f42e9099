import { expect, it } from 'vitest';
import { CommandError } from '../../../bin/sluice/command-error.ts';
import { explain } from '../../../bin/sluice/explain.ts';
import { screenOf } from '../../../bin/sluice/screen/screen.ts';

it('says every problem of a file on a line of its own', () => {
  const error = new CommandError('policy.json is not acceptable', {
    help: 'rules[0].keep: seen 1\nrules[1].step: seen "a\u001b[2J"',
  });
  const notes: string[] = [];
  explain(error, { json: false, screen: screenOf({}, {}), note: (line) => notes.push(line) });
  expect(notes).toHaveLength(3);
  expect(notes.slice(0, 2)).toEqual([
    'sluice: policy.json is not acceptable',
    '  rules[0].keep: seen 1',
  ]);
  expect(notes[2]).toMatch(/^ {2}rules\[1\]\.step: seen "a/);
  expect(notes[2], 'a control character of the file').not.toContain('\u001b');
});
