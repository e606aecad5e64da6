import { render } from '@testing-library/react';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { EMPTY_FORM, FORM_KEY } from '@/__tests__/support/contact-form';
import { showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import { PlainContact } from '@/components/contact/plain-contact';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { collectSpeech, setUpReader } from './reader';

setUpReader();
provideSettings();
afterEach(() => document.body.replaceChildren());

test('reads the hero title and actions, but no decoration', async () => {
  showPage(<LandingPage />);
  const said = await collectSpeech(document.getElementById('home')!);
  expect(said.slice(0, 7)).toEqual([
    `region, ${en.hero.title}`,
    `heading, ${en.hero.title}, level 1`,
    'paragraph',
    en.hero.tagline,
    'end of paragraph',
    `button, ${en.actions.getStarted}, has popup dialog`,
    `link, ${en.hero.tryCaller}`,
  ]);
  expect(said.filter((phrase) => /graphics|image|img/.test(phrase))).toEqual([]);
});

test('a typed heading is read as one whole sentence', async () => {
  showPage(<LandingPage />);
  const said = await collectSpeech(document.getElementById('features')!);
  expect(said[1]).toBe(`heading, ${en.features.lines.join(' ')}, level 2`);
});

test('a refused form names its errors at each field', async () => {
  const { container } = render(
    <PlainContact
      outcome={{
        state: 'failed',
        error: 'invalid',
        message: 'Please check the fields.',
        fields: { service_type: fieldErrorsEn.service_required, email: 'Not an address' },
        values: { ...EMPTY_FORM, email: 'nobody' },
        formKey: null,
        source: 'direct',
      }}
      newKey={FORM_KEY}
    />,
  );
  const said = await collectSpeech(container);
  const { service_type, email } = contactCopyEn.fields;
  const findWords = (...words: string[]) =>
    said.find((phrase) => words.every((each) => phrase.includes(each)));
  expect(findWords('alert')).toBeDefined();
  expect(findWords(service_type.label, fieldErrorsEn.service_required)).toBeDefined();
  expect(findWords('textbox', email.label, 'Not an address', 'invalid')).toBeDefined();
});
