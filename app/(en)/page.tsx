import { BeforeHydration } from '@/components/page-script/before-hydration';
import { OpenContactButton as Open } from '@/components/contact/open-contact-button';
import { CountVitals } from '@/components/analytics/count-vitals';
import { Contact } from '@/components/landing/contact';
import { Features } from '@/components/landing/features';
import { Footer } from '@/components/landing/footer';
import { Header } from '@/components/landing/header';
import { Hero } from '@/components/landing/hero';
import { PhoneCaller } from '@/components/landing/phone-caller';
import { Questions } from '@/components/landing/questions';
import { Services } from '@/components/landing/services';
import { TryCall } from '@/components/landing/try-call';
import { HydrationBoundary as Boundary } from '@/components/ui/hydration-boundary';
import { CallWidgetLoader } from '@/components/call/loading/call-widget-loader';
import { MESSAGE_MAX_LENGTH, type ServiceType } from '@/lib/contact/schema';
import { pickShellCopy } from '@/lib/content/call-copy';
import { callEn } from '@/lib/content/call-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import type { DialogPlace } from '@/lib/analytics/events';
import { ContactDialogs } from './contact-dialogs';
import { StructuredData } from './structured-data';

const { actions, header, phoneCaller, footer } = en;
const call = pickShellCopy(callEn);
const renderOpenButton = (
  from: DialogPlace,
  label: string,
  look: 'primary' | 'nav' | 'quiet' | 'text' = 'primary',
  service?: ServiceType,
) => (
  <Open from={from} look={look} service={service}>
    {label}
  </Open>
);
const { getStarted, getStartedToday } = actions;
const { companyNumber, controller } = site;
const company = [
  controller.address,
  companyNumber && `${footer.companyNumber} ${companyNumber}`,
].filter(Boolean);

export default function LandingPage() {
  return (
    <>
      {/* Delays painting until the first screen is complete, because its content is centred. */}
      <link rel="expect" href="#features" blocking="render" />
      <BeforeHydration />
      <StructuredData />
      <Boundary selector="header">
        <Header
          {...header}
          brand={site.brand}
          contact={renderOpenButton('header', actions.contact, 'nav')}
          getStarted={renderOpenButton('header', getStarted)}
        />
      </Boundary>
      <Boundary selector="main">
        <main>
          <Boundary parent="main" selector="#home">
            <Hero {...en.hero} action={renderOpenButton('hero', getStarted)} />
          </Boundary>
          <Boundary parent="main" selector=".try-call-reach">
            <TryCall label={actions.tryCall}>
              <Features />
              <Services
                {...en.services}
                action={renderOpenButton('services', getStartedToday)}
                ask={({ ask, service }) => (
                  <Open from="services" look="text" className="link" service={service}>
                    {ask}
                  </Open>
                )}
              />
            </TryCall>
          </Boundary>
          <Boundary parent="main" selector="#phone-caller">
            <PhoneCaller {...phoneCaller}>
              <CallWidgetLoader
                copy={call}
                when="near"
                privacyHref="/privacy"
                failureAction={renderOpenButton('call', getStarted, 'quiet')}
                nextStep={renderOpenButton('call', actions.claim)}
                messageMax={MESSAGE_MAX_LENGTH}
              />
            </PhoneCaller>
          </Boundary>
          <Boundary parent="main" selector="#questions">
            <Questions owner={{ price: site.price, tools: site.tools }} />
          </Boundary>
          <Boundary parent="main" selector="#contact">
            <Contact
              {...en.contact}
              action={renderOpenButton('contact', actions.claim)}
              lead={site.person}
            />
          </Boundary>
        </main>
      </Boundary>
      <Boundary selector="footer">
        <Footer
          {...footer}
          {...header}
          {...site}
          action={renderOpenButton('footer', getStartedToday)}
          company={company}
          customSolutions={renderOpenButton('footer', footer.customSolutions, 'text', 'other')}
        />
      </Boundary>
      <Boundary selector="dialog">
        <ContactDialogs />
      </Boundary>
      <CountVitals />
    </>
  );
}
