import { OpenContactButton } from '@/components/contact/open-contact-button';
import { en } from '@/lib/content/en';

const { actions, footer, services } = en;

/** Passed to the sections, because components/landing must not import components/contact. */
export const contactButtons = {
  header: <OpenContactButton from="header">{actions.getStarted}</OpenContactButton>,
  headerLink: (
    <OpenContactButton from="header" variant="nav">
      {actions.contact}
    </OpenContactButton>
  ),
  hero: <OpenContactButton from="hero">{actions.getStarted}</OpenContactButton>,
  services: <OpenContactButton from="services">{actions.getStartedToday}</OpenContactButton>,
  service: services.cards.map(({ ask, service }) => (
    <OpenContactButton
      key={service}
      from="services"
      variant="text"
      className="link"
      service={service}
    >
      {ask}
    </OpenContactButton>
  )),
  failedCall: (
    <OpenContactButton from="call" variant="quiet">
      {actions.getStarted}
    </OpenContactButton>
  ),
  finishedCall: <OpenContactButton from="call">{actions.claim}</OpenContactButton>,
  contact: <OpenContactButton from="contact">{actions.claim}</OpenContactButton>,
  footer: <OpenContactButton from="footer">{actions.getStartedToday}</OpenContactButton>,
  customSolutions: (
    <OpenContactButton from="footer" variant="text" service="other">
      {footer.customSolutions}
    </OpenContactButton>
  ),
};
