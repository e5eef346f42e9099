const BYTE_ORDER_MARK = /^\uFEFF/;

/** The text of a file that a person wrote: some editors and spreadsheets put a mark in front of it that says UTF-8. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(BYTE_ORDER_MARK, '');
}
