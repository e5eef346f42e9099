import { CopyButton } from './copy-button.tsx';
import classes from './display.module.css';
import { groupsOf } from './groups.ts';

/** Groups stand apart by their margin: what is copied is the whole text, without spaces. */
export function Grouped({ text }: { readonly text: string }) {
  return (
    <span className={classes.grouped} data-plain={text}>
      <code>
        {groupsOf(text).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a text have no other name than their place
          <span key={index}>{group}</span>
        ))}
      </code>
      <CopyButton text={text} />
    </span>
  );
}
