import { BeforeHydration } from '@/components/before-hydration/before-hydration';
import { OpenContactButton as Open } from '@/components/contact/open-contact-button';
import { CountVitals } from '@/components/funnel/count-vitals';
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
import type { DialogPlace } from '@/lib/funnel/events';
import { ContactDialogs } from './contact-dialogs';
import { StructuredData } from './structured-data';

const { actions, header, phoneCaller, footer } = en;
const call = shellOf(callEn);
const open = (
  from: DialogPlace,
  label: string,
  look: 'primary' | 'nav' | 'quiet' | 'text' = 'primary',
) => (
  <Open from={from} look={look}>
    {label}
  </Open>
);
const { getStarted, getStartedToday } = actions;

export default function LandingPage() {
  return (
    <>
      <BeforeHydration />
      <StructuredData />
      <Header
        {...header}
        brand={site.brand}
        contact={open('header', actions.contact, 'nav')}
        getStarted={open('header', getStarted)}
      />
      <main>
        <Hero {...en.hero} action={open('hero', getStarted)} />
        <Features {...en.features} />
        <Services {...en.services} action={open('services', getStartedToday)} />
        <PhoneCaller {...phoneCaller}>
          <CallWidgetLoader
            copy={call}
            when="near"
            privacyHref="/privacy"
            failureAction={open('call', getStarted, 'quiet')}
            nextStep={open('call', actions.claim)}
            messageMax={MESSAGE_MAX}
          />
        </PhoneCaller>
        <Contact {...en.contact} action={open('contact', actions.claim)} />
      </main>
      <Footer
        {...footer}
        {...header}
        {...site}
        action={open('footer', getStartedToday)}
        customSolutions={open('footer', footer.customSolutions, 'text')}
      />
      <ContactDialogs />
      <CountVitals />
    </>
  );
}
