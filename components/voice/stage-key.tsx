import type { ComponentPropsWithRef } from 'react';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';

type StageKeyProps = ComponentPropsWithRef<'button'> & { icon: IconName };

/** One of the equal buttons of a live call: an icon over its word. */
export function StageKey({ icon, children, className, ...props }: StageKeyProps) {
  return (
    <button type="button" {...props} className={cx('stage-key', className)}>
      <Icon name={icon} />
      <span>{children}</span>
    </button>
  );
}
