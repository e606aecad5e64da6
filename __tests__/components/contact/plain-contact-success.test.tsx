import { render, screen } from '@testing-library/react';
import { PlainContactSuccess } from '@/components/contact/plain-contact-success';

test.each([
  ['ai-customer-support', 'AI Customer Support'],
  ['crm-integrations', 'CRM Integrations'],
  ['appointment-scheduling', 'Appointment Scheduling'],
  ['other', 'Custom Solution'],
  ['unknown', 'AI Automation'],
  ['constructor', 'AI Automation'],
])('a request for %s is confirmed as %s', (service, label) => {
  render(<PlainContactSuccess service={service} />);
  expect(screen.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
  expect(screen.getByText(label)).toBeVisible();
  for (const note of ['24hr Response', '100% Free', 'No Commitment']) {
    expect(screen.getByText(note)).toBeVisible();
  }
});
