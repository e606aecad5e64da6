import { cx } from './cx';
import { LogoMark } from './logo-mark';

interface LogoProps {
  brand: string;
  href: string;
  label: string;
}

export function Logo({ brand, href, label }: LogoProps) {
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
      <span className="min-w-0 wrap-break-word">{brand}</span>
    </a>
  );
}
