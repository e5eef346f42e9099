/** The text of a field that is a list: its entries, none of which has a comma. */
export function entriesOf(text: string): readonly string[] {
  return text.split(',').filter((each) => each !== '');
}
