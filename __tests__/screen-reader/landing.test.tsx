import { provideSettings } from '@/__tests__/lib/server/settings';
import { showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
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
