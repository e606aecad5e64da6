import { featuresCopyEn } from './features-en';
import { questionsCopyEn } from './questions-en';
import { site } from './site';

/** The English texts of the landing page and of the page for unknown addresses. */
export const en = {
  meta: {
    title: `AI Phone Assistant & Workflow Automation | ${site.brand}`,
    description:
      'Talk to an AI phone assistant in your browser, then claim a free 30-minute ' +
      'strategy session on automating support, CRM work and appointment scheduling.',
    /** The alternative text of the social card. */
    card: `${site.brand}: Your business, always on the line.`,
  },
  actions: {
    contact: 'Contact',
    getStarted: 'Get Started',
    getStartedToday: 'Get Started Today',
    claim: 'Claim Your Free Strategy Session',
    tryCall: 'Try a call',
  },
  header: {
    home: `${site.brand}, home`,
    navLabel: 'Main',
    menu: 'Menu',
    links: [
      { label: 'Home', href: '#home' },
      { label: 'Solutions', href: '#features' },
      { label: 'Core Features', href: '#demo' },
      { label: 'AI Phone Assistant', href: '#phone-caller' },
    ],
  },
  hero: {
    title: 'Your business, always on the line.',
    tagline:
      'We build AI that picks up the phone, keeps your CRM in order and fills your calendar, ' +
      'around the clock.',
    tryCaller: 'Try AI Phone Caller',
    call: {
      caption: 'An example call',
      title: 'Front desk',
      status: 'On the line',
      lines: [
        { who: 'Caller', text: 'Hi, I need to move my appointment on Thursday.' },
        { who: 'Assistant', text: 'Of course. Friday at ten is free. Shall I book it for you?' },
        { who: 'Caller', text: 'Yes, please.' },
      ],
      results: ['Appointment moved', 'CRM record updated'],
      callLink: 'Take this call yourself',
    },
  },
  features: featuresCopyEn,
  services: {
    heading: 'Three places to start.',
    intro:
      'Each works on its own, and better with the others. Something else in mind? We build ' +
      'custom solutions too.',
    cards: [
      {
        art: 'support',
        service: 'ai-customer-support' as const,
        ask: 'Ask about customer support',
        title: 'AI Customer Support',
        text: 'Speaks with your customers and knows your business.',
        points: [
          'Answers by phone, around the clock',
          'Follows the script you approve',
          'Hands over what needs a person',
        ],
      },
      {
        art: 'crm',
        service: 'crm-integrations' as const,
        ask: 'Ask about CRM integrations',
        title: 'CRM Integrations',
        text: 'What is said flows into your tools. Nobody types it twice.',
        points: ['New contacts recorded', 'Call summaries on file', 'Follow-ups assigned'],
      },
      {
        art: 'calendar',
        service: 'appointment-scheduling' as const,
        ask: 'Ask about scheduling',
        title: 'Appointment Scheduling',
        text: 'Free times are offered and booked while the customer is on the line.',
        points: ['Books and confirms', 'Moves and cancels', 'Respects your working hours'],
      },
    ],
  },
  phoneCaller: {
    heading: 'Hear it for yourself.',
    text: 'No slides, no recording. Talk to it right here, and judge it by the conversation.',
    notes: ['HIPAA compliant and secure', '99.9% uptime guarantee', '24/7 availability'],
    privacy: { before: 'What happens to a call:', link: 'privacy notice' },
  },
  questions: questionsCopyEn,
  contact: {
    heading: 'Free AI Automation Strategy Session',
    intro: 'Bring one process that costs you time. Leave with a plan for it.',
    benefits: [
      {
        title: 'A 30-minute consultation',
        text: 'About your calls, your tools and where the hours go.',
      },
      {
        title: 'A 30-day transformation',
        text: 'The plan takes your first process from manual to automated.',
      },
      {
        title: 'A clear first step',
        text: 'Which service to begin with, and what it needs from you.',
      },
    ],
    withoutScript: { label: 'Open the contact form on its own page', href: '/contact' },
    notes: ['No spam', '100% free consultation', 'Response within 24 hours'],
    person: 'You will talk to',
  },
  footer: {
    blurb: 'AI-driven automation for business workflows.',
    linksTitle: 'Quick links',
    servicesTitle: 'Services',
    services: [
      { label: 'AI Customer Support', href: '#demo' },
      { label: 'CRM Integrations', href: '#demo' },
      { label: 'Appointment Scheduling', href: '#demo' },
    ],
    customSolutions: 'Custom Solutions',
    closing: 'Ready when you are.',
    rights: 'All rights reserved.',
    companyNumber: 'Company number',
    privacy: 'Privacy',
  },
  notFound: {
    metaTitle: `Page not found | ${site.brand}`,
    title: 'Nobody picks up at this address.',
    text: 'The page may have moved, or the link may be incomplete. These lines are open:',
    home: 'Back to the home page',
    links: [
      { label: 'AI Phone Assistant', href: '/#phone-caller' },
      { label: 'Solutions', href: '/#features' },
      { label: 'Core Features', href: '/#demo' },
      { label: 'Privacy', href: '/privacy' },
    ],
  },
};

export type LandingCopy = typeof en;
