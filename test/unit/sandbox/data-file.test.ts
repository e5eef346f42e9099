import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Books } from '../../../sandbox/books/books.ts';
import { DataFile } from '../../../sandbox/books/data-file.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { NOON, receive } from './in-memory-service.ts';

const folder = folderForEachTest();
let dataFile = '';
beforeEach(() => {
  dataFile = join(folder(), 'deeper', 'books.jsonl');
});

const open = (seed?: number) => Books.open({ seed, dataFile }, 7, NOON);

describe('the data file', () => {
  it('gives back what was recorded, without having been closed', () => {
    const books = open();
    const seq = receive(books);
    books.record({ record: 'read', seq, body: '{"amount":"1"}' });
    books.answered(seq, 'hang');
    books.move('deposit', 'control', { currency: 'BTC', amount: '1.5' }, NOON);
    expect(open().state).toEqual(books.state);
    expect(open().available('BTC').toFixed()).toBe('4.75');
  });

  it('cuts off a last line that was not written whole, and writes on after it', () => {
    open().move('deposit', 'control', { currency: 'BTC', amount: '1' }, NOON);
    appendFileSync(dataFile, '{"record":"moved","movement":{"id"');
    const books = open();
    expect(books.available('BTC').toFixed()).toBe('4.25');
    books.move('deposit', 'control', { currency: 'BTC', amount: '1' }, NOON);
    expect(open().available('BTC').toFixed()).toBe('5.25');
  });

  it('refuses a file that another hand changed, naming the line, and leaves it as it is', () => {
    open().close();
    appendFileSync(dataFile, '{"record":"moved","movement":{}}\n');
    const found = readFileSync(dataFile, 'utf8');
    expect(() => open()).toThrow(/books\.jsonl: line 2 is not what the sandbox wrote/);
    expect(readFileSync(dataFile, 'utf8')).toBe(found);
    writeFileSync(dataFile, 'something else entirely\n');
    expect(() => open()).toThrow(/line 1/);
  });

  it('refuses a folder in the place of the file in one line', () => {
    expect(() => Books.open({ seed: 1, dataFile: folder() }, 1, NOON)).toThrow(
      /data file .*EISDIR/,
    );
  });

  it('keeps the seed it was made with and refuses another', () => {
    open(3).close();
    expect(open().state.seed).toBe(3);
    expect(() => open(4)).toThrow('was made with seed 3, not 4');
  });

  it('is replaced by one checkpoint that holds the same state', () => {
    const books = open();
    for (let count = 0; count < 50; count += 1) receive(books);
    books.close();
    const before = statSync(dataFile).size;
    const { file, state } = DataFile.open(dataFile, () => books.state);
    file.checkpoint(state);
    file.close();
    expect(readFileSync(dataFile, 'utf8').split('\n')).toHaveLength(2);
    expect(statSync(dataFile).size).toBeLessThan(before + 100);
    expect(open().state).toEqual(books.state);
  });

  it('is for its owner only', () => {
    open().close();
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });
});
