import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnswers } from '../../../local/service/answers-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'answers-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const file = path.join(folder, 'answers.json');
  await writeFile(file, text);
  return readAnswers(file);
}

describe('the file of what is known about a service', () => {
  it('is for the environment of the functions, whole, and absent without one', async () => {
    const named = '{"tradeFields":{"idAt":"data.orderId"},"harmlessTexts":[]}';
    expect(await read('{"tradeFields": {"idAt": "data.orderId"}}')).toBe(named);
    expect(readAnswers(null)).toBeNull();
  });

  it.each([
    ['idAt', /not a file with JSON/],
    ['{"tradeFields":{"id":"x"}}', /tradeFields/],
    ['{"tradeFields":{"idAt":"a b"}}', /tradeFields.idAt: names joined by dots/],
    ['{"idAt":"x"}', /--answers/],
  ])('is refused, saying what is wrong with it: %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('is refused where it is missing', () => {
    expect(() => readAnswers(path.join(folder, 'none.json'))).toThrow(/not a file with JSON/);
  });
});
