import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { cx } from '@/components/ui/cx';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { Logo } from '@/components/ui/logo';

const { actions, header } = en;
const { home, navLabel, menu, links } = header;

const MENU_ID = 'site-menu';
const LINK_CLASS = 'btn btn-nav';

export function Header() {
  const linkItems = (
    <>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} className={LINK_CLASS}>
            {link.label}
          </a>
        </li>
      ))}
      <li>
        <OpenContactButton from="header" variant="nav">
          {actions.contact}
        </OpenContactButton>
      </li>
    </>
  );
  const getStarted = <OpenContactButton from="header">{actions.getStarted}</OpenContactButton>;
  return (
    <HydrationBoundary selector="header">
      {/* Not sticky on a phone held sideways, where it would cover a fifth of the window, nor where
          the menu can't follow it. */}
      <header
        className={cx(
          'sticky top-0 z-10 border-b border-line bg-canvas',
          '[@media(max-height:30rem)]:static max-lg:[@media(scripting:none)]:static',
        )}
      >
        <div className="page-width flex min-h-header items-center justify-between gap-4">
          {/* A long brand wraps before the links do, but breaks no word for them. */}
          <div className="max-w-max min-w-0 flex-1 lg:min-w-min">
            <Logo brand={site.shortBrand} href="#home" label={home} />
          </div>
          <nav aria-label={navLabel} className="hidden lg:block">
            <ul className="flex flex-wrap items-center xl:gap-1">
              {linkItems}
              <li className="ml-2">{getStarted}</li>
            </ul>
          </nav>
          <MenuButton />
          <div id={MENU_ID} popover="auto" className="menu-sheet lg:hidden">
            <button
              type="button"
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              aria-hidden="true"
              tabIndex={-1}
              className="menu-backdrop"
            />
            <div className="menu-panel">
              <nav aria-label={menu}>
                <ul className="menu-list">{linkItems}</ul>
              </nav>
              {getStarted}
            </div>
          </div>
        </div>
      </header>
    </HydrationBoundary>
  );
}

/** `syncMenu` updates its `aria-expanded`. */
function MenuButton() {
  return (
    <button
      type="button"
      popoverTarget={MENU_ID}
      aria-label={menu}
      aria-controls={MENU_ID}
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
