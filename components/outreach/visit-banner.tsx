import type { PersonalCopy } from '@/lib/content/cs';
import { InlineScript } from '../ui/inline-script';
import { reportVisit } from './report-visit';

type VisitBannerProps = {
  copy: PersonalCopy['visit'];
  assistantId: string;
  nonce: string | undefined;
};

/** Reports the visit, and is the red banner where that fails. */
export function VisitBanner({ copy, assistantId, nonce }: VisitBannerProps) {
  return (
    <>
      <div
        role="alert"
        data-visit={JSON.stringify({ assistantId, sentences: copy })}
        // Belongs to the script: React leaves alone what it finds in here.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <InlineScript run={reportVisit} nonce={nonce} />
    </>
  );
}
