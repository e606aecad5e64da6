import { VoiceLine } from '../ui/voice-line';
import ornaments from '../ui/ornaments.svg';

/** The drawing on a service card. */
export function ServiceArt({ art }: { art: string }) {
  if (art === 'support')
    return <VoiceLine drawing="support" className="h-32 w-56 max-w-full text-accent" />;
  return (
    <svg viewBox="0 0 240 140" aria-hidden="true" className="service-art h-36 w-60 max-w-full">
      <use href={`${ornaments.src}#${art}`} />
    </svg>
  );
}
