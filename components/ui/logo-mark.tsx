// Written by `npm run brand` from logo.svg.
/** The brand's mark. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0 fill-none">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        d="M8 14v4M12 10v12M16 6.5v19M20 11.5v9M24 14v4"
        className="stroke-on-accent"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
