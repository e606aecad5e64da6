import { isServiceType, type ServiceType } from '@/lib/services';

interface Service {
  /** On the card, in the success dialog and in alerts. */
  name: string;
  /** In the form's select, if it is not the name. */
  option?: string;
}

/** Names of drawings in components/ui/ornaments.svg. */
type ServiceDrawing = 'support' | 'crm' | 'calendar';

interface ServiceCard {
  drawing: ServiceDrawing;
  /** Says what the drawing shows; its own words are in the file. */
  example: string;
  text: string;
  points: readonly string[];
  /** The button that opens the form with this service. */
  ask: string;
}

export const servicesEn: Readonly<Record<ServiceType, Service>> = {
  'ai-customer-support': { name: 'AI Customer Support' },
  'crm-integrations': { name: 'CRM Integrations' },
  'appointment-scheduling': { name: 'Appointment Scheduling' },
  other: { name: 'Custom Solution', option: 'Other' },
};

/** The cards of the landing page, apart from the names, because the browser needs only those. */
export const serviceCardsEn: Readonly<Record<ServiceType, ServiceCard | null>> = {
  'ai-customer-support': {
    drawing: 'support',
    example: 'Example: an answered question',
    text: 'Speaks with your customers and knows your business.',
    points: [
      'Answers by phone, around the clock',
      'Follows the script you approve',
      'Hands over what needs a person',
    ],
    ask: 'Ask about customer support',
  },
  'crm-integrations': {
    drawing: 'crm',
    example: 'Example: an entry that a call wrote',
    text: 'What is said flows into your tools. Nobody types it twice.',
    points: ['New contacts recorded', 'Call summaries on file', 'Follow-ups assigned'],
    ask: 'Ask about CRM integrations',
  },
  'appointment-scheduling': {
    drawing: 'calendar',
    example: 'Example: a moved appointment',
    text: 'Free times are offered and booked while the customer is on the line.',
    points: ['Books and confirms', 'Moves and cancels', 'Respects your working hours'],
    ask: 'Ask about scheduling',
  },
  other: null,
};

export const unknownService = 'AI Automation';

/** Names a service to visitors and ops (docs/behaviour.md, section 3). */
export function getServiceName(service: string): string {
  return isServiceType(service) ? servicesEn[service].name : unknownService;
}
