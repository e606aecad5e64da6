import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './cx';
import { HydrationBoundary } from './hydration-boundary';
import { Logo } from './logo';

interface PartProps {
  className?: string;
  children: ReactNode;
}

export function Main({ className, children }: PartProps) {
  return (
    <HydrationBoundary selector="main">
      <main className={className}>{children}</main>
    </HydrationBoundary>
  );
}

export function Panel({ className, children }: PartProps) {
  return (
    <div className={cx('lit-edge rounded-panel p-px', className)}>
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}

interface LogoHeaderProps {
  brand: string;
  home: string;
}

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
  back: string;
  /** A second column on wide screens. */
  aside: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

export function TextPage({ brand, home, back, aside, footer, children }: TextPageProps) {
  return (
    <>
      <LogoHeader brand={brand} home={home} />
      <Main className="page-width side-page">
        <div>{children}</div>
        {aside}
        <div className="actions">
          <Button variant="quiet" href="/">
            {back}
          </Button>
        </div>
      </Main>
      {footer}
    </>
  );
}
