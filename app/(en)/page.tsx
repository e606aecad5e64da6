import pageScript from '@/components/page-script/page.script.ts?inline';
import { createFallbacks, WithoutScript } from '@/components/call/cannot-call';
import { CountVitals } from '@/components/analytics/count-vitals';
import { ContactDialog } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { ContactSection } from '@/components/landing/contact-section';
import { Features } from '@/components/landing/features';
import { Footer } from '@/components/landing/footer';
import { Header } from '@/components/landing/header';
import { Hero } from '@/components/landing/hero';
import { CallSection } from '@/components/landing/call-section';
import { Questions } from '@/components/landing/questions';
import { Services } from '@/components/landing/services';
import { TryCall } from '@/components/landing/try-call';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { InlineScript } from '@/components/ui/inline-script';
import { Main } from '@/components/ui/page';
import { callCopyEn } from '@/lib/content/call-en';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { LandingCall } from './landing-call';
import { StructuredData } from './structured-data';

export default function LandingPage() {
  const fallbacks = createFallbacks(
    callCopyEn,
    <OpenContactButton from="call" variant="quiet">
      {en.actions.getStarted}
    </OpenContactButton>,
  );
  return (
    <>
      {/* Delays painting until the first screen is complete, because its content is centred. */}
      <link rel="expect" href="#features" blocking="render" />
      <InlineScript code={pageScript} />
      <StructuredData />
      <Header />
      <Main>
        <Hero />
        <TryCall label={en.actions.tryCall}>
          <Features />
          <Services />
        </TryCall>
        <CallSection>
          <LandingCall
            {...fallbacks}
            nextStep={<OpenContactButton from="call">{en.actions.claim}</OpenContactButton>}
          />
          <WithoutScript text={en.phoneCaller.withoutScript} />
        </CallSection>
        <Questions operator={site} />
        <ContactSection />
      </Main>
      <Footer page="landing" />
      <HydrationBoundary selector="dialog">
        <ContactDialog />
      </HydrationBoundary>
      <CountVitals />
    </>
  );
}
