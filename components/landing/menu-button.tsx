interface MenuButtonProps {
  label: string;
  panelId: string;
}

/** Toggles the menu, a popover, which needs no script; `syncMenu` keeps its `aria-expanded` right. */
export function MenuButton({ label, panelId }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={panelId}
      aria-label={label}
      aria-controls={panelId}
      suppressHydrationWarning
      className="menu-toggle grid size-12 place-items-center rounded-full border border-line-strong lg:hidden"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-6 stroke-current"
        strokeWidth="1.75"
        strokeLinecap="round"
      >
        <path className="bar-top" d="M4 8.5h16" />
        <path className="bar-bottom" d="M4 15.5h16" />
      </svg>
    </button>
  );
}
