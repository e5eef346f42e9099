import type { ReactNode } from 'react';
import { useRead } from '../api/use-read.ts';
import type { Instruction } from '../approving/instruction.ts';
import { takesRecentSignIn } from '../approving/recent-sign-in.ts';
import { RecentSignIn } from '../approving/recent-sign-in.tsx';

interface SettleGuardProps {
  readonly instruction: Instruction;
  readonly children: ReactNode;
}

/** A word about a large amount takes a sign-in of a moment ago, as approving it does. */
export function SettleGuard({ instruction, children }: SettleGuardProps) {
  const controls = useRead('/v1/controls').data?.data;
  return (
    <RecentSignIn isNeeded={takesRecentSignIn(instruction, controls)}>{children}</RecentSignIn>
  );
}
