import type { ReactNode } from 'react';
import type { PersonalCopy } from '@/lib/content/cs';

type AfterCallProps = {
  copy: PersonalCopy['afterCall'];
  /** How the last call went; null before the first one and while one is going on. */
  outcome: 'ended' | 'failed' | null;
  /** The reply link, where there is one. */
  children: ReactNode;
};

/** Thanks for a call and asks for a talk in person; the same offer stands after a call that failed. */
export function AfterCall({ copy, outcome, children }: AfterCallProps) {
  return (
    // Always rendered, so that its new content is announced. Takes no room while empty.
    <div aria-live="polite" className="w-full empty:absolute">
      {outcome && (
        <section
          // On a small screen it appears below the visible part of the page.
          ref={(card) => card?.scrollIntoView?.({ block: 'nearest' })}
          className="rounded-card border border-line bg-raised p-6 text-center"
        >
          <h3 className="text-title">{copy[outcome]}</h3>
          <p className="mt-3 text-muted">{copy.question}</p>
          {children && <div className="mt-5">{children}</div>}
        </section>
      )}
    </div>
  );
}
