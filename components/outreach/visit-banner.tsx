import { InlineScript } from '@/components/ui/inline-script';
import { cs } from '@/lib/content/personal-cs';
import reportVisit from './report-visit.script.ts?inline';

interface VisitBannerProps {
  assistantId: string;
  nonce: string | undefined;
}

/** Reports the visit, and shows a banner if that fails. */
export function VisitBanner({ assistantId, nonce }: VisitBannerProps) {
  return (
    <>
      <div
        role="alert"
        data-visit={JSON.stringify({ assistantId, sentences: cs.visit })}
        // The script fills the banner; React must leave its content alone.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <InlineScript code={reportVisit} nonce={nonce} />
    </>
  );
}
