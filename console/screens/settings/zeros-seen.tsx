import { useRead } from '../../api/use-read.ts';
import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';

/** What the service was seen to do with balances of zero, beside what the controls say of it; nothing before it was seen. */
export function ZerosSeen() {
  const latest = useRead('/v1/snapshots/latest', {}, { isPolled: false });
  const { stated, leftOut } = latest.data?.data.zerosSeen ?? {};
  if (stated === undefined && leftOut === undefined) return null;
  return (
    <p className={parts.quiet}>
      {stated !== undefined && (
        <>
          The service listed a balance of zero, of <bdi>{stated.currency}</bdi>, last{' '}
          <When at={stated.readAt} />.
        </>
      )}{' '}
      {leftOut !== undefined && (
        <>
          It left out <bdi>{leftOut.currency}</bdi>, which it had listed before,{' '}
          <When at={leftOut.readAt} />.
        </>
      )}
    </p>
  );
}
