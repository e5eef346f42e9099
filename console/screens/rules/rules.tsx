import { BeingBuilt } from '../../layout/being-built.tsx';

export function Component() {
  return <BeingBuilt title="Rules" />;
}
