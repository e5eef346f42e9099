import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client.tsx';
import { Identifier } from '../../display/identifier.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { type Verdict, verdictText, verifyWhole } from './verification.ts';

/** Computes the chain again from its first entry, and says plainly what came of it. */
export function VerifyChain() {
  const client = useClient();
  const [followed, setFollowed] = useState(0);
  const verify = useMutation({
    mutationFn: async () => {
      setFollowed(0);
      return { verdict: await verifyWhole(client, setFollowed), at: new Date().toISOString() };
    },
  });
  const { data, error, isPending } = verify;
  return (
    <Panel
      title="Is the log whole?"
      aside={
        <Button size="compact-sm" onClick={() => verify.mutate()} loading={isPending}>
          {data === undefined ? 'Verify the chain' : 'Verify it again'}
        </Button>
      }
    >
      <div className={parts.stack} aria-live="polite">
        {data === undefined && !isPending && error === null && (
          <p className={`${parts.quiet} sluice-screen-only`}>
            Sluice computes every hash again, from the first entry to the last.
          </p>
        )}
        {isPending && (
          <p>{followed === 0 ? 'Following the chain…' : `Whole up to entry ${followed}…`}</p>
        )}
        {error !== null && !isPending && <Problem error={error} onRetry={() => verify.mutate()} />}
        {data !== undefined && !isPending && <Result {...data} />}
      </div>
    </Panel>
  );
}

interface ResultProps {
  readonly verdict: Verdict;
  readonly at: string;
}

function Result({ verdict, at }: ResultProps) {
  const { title, text } = verdictText(verdict);
  return (
    <>
      <p>
        <Status
          state={verdict.verdict}
          tone={verdict.verdict === 'intact' ? 'good' : 'bad'}
          text={title}
        />{' '}
        <span className={parts.quiet}>
          verified <When at={at} />
        </span>
      </p>
      <p>{text}</p>
      {verdict.verdict !== 'broken' && (
        <p>
          Last entry: {verdict.head.sequence}. Its hash is the digest of all of them:{' '}
          <Identifier id={verdict.head.hash} />
        </p>
      )}
      {verdict.verdict === 'intact' && (
        <p className={parts.quiet}>
          Whoever writes this hash down can tell later that nothing before it was changed.
        </p>
      )}
    </>
  );
}
