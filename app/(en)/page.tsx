import { BeforeHydration } from '@/components/page-script/before-hydration';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { CountVitals } from '@/components/analytics/count-vitals';
import { Contact } from '@/components/landing/contact';
import { Features } from '@/components/landing/features';
import { Footer } from '@/components/landing/footer';
import { Header } from '@/components/landing/header';
import { Hero } from '@/components/landing/hero';
import { CallSection } from '@/components/landing/call-section';
import { Questions } from '@/components/landing/questions';
import { Services } from '@/components/landing/services';
import { TryCall } from '@/components/landing/try-call';
import { HydrationBoundary as Boundary } from '@/components/ui/hydration-boundary';
import { CallWidgetLoader } from '@/components/call/loading/call-widget-loader';
import { MESSAGE_MAX_LENGTH, type ServiceType } from '@/lib/contact/schema';
import { pickShellCopy } from '@/lib/content/call-copy';
import { callCopyEn } from '@/lib/content/call-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import type { DialogPlace } from '@/lib/analytics/events';
import { ContactDialogs } from './contact-dialogs';
import { StructuredData } from './structured-data';

const { actions, header, phoneCaller, footer } = en;
const callCopy = pickShellCopy(callCopyEn);
const renderContactButton = (
  from: DialogPlace,
  label: string,
  variant: 'primary' | 'nav' | 'quiet' | 'text' = 'primary',
  service?: ServiceType,
) => (
  <OpenContactButton from={from} variant={variant} service={service}>
    {label}
  </OpenContactButton>
);
const { getStarted, getStartedToday } = actions;
const { companyNumber, controller } = site;
const companyLines = [
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
          contactButton={renderContactButton('header', actions.contact, 'nav')}
          getStartedButton={renderContactButton('header', getStarted)}
        />
      </Boundary>
      <Boundary selector="main">
        <main>
          <Boundary parent="main" selector="#home">
            <Hero {...en.hero} contactButton={renderContactButton('hero', getStarted)} />
          </Boundary>
          <Boundary parent="main" selector=".try-call-reach">
            <TryCall label={actions.tryCall}>
              <Features />
              <Services
                {...en.services}
                contactButton={renderContactButton('services', getStartedToday)}
                renderAskButton={({ ask, service }) => (
                  <OpenContactButton
                    from="services"
                    variant="text"
                    className="link"
                    service={service}
                  >
                    {ask}
                  </OpenContactButton>
                )}
              />
            </TryCall>
          </Boundary>
          <Boundary parent="main" selector="#phone-caller">
            <CallSection {...phoneCaller}>
              <CallWidgetLoader
                copy={callCopy}
                loadWhen="near"
                privacyHref="/privacy"
                failureAction={renderContactButton('call', getStarted, 'quiet')}
                nextStep={renderContactButton('call', actions.claim)}
                messageMax={MESSAGE_MAX_LENGTH}
              />
            </CallSection>
          </Boundary>
          <Boundary parent="main" selector="#questions">
            <Questions operator={{ price: site.price, tools: site.tools }} />
          </Boundary>
          <Boundary parent="main" selector="#contact">
            <Contact
              {...en.contact}
              contactButton={renderContactButton('contact', actions.claim)}
              sessionLead={site.person}
            />
          </Boundary>
        </main>
      </Boundary>
      <Boundary selector="footer">
        <Footer
          {...footer}
          {...header}
          {...site}
          contactButton={renderContactButton('footer', getStartedToday)}
          companyLines={companyLines}
          customSolutionsButton={renderContactButton(
            'footer',
            footer.customSolutions,
            'text',
            'other',
          )}
        />
      </Boundary>
      <Boundary selector="dialog">
        <ContactDialogs />
      </Boundary>
      <CountVitals />
    </>
  );
}
