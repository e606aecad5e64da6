import { cx } from './cx';
import ornaments from './ornaments.svg';

export type IconName =
  | 'arrow'
  | 'check'
  | 'clock'
  | 'close'
  | 'copy'
  | 'download'
  | 'gift'
  | 'hang-up'
  | 'keyboard'
  | 'mail'
  | 'microphone'
  | 'microphone-off'
  | 'more'
  | 'phone'
  | 'shield'
  | 'sound'
  | 'warning';

interface IconProps {
  name: IconName;
  className?: string;
}

/** A decorative icon. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg aria-hidden="true" className={cx('icon', className)}>
      <use href={`${ornaments.src}#${name}`} />
    </svg>
  );
}
