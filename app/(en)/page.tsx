import { ContactDialog } from '@/components/contact/contact-dialog';
import { ContactNotes } from '@/components/contact/contact-notes';
import { OpenContactButton as Open } from '@/components/contact/open-contact-button';
import { SuccessNotes } from '@/components/contact/success-notes';
import { CallStanding } from '@/components/landing/call-standing';
import { Contact } from '@/components/landing/contact';
import { Demo } from '@/components/landing/demo';
import { Features } from '@/components/landing/features';
import { Footer } from '@/components/landing/footer';
import { Header } from '@/components/landing/header';
import { Hero } from '@/components/landing/hero';
import { PhoneCaller } from '@/components/landing/phone-caller';
import { MESSAGE_MAX } from '@/lib/contact/schema';
import { contactCopy } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';

const { actions, header, phoneCaller } = en;
const getStarted = <Open>{actions.getStarted}</Open>;
const getStartedToday = <Open>{actions.getStartedToday}</Open>;
const contact = <Open look="nav">{actions.contact}</Open>;
const customSolutions = <Open look="text">{en.footer.customSolutions}</Open>;

export default function LandingPage() {
  return (
    <>
      <Header {...header} brand={site.brand} contact={contact} getStarted={getStarted} />
      <main>
        <Hero {...en.hero} action={getStarted} />
        <Features {...en.features} />
        <Demo {...en.demo} action={getStartedToday} />
        <PhoneCaller {...phoneCaller}>
          <CallStanding {...phoneCaller.standing} action={getStarted} />
        </PhoneCaller>
        <Contact {...en.contact} action={<Open>{actions.claim}</Open>} />
      </main>
      <Footer
        {...en.footer}
        {...header}
        {...site}
        {...{ customSolutions }}
        action={getStartedToday}
      />
      <ContactDialog
        copy={contactCopy}
        messageMax={MESSAGE_MAX}
        mail={site.contactMail}
        successNotes={<SuccessNotes {...contactCopy.success} />}
      >
        <ContactNotes {...contactCopy} />
      </ContactDialog>
    </>
  );
}
