import { InlineScript } from '@/components/ui/inline-script';
import type { PersonalCopy } from '@/lib/content/personal-cs';
import reportVisit from './report-visit.script.ts?inline';

interface VisitBannerProps {
  assistantId: string;
  copy: PersonalCopy['visit'];
  nonce: string | undefined;
}

/** Reports the visit, and shows a banner if that fails. */
export function VisitBanner({ assistantId, copy, nonce }: VisitBannerProps) {
  return (
    <>
      <div
        role="alert"
        data-visit={JSON.stringify({ assistantId, sentences: copy })}
        // The script fills the banner; React must leave its content alone.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <InlineScript code={reportVisit} nonce={nonce} />
    </>
  );
}
