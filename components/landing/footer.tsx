import type { ReactNode } from 'react';
import type { LandingCopy } from '@/lib/content/en';
import { cx } from '@/components/ui/cx';
import { Logo } from '@/components/ui/logo';

interface FooterProps extends Omit<LandingCopy['footer'], 'customSolutions' | 'companyNumber'> {
  brand: string;
  since: number;
  /** The registered office and the company number, if given. */
  companyLines: readonly string[];
  home: string;
  links: LandingCopy['header']['links'];
  contactButton: ReactNode;
  customSolutionsButton: ReactNode;
}

const LINK_CLASS = 'btn btn-text';

/** The footer with links to all sections and services. */
export function Footer(props: FooterProps) {
  const { brand, since, home, blurb, links, linksTitle, services, servicesTitle } = props;
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto max-w-7xl px-gutter pt-10 pb-4 lg:pt-12">
        <div
          className={cx(
            'grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-12',
            'lg:grid-cols-[1.5fr_1fr_1fr_auto]',
          )}
        >
          <div className="max-lg:col-span-2">
            <Logo brand={brand} href="#home" label={home} />
            <p className="mt-3 max-w-xs text-muted">{blurb}</p>
          </div>
          <LinkList title={linksTitle} links={links} />
          <LinkList title={servicesTitle} links={services}>
            <li>{props.customSolutionsButton}</li>
          </LinkList>
          <div
            className={cx(
              'flex flex-wrap items-center justify-between gap-4',
              'max-lg:col-span-2 lg:block',
            )}
          >
            <p className="text-title lg:mb-4">{props.closing}</p>
            {props.contactButton}
          </div>
        </div>
        <div
          className={cx(
            'mt-8 flex flex-wrap items-center justify-between gap-x-8',
            'border-t border-line pt-3 text-note text-muted',
          )}
        >
          <p>{`© ${since} ${[brand, ...props.companyLines].join(', ')}. ${props.rights}`}</p>
          <a href="/privacy" className={LINK_CLASS}>
            {props.privacy}
          </a>
        </div>
      </div>
    </footer>
  );
}

interface LinkListProps {
  title: string;
  links: LandingCopy['header']['links'];
  children?: ReactNode;
}

function LinkList({ title, links, children }: LinkListProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-note">{title}</h2>
      <ul className="mt-2">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={href} className={LINK_CLASS}>
              {label}
            </a>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
