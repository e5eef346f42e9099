/** An instant as the API writes it within a sentence. */
const INSTANT = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

interface Part {
  /** Where in the sentence it begins. */
  readonly place: number;
  readonly text: string;
  /** Whether it is a moment. */
  readonly at: boolean;
}

/** A sentence, cut before and behind each moment in it. */
export function partsOf(sentence: string): readonly Part[] {
  let place = 0;
  return sentence.split(INSTANT).flatMap((text, index) => {
    const part = { place, text, at: index % 2 === 1 };
    place += text.length;
    return text === '' ? [] : [part];
  });
}
