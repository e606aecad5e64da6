import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon, type IconName } from '@/components/ui/icon';

type StageKeyProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  icon: IconName;
  children: string;
};

/** One of the equal buttons of a live call: an icon over its word. */
export function StageKey({ icon, children, className, ...props }: StageKeyProps) {
  return (
    <button type="button" {...props} className={cx('stage-key', className)}>
      <Icon name={icon} />
      {/* Another word is another element, so that none is seen to move. */}
      <span key={children}>{children}</span>
    </button>
  );
}
