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
  | 'menu'
  | 'microphone'
  | 'microphone-off'
  | 'minus'
  | 'more'
  | 'phone'
  | 'plus'
  | 'shield'
  | 'sound'
  | 'warning';

interface IconProps {
  name: IconName;
  className?: string;
}

export function Icon({ name, className }: IconProps) {
  return (
    <svg aria-hidden="true" className={cx('icon', className)}>
      <use href={`${ornaments.src}#${name}`} />
    </svg>
  );
}

const VIEW_BOXES = { horizon: '0 0 1440 160', call: '0 0 128 56' };

interface VoiceLineProps {
  drawing: keyof typeof VIEW_BOXES;
  className: string;
}

/** The brand's ornament: a voice as bars, in four groups that CSS animates. */
export function VoiceLine({ drawing, className }: VoiceLineProps) {
  return (
    <svg
      viewBox={VIEW_BOXES[drawing]}
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
      className={cx('voice-bars', className)}
    >
      {[1, 2, 3, 4].map((group) => (
        <use key={group} href={`${ornaments.src}#${drawing}-${group}`} />
      ))}
    </svg>
  );
}
