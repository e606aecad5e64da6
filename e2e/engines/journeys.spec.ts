import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { en } from '@/lib/content/en';
import type { ContactInput } from '@/lib/contact/fields';
import { servicesEn } from '@/lib/content/services-en';
import { buildForm } from '@/__tests__/support/contact-form';
import { changes } from '../changed-pages/changes';
import { addProspect, createEmail, readStoredRequests } from '../support/database';
import { expect, test } from './engine-test';
import type { Visitor } from './visitor';

declare global {
  interface Window {
    typed?: Set<Node>;
  }
}

/** A string of XPath, which has no escapes. */
const quote = (text: string) => `concat("${text.split('"').join(`", '"', "`)}", "")`;
const formatNameCondition = (name: string) =>
  `[normalize-space()=${quote(name)} or @aria-label=${quote(name)}]`;
const getButtonXPath = (name: string, within = '') =>
  `${within}//button${formatNameCondition(name)}`;
const getLinkXPath = (name: string, within = '') => `${within}//a${formatNameCondition(name)}`;
const getTextXPath = (words: string, within = '') =>
  `${within}//*[text()[contains(., ${quote(words)})]]`;
const getDialogXPath = (title: string) => `//dialog[@open and .//h2[.=${quote(title)}]]`;

const contactDialog = getDialogXPath(contactCopyEn.title);
const menu = '//*[@id="site-menu"]';
const status = '//*[@role="status"]';
const { getStarted, getStartedToday, contact, claim } = en.actions;
const { questions } = en;
const personalPath =
  '/outreach?contact_name=Jan%20Nov%C3%A1k&company_name=Firma&vapi_assistant_id=silent-cs-instant';

/** Whether such an element can be seen; `isInViewport` also needs it on the screen. */
function isShown({
  xpath,
  isInViewport = false,
}: {
  xpath: string;
  isInViewport?: boolean;
}): boolean {
  const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({ length: found.snapshotLength }, (_, index) => {
    const element = found.snapshotItem(index) as Element;
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const isVisible = element.checkVisibility() && width > 0 && height > 0;
    return isVisible && (!isInViewport || (top < innerHeight && bottom > 0));
  }).includes(true);
}

const expectVisible = (visitor: Visitor, xpath: string) =>
  expect.poll(() => visitor.evaluate(isShown, { xpath }), `sees ${xpath}`).toBe(true);
const expectGone = (visitor: Visitor, xpath: string) =>
  expect.poll(() => visitor.evaluate(isShown, { xpath }), `still sees ${xpath}`).toBe(false);
const expectInSight = (visitor: Visitor, xpath: string) =>
  expect
    .poll(() => visitor.evaluate(isShown, { xpath, isInViewport: true }), `has in sight ${xpath}`)
    .toBe(true);

const scrollTo = (visitor: Visitor, selector: string) =>
  visitor.evaluate(
    (to) => document.querySelector(to)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    selector,
  );

async function waitForHydratedForm(visitor: Visitor) {
  const hasForm = () =>
    Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps'));
  await expect.poll(() => visitor.evaluate(hasForm, null), 'React has the form').toBe(true);
}

async function openForm(visitor: Visitor) {
  await visitor.open('/');
  await visitor.press(getButtonXPath(claim));
  await expectVisible(visitor, contactDialog);
  // The form could be posted without it, but this is about the messages at the fields.
  await waitForHydratedForm(visitor);
}

/** Records the lines of headings that are typed from now on. */
function watchTyping(): void {
  const typed = new Set<Node>();
  window.typed = typed;
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if ((target as HTMLElement).dataset.typing === 'typing') typed.add(target);
  }).observe(document, { subtree: true, attributeFilter: ['data-typing'] });
}

const isWaitingToBeTyped = () =>
  document.querySelector('#features .typing-line[data-typing="idle"]') !== null;

function isTyped(id: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(`#${id} h2 .typing-line`)].every(
    (line) => window.typed?.has(line) && line.dataset.typing === 'done',
  );
}

const isQuestionInMiddle = () =>
  document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('summary') instanceof Element;

async function startCall(visitor: Visitor, copy: typeof callCopyEn) {
  await expectVisible(visitor, getTextXPath(copy.ready, status));
  await visitor.press(getButtonXPath(copy.start));
}

