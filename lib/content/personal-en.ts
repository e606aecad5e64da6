import { personalClaims } from './claims';
import type { PersonalCopy } from './personal-cs';
import { site } from './site';

export const personalCopyEn: PersonalCopy = {
  meta: { title: `AI assistant demo | ${site.shortBrand}` },
  home: `${site.shortBrand}, back to the home page`,
  greeting: 'Hello',
  subtitle: 'Here is your AI phone assistant.',
  description:
    'Call it right from your browser. All you need is a microphone. Ask it what your customers ' +
    'ask, and see for yourself how it does.',
  withoutCall: 'This is where you would talk to it, right in your browser. But not right now.',
  callHeading: 'Demo call',
  notes: personalClaims.map(({ icon, text }) => ({ icon, text: text.en })),
  steps: {
    title: 'When you press Start',
    list: [
      { icon: 'microphone', text: 'Your browser asks for the microphone.' },
      { icon: 'phone', text: 'An AI answers within seconds.' },
      { icon: 'hang-up', text: 'You end it whenever you like.' },
    ],
  },
  phone: 'Or call us:',
  privacy: { before: 'How we treat your data:', link: 'privacy notice' },
  landing: { before: 'Read more about us', link: 'on our home page', href: '/', after: '.' },
  withoutScript:
    'The call needs JavaScript, which is switched off in this browser. Please write to us instead:',
  contactForm: 'Contact form',
  unavailable: {
    description:
      'This is where you would talk to your AI phone assistant, right in your browser. But the ' +
      'link that brought you here does not say which assistant is yours.',
    title: 'The demo is not available.',
    text: 'The configuration of the AI assistant is missing.',
    help: 'The link may be incomplete. Write to us, and we will send you a new one:',
  },
  afterCall: {
    thanks: {
      title: 'Thank you for trying it!',
      text: 'When would a short 15-minute call suit you? Please let us know.',
    },
    booking: 'Pick a time',
    mail: 'Write an e-mail',
    subject: 'AI assistant demo',
  },
  visit: {
    lookupFailed: 'Error while checking the record',
    updateFailed: 'Error while updating the visit',
    failed: 'Error while tracking the visit',
  },
};
