'use client';

import { cx } from './cx';
import ornaments from './ornaments.svg';

/** Of the drawings in ornaments.svg. */
const viewBoxes = { horizon: '0 0 1440 160', call: '0 0 128 56', support: '0 0 220 130' };

interface VoiceLineProps {
  drawing: keyof typeof viewBoxes;
  className: string;
}

/**
 * The brand's ornament: a voice drawn as bars, in four groups that CSS moves one after the other. A file of drawings and a
 * client component, because in the page they would be sent twice: as markup and as data for React (decision 021).
 */
export function VoiceLine({ drawing, className }: VoiceLineProps) {
  return (
    <svg
      viewBox={viewBoxes[drawing]}
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
