import { cx } from './cx';

const GROUPS = 4;

/** One path per interleaved group of bars; heights follow a voice-like, fixed curve. */
function barPaths(count: number, step: number, height: number): string[] {
  const paths = Array.from({ length: GROUPS }, () => '');
  for (let bar = 0; bar < count; bar += 1) {
    const position = bar / (count - 1);
    const swell = Math.sin(Math.PI * position) ** 1.4;
    const voice = 0.34 + 0.66 * Math.abs(Math.sin(bar * 1.27) * Math.cos(bar * 0.41 + 0.6));
    const length = Math.max(2, Math.round(height * 0.94 * swell * voice));
    const x = Math.round(step / 2 + bar * step);
    paths[bar % GROUPS] += `M${x} ${Math.round((height - length) / 2)}v${length}`;
  }
  return paths;
}

interface VoiceLineProps {
  bars: number;
  /** Distance between two bars, in the drawing's own units. */
  step?: number;
  height?: number;
  className?: string;
}

/** The brand's ornament: a voice drawn as bars. Decorative; it moves by CSS and rests under reduced motion. */
export function VoiceLine({ bars, step = 12, height = 160, className }: VoiceLineProps) {
  return (
    <svg
      viewBox={`0 0 ${bars * step} ${height}`}
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
      className={cx('voice-bars', className)}
    >
      {barPaths(bars, step, height).map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
