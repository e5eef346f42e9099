import { describe, expect, it } from 'vitest';
import {
  listStateOf,
  queryOf,
  withCursor,
  withFilter,
  withSort,
} from '../../../console/tables/url-state.ts';

const search = (text: string) => new URLSearchParams(text);

describe('the state of a list in its address', () => {
  it('has the filters that the list knows, and ignores all others', () => {
    const state = listStateOf(search('state=sent&state=unknown&text=&foreign=1'), [
      'state',
      'text',
    ]);
    expect(state).toEqual({ filters: { state: ['sent', 'unknown'] }, sort: null, cursor: null });
    expect(queryOf(state)).toEqual({ state: 'sent,unknown' });
  });

  it('begins again at the first page when a filter or the order changes', () => {
    const second = search('state=sent&cursor=abc');
    expect(withFilter(second, 'state', ['unknown']).toString()).toBe('state=unknown');
    expect(withSort(second, '-at').toString()).toBe('state=sent&sort=-at');
  });

  it('keeps the filters from page to page', () => {
    expect(withCursor(search('state=sent'), 'abc').toString()).toBe('state=sent&cursor=abc');
    expect(withCursor(search('state=sent&cursor=abc'), null).toString()).toBe('state=sent');
  });
});
