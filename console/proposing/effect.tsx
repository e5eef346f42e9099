import parts from '../display/parts.module.css';
import { Status } from '../display/status.tsx';
import type { DraftEffect } from './draft-effect.ts';

interface EffectProps {
  /** Null as long as it is not known. */
  readonly effect: Pick<DraftEffect, 'widens'> | null;
  /** False where nothing differs from what is in force. */
  readonly isChange: boolean;
}

/** What a change of the policy does when it is sent: said before it is sent. The API decides. */
export function Effect({ effect, isChange }: EffectProps) {
  if (!isChange) return <p className={parts.quiet}>Nothing differs from what is in force.</p>;
  if (effect === null) {
    return (
      <p className={parts.quiet}>
        A change that can let more leave needs a second person; one that only narrows acts at once.
        Which one this is shows here as soon as the draft is whole.
      </p>
    );
  }
  const { widens } = effect;
  if (widens.length === 0) {
    return (
      <div className={parts.stack}>
        <p>
          <Status state="at-once" tone="good" text="Acts at once" />
        </p>
        <p>
          It only narrows what can leave, so no second person is needed. It is in force as soon as
          it is saved.
        </p>
      </div>
    );
  }
  return (
    <div className={parts.stack}>
      <p>
        <Status state="second-person" tone="busy" text="A second person must approve" />
      </p>
      <p>Because more can leave:</p>
      <ul className={parts.reasons}>
        {widens.map((reason) => (
          <li key={reason}>
            <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
      <p className={parts.quiet}>
        A treasurer, an approver or an admin other than you finds it in the inbox. Nothing changes
        before that.
      </p>
    </div>
  );
}

/** What the button says that sends it. */
export function SendText({ effect }: Pick<EffectProps, 'effect'>) {
  if (effect === null) return 'Propose';
  return effect.widens.length > 0 ? 'Propose to a second person' : 'Save: acts at once';
}
