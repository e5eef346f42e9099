import parts from '../display/parts.module.css';
import { Status } from '../display/status.tsx';

interface EffectProps {
  /** Why a second person decides: one sentence for each field that lets more leave. */
  readonly widens: readonly string[];
  /** False where nothing differs from what is in force. */
  readonly isChange: boolean;
}

/** What a change of the policy does when it is sent: said before it is sent. The API decides. */
export function Effect({ widens, isChange }: EffectProps) {
  if (!isChange) return <p className={parts.quiet}>Nothing differs from what is in force.</p>;
  if (widens.length === 0) {
    return (
      <div className={parts.stack}>
        <p>
          <Status state="at-once" tone="good" text="Acts at once" />
        </p>
        <p>It only narrows what can leave, so no second person is needed.</p>
      </div>
    );
  }
  return (
    <div className={parts.stack}>
      <p>
        <Status state="second-person" tone="busy" text="A second person must approve" />
      </p>
      <ul className={parts.reasons}>
        {widens.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className={parts.quiet}>
        A treasurer, an approver or an admin other than you finds it in the inbox. Nothing changes
        before that.
      </p>
    </div>
  );
}
