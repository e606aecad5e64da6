import { cx } from './cx';

interface IconProps {
  /** One of strokes.ts. */
  stroke: string;
  className?: string;
}

/** A decorative icon of the one family; it is hidden from assistive technology. */
export function Icon({ stroke, className }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('icon', className)}>
      <path d={stroke} />
    </svg>
  );
}