async function startCallOnLandingPage(visitor: Visitor) {
  await visitor.open('/');
  await scrollTo(visitor, '#phone-caller');
  await startCall(visitor, callCopyEn);
}

test('reads the page from top to bottom', async ({ visitor }) => {
  await visitor.open('/');
  await expectInSight(visitor, `//h1[.="${en.hero.title}"]`);
  for (const id of ['features', 'demo', 'phone-caller', 'questions', 'contact']) {
    await scrollTo(visitor, `#${id} h2`);
    await expectInSight(visitor, `//*[@id="${id}"]//h2`);
  }
  await scrollTo(visitor, 'footer');
  await expectInSight(visitor, getTextXPath(en.footer.closing, '//footer'));
});

test('opens the contact dialog by each button of the page', async ({ visitor }) => {
  await visitor.open('/');
  for (const opener of [
    getButtonXPath(contact, '//header'),
    getButtonXPath(getStarted, '//*[@id="home"]'),
    getButtonXPath(getStartedToday, '//*[@id="demo"]'),
    getButtonXPath(claim, '//*[@id="contact"]'),
    getButtonXPath(en.footer.customSolutions, '//footer'),
    getButtonXPath(getStartedToday, '//footer'),
  ]) {
    await visitor.press(opener);
    await expectVisible(visitor, contactDialog);
    await visitor.press(getButtonXPath(contactCopyEn.close, contactDialog));
    await expectGone(visitor, contactDialog);
  }
});

test('sees which fields are missing', async ({ visitor }) => {
  await openForm(visitor);
  await visitor.press(getButtonXPath(contactCopyEn.submit));
  await expectVisible(visitor, getTextXPath(fieldErrorsEn.service_required, contactDialog));
  await expectVisible(visitor, getTextXPath(fieldErrorsEn.email_required, contactDialog));
});

test('sends a request that is stored', async ({ visitor }) => {
  const email = createEmail();
  await openForm(visitor);
  await visitor.type('//*[@id="contact-service"]', 'CRM');
  await visitor.type('//*[@id="contact-email"]', email);
  await visitor.type('//*[@id="contact-message"]', 'We copy leads by hand.');
  await visitor.press(getButtonXPath(contactCopyEn.submit));
  const success = getDialogXPath(contactCopyEn.success.title);
  await expectVisible(visitor, getTextXPath(servicesEn['crm-integrations'].name, success));
  await visitor.press(getButtonXPath(contactCopyEn.success.close));
  await expectGone(visitor, success);
  expect(await readStoredRequests(email)).toEqual([
    expect.objectContaining({
      service_type: 'crm-integrations',
      email,
      message: 'We copy leads by hand.',
    }),
  ]);
});

function markAsLeft(): void {
  window.hasLeft = true;
  // The back/forward cache brings the same document back, with its dialog open.
  addEventListener('pageshow', () => (window.hasLeft = false));
}

const findReturnedDialog = () => {
  if (window.hasLeft || location.pathname !== '/' || document.readyState !== 'complete')
    return null;
  return document.querySelector('#contact-dialog[open]') ? 'open' : 'closed';
};

const returns: Record<string, (visitor: Visitor) => Promise<void>> = {
  'a reload': (visitor) => visitor.evaluate(() => void setTimeout(() => location.reload()), null),
  async 'Back from the privacy notice'(visitor) {
    await visitor.open('/privacy');
    await visitor.evaluate(() => void setTimeout(() => history.back()), null);
  },
};

for (const [way, leaveAndReturn] of Object.entries(returns)) {
  test(`finds the text of the form that was left: ${way}`, async ({ visitor, engineName }) => {
    await openForm(visitor);
    await visitor.type('//*[@id="contact-service"]', 'CRM');
    await visitor.type('//*[@id="contact-email"]', 'jana@example.com');
    await visitor.type('//*[@id="contact-message"]', 'Half a sen');
    await visitor.evaluate(markAsLeft, null);
    await leaveAndReturn(visitor);
    let dialog: string | null = null;
    // A script fails whose document is replaced.
    await expect(async () => {
      dialog = await visitor.evaluate(findReturnedDialog, null);
      expect(dialog).not.toBeNull();
    }).toPass();
    if (dialog === 'closed') await visitor.press(getButtonXPath(claim));
    await expectVisible(visitor, contactDialog);
    await waitForHydratedForm(visitor);
    // The other engines keep no text at a reload.
    const isKept = way !== 'a reload' || engineName === 'firefox';
    expect(await visitor.evaluate(readForm, null)).toMatchObject({
      service_type: isKept ? 'crm-integrations' : '',
      email: isKept ? 'jana@example.com' : '',
      message: isKept ? 'Half a sen' : '',
    });
    await visitor.press(getButtonXPath(contactCopyEn.close, contactDialog));
    await expectGone(visitor, contactDialog);
  });
}

