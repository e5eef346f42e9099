import { useRead } from '../../api/use-read.ts';
import { Address } from '../../approving/address.tsx';
import { differencesOf } from '../../approving/differences.ts';
import parts from '../../display/parts.module.css';
import { SideBySide } from '../../display/side-by-side.tsx';
import { formatDuration } from '../../display/times.ts';
import { Panel } from '../../layout/page.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect } from '../../proposing/effect.tsx';
import { contentOf, restsAgain } from './account-content.ts';
import { type AccountDraft, sameDestination } from './account-draft.ts';
import { DEFAULT_COOLING_OFF_SECONDS } from './account-state.ts';
import type { Account, AccountBody } from './types.ts';

interface AccountReviewProps {
  readonly draft: AccountDraft;
  readonly body: AccountBody;
  readonly before: Account | null;
  readonly accounts: readonly Account[];
}

/** Before anything is sent: the destination in full, who has to agree, and when money can go there. */
export function AccountReview({ draft, body, before, accounts }: AccountReviewProps) {
  const was = before === null ? null : contentOf(before);
  const same = sameDestination(draft, accounts);
  const isChange = was === null || differencesOf(was, body).length > 0;
  return (
    <>
      <Panel title="What you ask for">
        <div className={parts.stack}>
          <Address
            destination={{
              ...body,
              label: body.label === '' ? '(no name yet)' : body.label,
              network: body.network === '' ? '(no network yet)' : body.network,
              details: body.details ?? {},
            }}
          />
          {same.length > 0 && (
            <div className={parts.warning} role="note">
              <p>
                {same.map(({ label }) => `“${label}”`).join(', ')}{' '}
                {same.length === 1 ? 'has' : 'have'} the same address. One of the two may be a
                mistake.
              </p>
            </div>
          )}
          {was !== null && isChange && (
            <SideBySide
              label="What changes"
              differences={differencesOf(was, body)}
              sides={['Now', 'With the change']}
            />
          )}
        </div>
      </Panel>
      <Panel title="Who must approve, and when money can go there">
        <div className={parts.stack}>
          <Effect effect={draftEffect('account', was, body)} isChange={isChange} />
          {isChange && <CoolingOff rests={restsAgain(was, body)} />}
        </div>
      </Panel>
    </>
  );
}

function CoolingOff({ rests }: { readonly rests: boolean }) {
  const controls = useRead('/v1/controls');
  if (!rests) return <p>It does not cool off again: money goes where it went before.</p>;
  const { data } = controls;
  if (data === undefined) {
    return <p className={parts.quiet}>How long it cools off is being read…</p>;
  }
  const seconds = data.data.accountCoolingOffSeconds ?? DEFAULT_COOLING_OFF_SECONDS;
  return seconds === 0 ? (
    <p>There is no cooling-off here: money can go there as soon as it is approved.</p>
  ) : (
    <p>
      Cooling-off: nothing leaves to it for <strong>{formatDuration(seconds)}</strong> after the
      approval. Everybody can see it meanwhile, and a treasurer can switch it off at once.
    </p>
  );
}
