/** The texts of the contact form, of its success message and of the page without script. */
export const contactCopy = {
  title: 'Get In Touch',
  intro: 'Tell us what you would like to automate. We answer within 24 hours.',
  service: {
    label: 'Service type',
    placeholder: 'Select a service',
    /** In the order of the select, keyed by the stored value. */
    options: {
      'ai-customer-support': 'AI Customer Support',
      'crm-integrations': 'CRM Integrations',
      'appointment-scheduling': 'Appointment Scheduling',
      other: 'Other',
    },
  },
  email: {
    label: 'Email address',
    placeholder: 'you@company.com',
    hint: 'Did you mean {email}?',
  },
  message: {
    label: 'Message (optional)',
    placeholder: 'What takes up your team’s time today?',
    counter: 'characters',
    cut: 'Your message was too long to keep here in full; its end was cut off.',
  },
  submit: 'Send Message',
  submitting: 'Sending...',
  close: 'Close',
  trustNotes: ['Secure & Private', '24hr Response', 'No Spam'],
  privacy: { before: 'How we handle what you send:', link: 'privacy notice' },
  errorSummary: 'Your message was not sent',
  orWrite: 'Or write to us:',
  home: 'Back to the home page',
  success: {
    title: 'Message Sent Successfully!',
    /** The service stands between `before` and `after`. */
    before: 'We have received your request for ',
    after: '.',
    /** The names of services in this message. */
    services: {
      'ai-customer-support': 'AI Customer Support',
      'crm-integrations': 'CRM Integrations',
      'appointment-scheduling': 'Appointment Scheduling',
      other: 'Custom Solution',
    },
    unknownService: 'AI Automation',
    notes: ['24hr Response', '100% Free', 'No Commitment'],
    close: 'Got it!',
    answer: 'We answer by e-mail within 24 hours.',
    pickTime: 'Pick a time now',
    tryCall: 'Meanwhile, talk to the assistant',
    another: 'Send another request',
  },
} as const;
