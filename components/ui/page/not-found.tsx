import type { ReactNode } from 'react';
import { Logo } from '@/components/ui/logo';
import { VoiceLine } from '@/components/ui/voice-line';

/** Of the `body` around it. */
export const NOT_FOUND_CLASS = 'glow flex min-h-svh flex-col overflow-x-clip';

interface NotFoundProps {
  brand: string;
  /** The label of the logo's link. */
  home: string;
  title: string;
  text: string;
  /** The ways on. */
  children: ReactNode;
}

/** What a page for unknown addresses shows. */
export function NotFound({ brand, home, title, text, children }: NotFoundProps) {
  return (
    <>
      <header className="page-width py-4">
        <Logo brand={brand} href="/" label={home} />
      </header>
      <main className="relative isolate flex grow items-center">
        <VoiceLine
          drawing="horizon"
          className="voice-horizon absolute inset-x-0 bottom-0 -z-10 h-32 w-full"
        />
        <div className="page-width pt-12 pb-40">
          <h1 className="max-w-4xl text-hero">{title}</h1>
          <p className="mt-6 max-w-xl text-lead text-muted">{text}</p>
          {children}
        </div>
      </main>
    </>
  );
}
