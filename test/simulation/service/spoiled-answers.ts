/** A 200 that is no use, or worse. */
export const SPOILED_ANSWERS = [
  '200 truncated',
  '200 HTML',
  '200 empty',
  '200 of another shape',
  '200 an earlier withdrawal again',
  '200 the same withdrawal twice',
  '200 no withdrawal',
  '200 other account',
  '200 other currency',
  '200 other amount',
  '200 other trade',
  '200 in several parts',
] as const;
export type SpoiledAnswer = (typeof SPOILED_ANSWERS)[number];
