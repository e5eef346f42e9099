import { Button } from '@mantine/core';
import classes from './deciding.module.css';
import { useComment } from './use-comment.ts';

/** What a person had written about something that others have decided by now: it is shown until they drop it. */
export function Unsent({ form }: { readonly form: string }) {
  const comment = useComment(form);
  if (comment.text === '') return null;
  return (
    <div className={`${classes.whyNot} sluice-screen-only`} role="note">
      <p>
        <strong>Not sent: another person was first.</strong> You had written: “
        <bdi>{comment.text}</bdi>”
      </p>
      <Button size="compact-sm" variant="default" onClick={comment.forget}>
        Discard it
      </Button>
    </div>
  );
}
