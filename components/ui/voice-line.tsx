'use client';

import { cx } from './cx';
import ornaments from './ornaments.svg';

/** The view box of each drawing in ornaments.svg. */
const boxes = { horizon: '0 0 1440 160', call: '0 0 128 56', support: '0 0 220 130' };

interface VoiceLineProps {
  drawing: keyof typeof boxes;
  className: string;
}

/**
 * The brand's ornament: a voice drawn as bars, in four groups that swell one after the other. Decorative; it
 * moves by CSS and rests under reduced motion. The drawing is a file and this a client component, because in the
 * page it would travel twice: as markup and as the data for React.
 */
export function VoiceLine({ drawing, className }: VoiceLineProps) {
  return (
    <svg
      viewBox={boxes[drawing]}
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