function pressOpener(): void {
  document.querySelector<HTMLElement>('#home [command="show-modal"]')?.click();
}

/** Types before React can start, unless the press has made it. */
function fillForm(values: ContactInput): void {
  const { elements } = document.querySelector<HTMLFormElement>('#contact-dialog form')!;
  for (const [name, value] of Object.entries(values))
    (elements.namedItem(name) as HTMLInputElement).value = value;
  const message = elements.namedItem('message') as HTMLTextAreaElement;
  message.focus();
  message.setSelectionRange(8, 13);
}

function readForm() {
  const form = document.querySelector<HTMLFormElement>('#contact-dialog[open] form');
  const message = form?.elements.namedItem('message') as HTMLTextAreaElement | undefined;
  return {
    ...Object.fromEntries(form ? new FormData(form) : []),
    focused: document.activeElement === message,
    selected: message?.value.slice(message.selectionStart, message.selectionEnd),
  };
}

for (const change of ['an element next to the e-mail field', 'a translation']) {
  test(`keeps a filled form on a page changed before hydration: ${change}`, async ({
    visitor,
    expectedErrors,
  }) => {
    // React reports that it had to render a part again.
    expectedErrors.push('#418');
    const form = buildForm({
      service_type: 'crm-integrations',
      email: createEmail(),
      message: 'We copy leads by hand.',
    });
    await visitor.open('/');
    await visitor.evaluate(changes[change]!, undefined);
    await visitor.evaluate(pressOpener, null);
    await visitor.evaluate(fillForm, form);
    await waitForHydratedForm(visitor);
    await expect
      .poll(() => visitor.evaluate(readForm, null))
      .toMatchObject({ ...form, focused: true, selected: 'leads' });
    await visitor.press('//dialog[@open]//button[@type="submit"]');
    await expectVisible(visitor, getDialogXPath(contactCopyEn.success.title));
    expect(await readStoredRequests(form.email)).toHaveLength(1);
  });
}

test('uses the mobile menu', async ({ visitor }) => {
  await visitor.resize({ width: 480, height: 800 });
  await visitor.open('/');
  const getToggleXPath = (isOpen: boolean) =>
    `//header//button[@popovertarget and @aria-expanded="${isOpen}"]`;
  await visitor.press(getToggleXPath(false));
  await expectVisible(visitor, getToggleXPath(true));
  await visitor.press(getLinkXPath(en.header.links[2]!.label, menu));
  await expectGone(visitor, menu);
  await expectInSight(visitor, '//*[@id="demo"]//h2');

  // A press in the middle of the window would open the first question.
  await visitor.resize({ width: 480, height: 1100 });
  await visitor.press(getToggleXPath(false));
  await scrollTo(visitor, '.question + .question > summary');
  await visitor.press(`${menu}/button[@aria-hidden]`);
  await expectGone(visitor, menu);
  await expectVisible(visitor, getToggleXPath(false));
  expect(await visitor.evaluate(isQuestionInMiddle, null)).toBe(true);
  await expectGone(visitor, getTextXPath(questions.who.answer));

  await visitor.press(getToggleXPath(false));
  await visitor.press(getButtonXPath(getStarted, menu));
  await expectVisible(visitor, contactDialog);
});

test('sees every heading typed completely', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.evaluate(watchTyping, null);
  // A heading in sight when React starts has been read, and is left alone.
  await expect.poll(() => visitor.evaluate(isWaitingToBeTyped, null)).toBe(true);
  for (const id of ['features', 'demo', 'phone-caller', 'questions', 'contact']) {
    await scrollTo(visitor, `#${id} h2`);
    await expect
      .poll(() => visitor.evaluate(isTyped, id), { message: `#${id} is typed`, timeout: 15_000 })
      .toBe(true);
  }
});

