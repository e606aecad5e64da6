import { en } from '@/lib/content/en';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { cx } from '@/components/ui/cx';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { Icon } from '@/components/ui/icon';
import { Logo } from './logo';

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
            <Logo href="#home" label={home} />
          </div>
          <nav aria-label={navLabel} className="hidden lg:block">
            <ul className="flex flex-wrap items-center xl:gap-1">
              {linkItems}
              <li className="ml-2">{getStarted}</li>
            </ul>
          </nav>
          {/* `syncMenu` updates its `aria-expanded`. */}
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
            <Icon name="menu" className="size-6 in-[header:has(:popover-open)]:hidden" />
            <Icon name="close" className="hidden size-6 in-[header:has(:popover-open)]:block" />
          </button>
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
