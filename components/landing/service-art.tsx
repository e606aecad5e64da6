import { VoiceLine } from '@/components/ui/voice-line';
import ornaments from '@/components/ui/ornaments.svg';

/** The drawing on a service card. */
export function ServiceArt({ art }: { art: string }) {
  if (art === 'support')
    return (
      <VoiceLine drawing="support" className="h-14 w-24 max-w-full text-accent sm:h-32 sm:w-56" />
    );
  return (
    <svg
      viewBox="0 0 240 140"
      aria-hidden="true"
      className="service-art h-16 w-24 max-w-full sm:h-36 sm:w-60"
    >
      <use href={`${ornaments.src}#${art}`} />
    </svg>
  );
}