test('is greeted by name on the personal page', async ({ visitor }) => {
  await addProspect('silent-cs-instant');
  await visitor.open(personalPath);
  await expectVisible(visitor, `//h1[.="${personalCopyCs.greeting}, Jan Novák"]`);
  await expectVisible(visitor, getTextXPath(callCopyCs.ready, status));
});

test('holds a call: start, mute, end', { tag: '@call' }, async ({ visitor }) => {
  await startCallOnLandingPage(visitor);
  await expectVisible(visitor, getTextXPath(callCopyEn.active, status));
  await visitor.press(getButtonXPath(callCopyEn.mute));
  await expectVisible(visitor, getTextXPath(callCopyEn.youAreMuted, status));
  await visitor.press(getButtonXPath(callCopyEn.end));
  await expectVisible(visitor, getTextXPath(callCopyEn.endedBy.visitor, status));
  await expectVisible(visitor, getButtonXPath(callCopyEn.start));
});

test('changes the microphone in a call and back', { tag: '@call' }, async ({ visitor }) => {
  await startCallOnLandingPage(visitor);
  await expectVisible(visitor, getTextXPath(callCopyEn.active, status));
  await visitor.press(getButtonXPath(callCopyEn.sound));
  const readPicker = () => {
    const picker = document.querySelector<HTMLSelectElement>('.stage-sheet select');
    const options = [...(picker?.options ?? [])].map(({ value }) => value);
    return { options, chosen: picker?.value };
  };
  const isListed = async () => (await visitor.evaluate(readPicker, null)).options.length > 1;
  await expect.poll(isListed).toBe(true);
  // Chromium lists its default among the devices; Firefox lists none, and gets an entry for it.
  const { options, chosen } = await visitor.evaluate(readPicker, null);
  expect(['', 'default']).toContain(chosen);
  expect(options.filter((id) => id === '' || id === 'default')).toEqual([chosen]);
  for (const id of [options.find((option) => option !== chosen)!, chosen!]) {
    await visitor.evaluate((value) => {
      const picker = document.querySelector<HTMLSelectElement>('.stage-sheet select')!;
      picker.value = value;
      picker.dispatchEvent(new Event('change', { bubbles: true }));
    }, id);
    await expect.poll(async () => (await visitor.evaluate(readPicker, null)).chosen).toBe(id);
  }
  await visitor.press(getButtonXPath(callCopyEn.sound));
  await expectVisible(visitor, getTextXPath(callCopyEn.active, status));
  await expectGone(visitor, getTextXPath(callCopyEn.microphoneReplaced, status));
  await visitor.press(getButtonXPath(callCopyEn.end));
  await expectVisible(visitor, getTextXPath(callCopyEn.endedBy.visitor, status));
});

test('sees the thanks on the personal page after a call', { tag: '@call' }, async ({ visitor }) => {
  await addProspect('silent-cs-instant');
  await visitor.open(personalPath);
  await startCall(visitor, callCopyCs);
  await expectVisible(visitor, getTextXPath(callCopyCs.active, status));
  await visitor.press(getButtonXPath(callCopyCs.end));
  await expectInSight(visitor, getTextXPath(personalCopyCs.afterCall.thanks.title));
});

test('sees that the browser cannot call', { tag: '@no-call' }, async ({ visitor }) => {
  await startCallOnLandingPage(visitor);
  await expectVisible(
    visitor,
    getTextXPath(callCopyEn.failures['unsupported-browser'].message, status),
  );
  await expectVisible(visitor, getButtonXPath(getStarted, '//*[@id="phone-caller"]'));
});

test('detects logged errors, thrown errors and policy violations', async ({
  visitor,
  expectedErrors,
}) => {
  expectedErrors.push('planted');
  await visitor.open('/');
  await visitor.evaluate(() => {
    console.error('planted: logged');
    setTimeout(() => {
      throw new Error('planted: thrown');
    });
    document.body.append(Object.assign(new Image(), { src: 'https://evil.test/planted.png' }));
  }, null);
  for (const sign of ['planted: logged', 'planted: thrown', /img-src.*planted.png/])
    await expect.poll(async () => (await visitor.listErrors()).join('\n')).toMatch(sign);
});
