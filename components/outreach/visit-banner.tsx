import { InlineScript } from '@/components/ui/inline-script';
import type { PersonalCopy } from '@/lib/content/cs';
import reportVisit from './report-visit.script.ts?inline';

type VisitBannerProps = {
  copy: PersonalCopy['visit'];
  assistantId: string;
  nonce: string | undefined;
};

/** Reports the visit; shows a red banner where that fails. */
export function VisitBanner({ copy, assistantId, nonce }: VisitBannerProps) {
  return (
    <>
      <div
        role="alert"
        data-visit={JSON.stringify({ assistantId, sentences: copy })}
        // Filled by the script; React leaves its content alone.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <InlineScript code={reportVisit} nonce={nonce} />
    </>
  );
}
