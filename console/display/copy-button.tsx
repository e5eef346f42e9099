import { ActionIcon, CopyButton as Copying } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import classes from './display.module.css';

interface CopyButtonProps {
  /** What is copied, as it stands. */
  readonly text: string;
}

/** Copies a text whole, and says so to who sees it and to who hears it. */
export function CopyButton({ text }: CopyButtonProps) {
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          className={classes.copy ?? ''}
          onClick={copy}
          aria-label={copied ? `Copied ${text}` : `Copy ${text}`}
        >
          {copied ? <CheckIcon size={12} /> : <CopyIcon size={12} />}
        </ActionIcon>
      )}
    </Copying>
  );
}
