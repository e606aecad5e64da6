import { act } from '@testing-library/react';
import { sdkErrors } from '../sdk/sdk-error-fixtures';
import { mountCallAt, performStep, setUpFakeWorld, world } from './call-fixture';

setUpFakeWorld();

/** Tries to leave the page. Returns whether the browser would ask. */
function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Follows a link with these attributes. Returns its target, and whether the browser would ask. */
function follow(attributes: string, event: 'beforeunload' | 'none' = 'none') {
  document.body.innerHTML = `<a ${attributes}><span>Link</span></a>`;
  const link = document.querySelector('a')!;
  let target: string | null = null;
  let isAsked: boolean | undefined;
  link.addEventListener('click', (click) => {
    // jsdom cannot navigate.
    click.preventDefault();
    target = link.getAttribute('target');
    if (event === 'beforeunload') isAsked = leave();
  });
  document.querySelector('span')!.click();
  return { link, target, isAsked };
}

const otherPages = ['/privacy', '/privacy#cs', '/', '/?a=1#home', '', 'https://example.org/book'];
const thisPage = ['#home', '#', '/#home'];

it.each(otherPages)('opens a link to “%s” in a new tab while a call is live', async (href) => {
  const widget = await mountCallAt('join');
  expect(follow(`href="${href}"`).target).toBeNull();
  await performStep(() => world.room?.connectAssistant());
  const { link, target } = follow(`href="${href}"`);
  expect(target).toBe('_blank');
  await performStep();
  expect(link).not.toHaveAttribute('target');
  await performStep(() => widget.getSession().end());
  expect(follow(`href="${href}"`).target).toBeNull();
});

it.each([...thisPage, 'mailto:hello@example.org', 'tel:+420123456789'])(
  'leaves a link to “%s” as it is',
  async (href) => {
    await mountCallAt('live');
    expect(follow(`href="${href}"`).target).toBeNull();
  },
);

it('leaves links alone that have a target', async () => {
  await mountCallAt('live');
  const { link, target } = follow('href="/privacy" target="other"');
  expect(target).toBe('other');
  await performStep();
  expect(link.target).toBe('other');
});

it('ignores clicks beside links', async () => {
  await mountCallAt('live');
  document.dispatchEvent(new Event('click'));
  document.body.click();
  expect(follow('').target).toBeNull();
});

it('asks before the page is left while a call is live, and only then', async () => {
  const widget = await mountCallAt('join');
  expect(leave()).toBe(false);
  await performStep(() => world.room?.connectAssistant());
  expect(leave()).toBe(true);
  act(() => widget.getSession().end());
  expect(widget.getState().status).toBe('ending');
  expect(leave()).toBe(false);
});

it('does not ask once a call has failed', async () => {
  await mountCallAt('live');
  await performStep(() => world.sdk?.emit('error', sdkErrors.connectionLost));
  expect(leave()).toBe(false);
});

it.each(['mailto:hello@example.org', 'tel:+420123456789'])(
  'does not ask before %s opens an app',
  async (href) => {
    await mountCallAt('live');
    expect(follow(`href="${href}"`, 'beforeunload').isAsked).toBe(false);
    await performStep();
    expect(leave()).toBe(true);
  },
);

it('asks before a link is followed in this tab nevertheless', async () => {
  await mountCallAt('live');
  expect(follow('href="/privacy" target="_self"', 'beforeunload').isAsked).toBe(true);
});

it('lets nobody hang up before the visitor has answered', async () => {
  const hangUp = jest.fn();
  window.addEventListener('beforeunload', hangUp);
  const widget = await mountCallAt('live');
  leave();
  await performStep();
  expect(hangUp).not.toHaveBeenCalled();
  expect(widget.getState().status).toBe('live');
  await performStep(() => widget.getSession().end());
  leave();
  expect(hangUp).toHaveBeenCalledTimes(1);
  window.removeEventListener('beforeunload', hangUp);
});
