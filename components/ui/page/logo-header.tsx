import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { Logo } from '@/components/ui/logo';

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
