import type { ReactNode } from 'react';
import type { Copy } from '@/lib/content/en';
import { Logo } from '@/components/ui/logo';

type FooterProps = Omit<Copy['footer'], 'customSolutions' | 'companyNumber'> & {
  brand: string;
  since: number;
  /** Registered office and company number, as far as there are any. */
  company: readonly string[];
  home: string;
  links: Copy['header']['links'];
  /** Opens the contact dialog. */
  action: ReactNode;
  customSolutions: ReactNode;
};

const linkClass = 'btn btn-text';

/** The brand, links to every section, the services and a last call to action. */
export function Footer(props: FooterProps) {
  const { brand, since, home, blurb, links, linksTitle, services, servicesTitle } = props;
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto max-w-7xl px-gutter pt-10 pb-4 lg:pt-12">
        <div className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-12 lg:grid-cols-[1.5fr_1fr_1fr_auto]">
          <div className="max-lg:col-span-2">
            <Logo brand={brand} href="#home" label={home} />
            <p className="mt-3 max-w-xs text-muted">{blurb}</p>
          </div>
          <LinkList title={linksTitle} links={links} />
          <LinkList title={servicesTitle} links={services}>
            <li>{props.customSolutions}</li>
          </LinkList>
          <div className="flex flex-wrap items-center justify-between gap-4 max-lg:col-span-2 lg:block">
            <p className="text-title lg:mb-4">{props.closing}</p>
            {props.action}
          </div>
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 border-t border-line pt-3 text-note text-muted">
          <p>{`© ${since} ${[brand, ...props.company].join(', ')}. ${props.rights}`}</p>
          <a href="/privacy" className={linkClass}>
            {props.privacy}
          </a>
        </div>
      </div>
    </footer>
  );
}

type LinkListProps = { title: string; links: Copy['header']['links']; children?: ReactNode };

function LinkList({ title, links, children }: LinkListProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-note">{title}</h2>
      <ul className="mt-2">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={href} className={linkClass}>
              {label}
            </a>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
