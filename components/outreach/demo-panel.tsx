import type { ReactNode } from 'react';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { Panel } from '@/components/ui/page';
import { TextWithLink } from '@/components/ui/text';
import type { PersonalCopy } from '@/lib/content/personal-cs';
import { contactMail } from '@/lib/content/site';

/** The panel of the call. */
export function DemoPanel({ children }: { children: ReactNode }) {
  return (
    <HydrationBoundary parent=".beside-stage" selector=".demo">
      <Panel className="demo min-w-0 self-start lg:col-start-2 lg:row-span-3 lg:row-start-1">
        {children}
      </Panel>
    </HydrationBoundary>
  );
}

/** Replaces the call if the link has no assistant. */
export function DemoUnavailable({ copy }: { copy: PersonalCopy['unavailable'] }) {
  return (
    <div className="mx-auto max-w-md px-6 py-14 text-center">
      <h2 className="text-dialog">{copy.title}</h2>
      <p className="mt-4 text-lead">{copy.text}</p>
      <p className="mt-6 text-muted">
        <TextWithLink before={copy.help} link={contactMail} href={`mailto:${contactMail}`} />
      </p>
    </div>
  );
}
