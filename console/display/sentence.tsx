import { Fragment } from 'react';
import { When } from './when.tsx';

/** Instants as the API writes them into its sentences. */
const INSTANT = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

/** A sentence of the API, as text; the instants in it by the clocks of the chosen zone. */
export function Sentence({ text }: { readonly text: string }) {
  // A pattern with a group keeps what it divides by: every second part is an instant.
  const parts = text.split(INSTANT);
  return (
    <bdi>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of a sentence has no other name than its place
        <Fragment key={index}>{index % 2 === 1 ? <When at={part} as="second" /> : part}</Fragment>
      ))}
    </bdi>
  );
}
