interface LogoProps {
  brand: string;
  href: string;
  label: string;
}

/** The brand's mark and name, as a link home. */
export function Logo({ brand, href, label }: LogoProps) {
  return (
    <a
      href={href}
      aria-label={label}
      className="inline-flex min-h-11 items-center gap-3 rounded-control text-title font-semibold whitespace-nowrap"
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0 fill-none">
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <path
          d="M8 14v4M12 10v12M16 6.5v19M20 11.5v9M24 14v4"
          className="stroke-on-accent"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span>{brand}</span>
    </a>
  );
}
