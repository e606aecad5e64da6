import { cx } from '@/components/ui/cx';

interface MenuButtonProps {
  label: string;
  panelId: string;
}

/** Toggles the menu, a popover. `syncMenu` updates its `aria-expanded`. */
export function MenuButton({ label, panelId }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={panelId}
      aria-label={label}
      aria-controls={panelId}
      suppressHydrationWarning
      className={cx(
        'menu-toggle grid size-12 place-items-center rounded-full',
        'border border-line-strong lg:hidden',
      )}
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
