import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon, type IconName } from '@/components/ui/icon';

interface CallButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon?: IconName;
  children: string;
}

/** A button of a live call. */
export function CallButton({ icon, children, className, ...props }: CallButtonProps) {
  return (
    <button type="button" {...props} className={cx('stage-key', className)}>
      {icon && <Icon name={icon} />}
      {/* With the key, React replaces the element, and no layout shift is counted. */}
      <span key={children}>{children}</span>
    </button>
  );
}
