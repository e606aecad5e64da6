import { errorMessages } from '@/lib/contact/messages';
import { serviceName } from '@/lib/contact/service-name';
import { submitContact } from '@/lib/contact/submit';
import { contactCopy } from '@/lib/content/contact-en';

const good = { service_type: 'other', email: ' A@B.cz ', message: '' };
const lost = { ok: false, error: 'unavailable', message: errorMessages.unavailable, fields: {} };
const post = jest.fn();

beforeEach(() => {
  post.mockReset();
  globalThis.fetch = post;
  AbortSignal.timeout ??= () => new AbortController().signal;
});

test('sends the cleaned request as JSON and returns the service', async () => {
  post.mockResolvedValue({ json: async () => ({ ok: true, service_type: 'other' }) });
  await expect(submitContact(good)).resolves.toEqual({ ok: true, serviceType: 'other' });
  const [, request] = post.mock.calls[0];
  expect(request.headers).toEqual({ 'content-type': 'application/json' });
  expect(JSON.parse(request.body)).toEqual({
    service_type: 'other',
    email: 'a@b.cz',
    message: null,
  });
});

test.each([
  ['a thrown error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a timeout', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['a page instead of JSON', async () => ({ json: () => Promise.reject(new SyntaxError('<')) })],
  ['null', async () => ({ json: async () => null })],
  ['an answer of another shape', async () => ({ json: async () => ({ ok: false }) })],
])('%s is the network error', async (_name, reply) => {
  post.mockImplementation(reply);
  await expect(submitContact(good)).resolves.toEqual(lost);
});

test('what the schema refuses is not sent', async () => {
  const result = await submitContact({ service_type: '', email: '', message: 'x'.repeat(1001) });
  expect(result).toMatchObject({
    ok: false,
    error: 'invalid',
    fields: {
      service_type: 'Please select a service type',
      email: 'Email address is required',
      message: 'Message must be at most 1000 characters',
    },
  });
  expect(post).not.toHaveBeenCalled();
});

test.each([
  ['crm-integrations', 'CRM Integrations'],
  ['appointment-scheduling', 'Appointment Scheduling'],
  ['other', 'Custom Solution'],
  ['telepathy', 'AI Automation'],
  ['constructor', 'AI Automation'],
])('the success message calls %s %s', (value, label) => {
  expect(serviceName(contactCopy.success, value)).toBe(label);
});
