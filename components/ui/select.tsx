import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Icon } from './icon';

export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...props} className={cx('control', className)} />
      <Icon name="more" />
    </span>
  );
}
