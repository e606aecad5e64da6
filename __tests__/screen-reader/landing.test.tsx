import { render } from '@testing-library/react';
import { stubBrowser } from '@/__tests__/components/typing/browser';
import { EMPTY_FORM, FORM_KEY } from '@/__tests__/support/contact-form';
import LandingPage from '@/app/(en)/page';
import { PlainContactForm } from '@/components/contact/plain-contact-form';
import { collectSpeech, setUpReader } from './reader';

// For the document only: React complains when it has to create an inline script.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));

setUpReader();
beforeEach(() => void stubBrowser());

test('reads the hero title and actions, but no decoration', async () => {
  render(<LandingPage />);
  const said = await collectSpeech(document.getElementById('home')!);
  expect(said.slice(0, 7)).toEqual([
    'region, Your business, always on the line.',
    'heading, Your business, always on the line., level 1',
    'paragraph',
    'We build AI that picks up the phone, keeps your CRM in order and fills your ' +
      'calendar, around the clock.',
    'end of paragraph',
    'button, Get Started, has popup dialog',
    'link, Try AI Phone Caller',
  ]);
  expect(said.filter((phrase) => /graphics|image|img/.test(phrase))).toEqual([]);
});

test('a typed heading is read as one whole sentence', async () => {
  render(<LandingPage />);
  const said = await collectSpeech(document.getElementById('features')!);
  expect(said[1]).toBe(
    'heading, Work that waits for a person. Work that takes care of itself., level 2',
  );
});

test('a refused form names its errors at each field', async () => {
  const { container } = render(
    <PlainContactForm
      formKey={FORM_KEY}
      values={{ ...EMPTY_FORM, email: 'nobody' }}
      error={{
        message: 'Please check the fields.',
        fields: { service_type: 'Please select a service type', email: 'Not an address' },
        cut: false,
      }}
    />,
  );
  const said = (await collectSpeech(container)).join('\n');
  expect(said).toMatch(/alert/);
  expect(said).toMatch(/Service type.*Please select a service type/);
  expect(said).toMatch(/textbox, Email address.*Not an address/);
  expect(said).toMatch(/invalid/);
});
