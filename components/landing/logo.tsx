import { cx } from '@/components/ui/cx';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { LogoMark } from '@/components/ui/logo-mark';
import { site } from '@/lib/content/site';

export function Logo({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      aria-label={label}
      className={cx(
        'semibold inline-flex min-h-11 max-w-full items-center gap-3',
        'rounded-control text-title',
      )}
    >
      <LogoMark />
      <span className="min-w-0 wrap-break-word">{site.shortBrand}</span>
    </a>
  );
}

/** The header of every page but the landing page. */
export function LogoHeader({ home }: { home: string }) {
  return (
    <HydrationBoundary selector="header">
      <header className="border-b border-line">
        <div className="page-width flex min-h-header items-center">
          <Logo href="/" label={home} />
        </div>
      </header>
    </HydrationBoundary>
  );
}
