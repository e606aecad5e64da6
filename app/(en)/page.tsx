import { BeforeHydration } from '@/components/before-hydration/before-hydration';
import { OpenContactButton as Open } from '@/components/contact/open-contact-button';
import { Contact } from '@/components/landing/contact';
import { Features } from '@/components/landing/features';
import { Footer } from '@/components/landing/footer';
import { Header } from '@/components/landing/header';
import { Hero } from '@/components/landing/hero';
import { PhoneCaller } from '@/components/landing/phone-caller';
import { Services } from '@/components/landing/services';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import { MESSAGE_MAX } from '@/lib/contact/schema';
import { shellOf } from '@/lib/content/call-copy';
import { callEn } from '@/lib/content/call-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { ContactDialogs } from './contact-dialogs';
import { StructuredData } from './structured-data';

const { actions, header, phoneCaller, footer } = en;
const call = shellOf(callEn);
const start = <Open>{actions.getStarted}</Open>;
const instead = <Open look="quiet">{actions.getStarted}</Open>;
const claim = <Open>{actions.claim}</Open>;
const startToday = <Open>{actions.getStartedToday}</Open>;
const contact = <Open look="nav">{actions.contact}</Open>;
const custom = <Open look="text">{footer.customSolutions}</Open>;

export default function LandingPage() {
  return (
    <>
      <BeforeHydration />
      <StructuredData />
      <Header {...header} brand={site.brand} contact={contact} getStarted={start} />
      <main>
        <Hero {...en.hero} action={start} />
        <Features {...en.features} />
        <Services {...en.services} action={startToday} />
        <PhoneCaller {...phoneCaller}>
          <CallWidgetLoader
            copy={call}
            when="near"
            privacyHref="/privacy"
            failureAction={instead}
            nextStep={claim}
            messageMax={MESSAGE_MAX}
          />
        </PhoneCaller>
        <Contact {...en.contact} action={claim} />
      </main>
      <Footer {...footer} {...header} {...site} action={startToday} customSolutions={custom} />
      <ContactDialogs />
    </>
  );
}
