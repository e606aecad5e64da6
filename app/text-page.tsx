import type { ReactNode } from 'react';
import { Footer, type FooterProps } from '@/components/landing/footer';
import { LogoHeader } from '@/components/landing/logo';
import { Button } from '@/components/ui/button';
import { Main } from '@/components/ui/page';
import { Person } from '@/components/ui/person';
import { TextWithLink } from '@/components/ui/text';
import { en } from '@/lib/content/en';
import { phone } from '@/lib/content/phone';
import { contactMail, site } from '@/lib/content/site';

const { contact, header, notFound, phoneCaller } = en;

interface TextPageProps extends Pick<FooterProps, 'page'> {
  /** In the card beside the text, above who answers. */
  card: ReactNode;
  /** Who reads what is written about the page. */
  mail?: string;
  ornament?: ReactNode;
  children: ReactNode;
}

/** An English page without the contact dialog. */
export function TextPage({
  card,
  mail = contactMail,
  ornament,
  children,
  ...footer
}: TextPageProps) {
  return (
    <>
      <LogoHeader home={header.home} />
      <Main className="page-width side-page">
        <div>{children}</div>
        <aside className="side-card glow">
          {card}
          <Person before={contact.person} person={site.person} />
          <p>
            <TextWithLink before={contact.write} link={mail} href={`mailto:${mail}`} />
          </p>
          {phone && (
            <p>
              <TextWithLink before={phoneCaller.phone} link={phone.text} href={phone.href} />
            </p>
          )}
        </aside>
        <div className="actions">
          <Button variant="quiet" href="/">
            {notFound.home}
          </Button>
        </div>
      </Main>
      {ornament}
      <Footer {...footer} />
    </>
  );
}
