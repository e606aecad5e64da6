/** The frequently asked questions of the landing page. */
export const questionsCopyEn = {
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
      'Your voice goes to our voice provider, to be understood and answered. This site keeps no ' +
      'recording and no transcript. You start a call with a button, and you can end it at any ' +
      'moment.',
    link: 'Read the privacy notice',
  },
  tools: {
    question: 'Which tools can it work with?',
    answer:
      'With the phone number, the CRM and the calendar that you use already. We look at yours in ' +
      'the strategy session and say what it takes.',
    /** `site.tools` follows. */
    list: 'Among them:',
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
};
