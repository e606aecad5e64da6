import { SERVICE_TYPES } from '@/lib/services';
import { answerTime, callClaims, contactClaims } from './claims';
import { personalCopyEn } from './personal-en';
import { serviceCardsEn, servicesEn } from './services-en';
import { site } from './site';

const serviceCards = SERVICE_TYPES.flatMap((service) => {
  const card = serviceCardsEn[service];
  return card ? [{ service, title: servicesEn[service].name, ...card }] : [];
});

/** The sections of the landing page, in order; those with a label are in all menus. */
const SECTIONS = [
  { id: 'home', label: 'Home' },
  { id: 'features', label: 'Solutions' },
  { id: 'demo', label: 'Core Features' },
  { id: 'phone-caller', label: 'AI Phone Assistant' },
  { id: 'questions' },
  { id: 'contact' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];

const menuLinks: { label: string; href: string }[] = SECTIONS.flatMap((section) =>
  'label' in section ? { label: section.label, href: `#${section.id}` } : [],
);

export const en = {
  meta: {
    title: `AI Phone Assistant & Workflow Automation | ${site.shortBrand}`,
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
    home: `${site.shortBrand}, home`,
    navLabel: 'Main',
    menu: 'Menu',
    links: menuLinks,
  },
  hero: {
    title: 'Your business, always on the line.',
    tagline:
      'We build AI that picks up the phone, keeps your CRM in order and fills your calendar, ' +
      'around the clock.',
    tryCaller: 'Try AI Phone Caller',
    /** Shown with `site.sample` only. */
    sample: 'Hear a recorded call',
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
  features: {
    lines: ['Work that waits for a person.', 'Work that takes care of itself.'],
    intro:
      'Most of what slows a business down is not hard. It is repeated, interrupted and always ' +
      'due now.',
    demoLink: 'Hear it answer a call',
    problemLabel: 'Problem',
    solutionLabel: 'Solution',
    pairs: [
      {
        problem: 'The phone rings while everyone is busy',
        cost: 'A caller who reaches nobody may not try again.',
        solution: 'An assistant that picks up',
        gain: 'It answers what it can and takes down the rest, day and night.',
      },
      {
        problem: 'The same questions, every day',
        cost: 'Opening hours, prices, order status, between all other tasks.',
        solution: 'Answers in your own words',
        gain: 'Routine questions get the answer that you agreed on.',
      },
      {
        problem: 'Notes that never reach the CRM',
        cost: 'Details stay in someone’s head, and the next talk starts over.',
        solution: 'Records written as you talk',
        gain: 'What a customer said becomes an entry, a task or a follow-up.',
      },
      {
        problem: 'Back and forth over a date',
        cost: 'Finding one free hour takes three messages, moving it three more.',
        solution: 'A calendar that books itself',
        gain: 'Customers choose, move and cancel in one short conversation.',
      },
    ],
  },
  services: {
    heading: 'Good places to start.',
    intro:
      'Each works on its own, and better with the others. Something else in mind? We build ' +
      'custom solutions too.',
    cards: serviceCards,
  },
  phoneCaller: {
    heading: 'Hear it for yourself.',
    text: 'No slides, no recording. Talk to it right here, and judge it by the conversation.',
    notes: callClaims,
    steps: personalCopyEn.steps,
    phone: personalCopyEn.phone,
    withoutScript: personalCopyEn.withoutScript,
    privacy: { before: 'What happens to a call:', link: 'privacy notice' },
  },
  questions: {
    heading: 'Questions people ask.',
    who: {
      question: 'Who will I talk to?',
      answer:
        'In the demo, to our AI phone assistant. In the strategy session, to a person: that is ' +
        'where we plan, and where you decide.',
    },
    data: {
      question: 'What happens to my voice and data?',
      answer:
        'Your voice goes to our voice provider, to be understood and answered. This site keeps ' +
        'no recording and no transcript. You start a call with a button, and you can end it at ' +
        'any moment.',
      link: 'Read the privacy notice',
    },
    tools: {
      question: 'Which tools can it work with?',
      answer:
        'With the phone number, the CRM and the calendar that you use already. We look at yours ' +
        'in the strategy session and say what it takes.',
      /** `site.tools` follows. */
      connected: 'We have connected it to',
    },
    time: {
      question: 'How long until it works?',
      answer:
        '30 days. The plan from the strategy session takes the first process from manual to ' +
        'automated in that time.',
    },
    /** Shown only if `site.price` has the answer. */
    price: { question: 'What does it cost?' },
    person: {
      question: 'Can a person take over?',
      answer:
        'Yes. The assistant hands over what needs a person, and passes on what was said, so that ' +
        'nobody has to start again.',
    },
  },
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
    notes: contactClaims,
    person: 'You will talk to',
    write: 'Write to us:',
    /** Beside the form on its own page. */
    next: {
      title: 'What happens next',
      list: [
        { icon: 'mail', text: `We answer by e-mail ${answerTime}.` },
        { icon: 'clock', text: 'We talk for 30 minutes about your calls and your tools.' },
        { icon: 'check', text: 'You leave with a plan for one process.' },
      ] as const,
    },
  },
  footer: {
    blurb: 'AI-driven automation for business workflows.',
    linksTitle: 'Quick links',
    links: [...menuLinks, { label: 'Questions', href: '#questions' }],
    servicesTitle: 'Services',
    services: serviceCards.map(({ title }) => ({ label: title, href: '#demo' })),
    customSolutions: 'Custom Solutions',
    closing: 'Ready when you are.',
    rights: 'All rights reserved.',
    companyNumber: 'Company number',
    privacy: 'Privacy',
  },
  notFound: {
    metaTitle: `Page not found | ${site.shortBrand}`,
    title: 'Nobody picks up at this address.',
    text: 'The page may have moved, or the link may be incomplete.',
    linksTitle: 'These lines are open:',
    home: 'Back to the home page',
    links: [
      ...menuLinks.slice(1).map(({ label, href }) => ({ label, href: `/${href}` })),
      { label: 'Privacy', href: '/privacy' },
    ],
  },
};

/** The text of the social card that `npm run brand` draws. */
export const cardEn = {
  title: en.hero.title,
  text: 'AI that picks up the phone, keeps your CRM in order and fills your calendar. 24/7.',
};
