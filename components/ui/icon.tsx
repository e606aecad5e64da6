'use client';

import { cx } from './cx';
import ornaments from './ornaments.svg';

export type IconName = 'arrow' | 'check' | 'clock' | 'close' | 'gift' | 'mail' | 'phone' | 'shield';

interface IconProps {
  name: IconName;
  className?: string;
}

/**
 * A decorative icon of the one family, hidden from assistive technology: strokes on a 24-unit grid, drawn in
 * ornaments.svg. A client component for its weight: the page's data for React then names it instead of repeating it.
 */
export function Icon({ name, className }: IconProps) {
  return (
    <svg aria-hidden="true" className={cx('icon', className)}>
      <use href={`${ornaments.src}#${name}`} />
    </svg>
  );
}
