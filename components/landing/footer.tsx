import { FOOTER_TEXTS } from '@/lib/content/footer';
import { phone } from '@/lib/content/phone';
import { getImprintId, imprintTitle } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import type { Language } from '@/lib/language';
import type { ServiceType } from '@/lib/services';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { LinkList } from '@/components/ui/text';
import { Logo } from './logo';

const { brand, companyNumber, controller, shortBrand, since } = site;

const LINK_CLASS = 'btn btn-text';

export interface FooterProps {
  language?: Language;
  /** Decides where its links and buttons lead: on the page of the form, none leads to the form. */
  page?: 'landing' | 'contact' | 'other';
}

export function Footer({ language = 'en', page = 'other' }: FooterProps) {
  const copy = FOOTER_TEXTS[language];
  const operator = [
    controller.name,
    controller.address,
    companyNumber && `${copy.companyNumber} ${companyNumber.replaceAll(' ', '\u00a0')}`,
  ].filter(Boolean);
  const target = page === 'landing' ? '' : '/';
  const openContact = (label: string, service?: ServiceType) => {
    const variant = service ? 'text' : 'primary';
    return page === 'landing' ? (
      <OpenContactButton from="footer" variant={variant} service={service}>
        {label}
      </OpenContactButton>
    ) : (
      <Button href="/contact" variant={variant}>
        {label}
      </Button>
    );
  };
  return (
    <HydrationBoundary selector="footer">
      <footer className="border-t border-line bg-surface">
        <div className="page-width pt-10 pb-4 lg:pt-12">
          <div
            className={cx(
              'grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-12',
              'lg:grid-cols-[1.5fr_1fr_1fr_auto]',
            )}
          >
            <div className="max-lg:col-span-2">
              <Logo href={`${target}#home`} label={copy.home} />
              {brand !== shortBrand && <p className="mt-3 max-w-xs">{brand}</p>}
              <p className="mt-3 max-w-xs text-muted">{copy.blurb}</p>
              {phone && (
                <a href={phone.href} className={cx(LINK_CLASS, 'mt-1')}>
                  {phone.text}
                </a>
              )}
            </div>
            <LinkList title={copy.linksTitle} links={copy.links} target={target} />
            <LinkList title={copy.servicesTitle} links={copy.services} target={target}>
              {page !== 'contact' && <li>{openContact(copy.customSolutions, 'other')}</li>}
            </LinkList>
            {page !== 'contact' && (
              <div
                className={cx(
                  'flex flex-wrap items-center justify-between gap-4',
                  'max-lg:col-span-2 lg:block',
                )}
              >
                <p className="text-title lg:mb-4">{copy.closing}</p>
                <div className="actions">{openContact(copy.button)}</div>
              </div>
            )}
          </div>
          <div
            className={cx(
              'mt-8 flex flex-wrap items-center justify-between gap-x-8',
              'border-t border-line pt-3 text-note text-muted',
            )}
          >
            <p>{`© ${since} ${operator.join(', ')}. ${copy.rights}`}</p>
            <div className="flex gap-x-8">
              {site.imprint.length > 0 && (
                <a href={`/privacy#${getImprintId(language)}`} className={LINK_CLASS}>
                  {imprintTitle[language]}
                </a>
              )}
              <a href={copy.privacyHref} className={LINK_CLASS}>
                {copy.privacy}
              </a>
            </div>
          </div>
        </div>
      </footer>
    </HydrationBoundary>
  );
}
