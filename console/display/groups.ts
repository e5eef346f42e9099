/** Characters of a group: short enough to be compared with what stands on another screen or on paper. */
const GROUP = 4;

/** A text in groups of four, which together are the whole text. */
export function groupsOf(text: string): readonly string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / GROUP) }, (_, index) =>
    characters.slice(index * GROUP, (index + 1) * GROUP).join(''),
  );
}

/** Characters from which on a text without spaces is compared in groups rather than read. */
const LONGEST_READ = 8;

export function isComparedInGroups(text: string): boolean {
  return text.length > LONGEST_READ && !/\s/.test(text);
}
