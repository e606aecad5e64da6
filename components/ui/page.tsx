import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './cx';
import { HydrationBoundary } from './hydration-boundary';
import { Logo } from './logo';

interface PartProps {
  className?: string;
  children: ReactNode;
}

/** The page's `main`, which hydrates separately. */
export function Main({ className, children }: PartProps) {
  return (
    <HydrationBoundary selector="main">
      <main className={className}>{children}</main>
    </HydrationBoundary>
  );
}

/** A large box with a lit edge and a glow. */
export function Panel({ className, children }: PartProps) {
  return (
    <div className={cx('lit-edge rounded-panel p-px', className)}>
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}

interface LogoHeaderProps {
  brand: string;
  /** The label of the logo's link. */
  home: string;
}

/** A header with nothing but the logo, which leads to the home page. */
export function LogoHeader({ brand, home }: LogoHeaderProps) {
  return (
    <HydrationBoundary selector="header">
      <header className="border-b border-line">
        <div className="page-width flex min-h-header items-center">
          <Logo brand={brand} href="/" label={home} />
        </div>
      </header>
    </HydrationBoundary>
  );
}

interface TextPageProps extends LogoHeaderProps {
  /** The label of the button under the text. */
  back: string;
  children: ReactNode;
}

/** A page with one column of text between the logo and a link home. */
export function TextPage({ brand, home, back, children }: TextPageProps) {
  return (
    <>
      <LogoHeader brand={brand} home={home} />
      <Main className="page-width pb-16">
        <div className="max-w-[40rem]">
          {children}
          <Button variant="quiet" href="/" className="mt-10">
            {back}
          </Button>
        </div>
      </Main>
    </>
  );
}
