import { mountCallAt, performStep, setUpFakeWorld, world } from './call-fixture';

setUpFakeWorld();

/** Tries to leave the page. Returns whether the browser would ask. */
function leave(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Follows a link. Returns its target then, and whether the browser would ask if it left. */
function follow(href: string, ownTarget?: string) {
  document.body.innerHTML = '<a><span>Link</span></a>';
  const link = document.querySelector('a')!;
  link.href = href;
  if (ownTarget) link.target = ownTarget;
  let target: string | null = null;
  let isAsked = false;
  link.addEventListener('click', (click) => {
    // jsdom cannot navigate.
    click.preventDefault();
    target = link.getAttribute('target');
    isAsked = leave();
  });
  document.querySelector('span')!.click();
  return { link, target, isAsked };
}

it.each(['/privacy', '/privacy#cs', '/', '/?a=1#home', '', 'https://example.org/book'])(
  'opens a link to “%s” in a new tab while a call is live',
  async (href) => {
    const { session } = await mountCallAt('join');
    expect(follow(href).target).toBeNull();
    await performStep(() => world.room?.connectAssistant());
    const { link, target } = follow(href);
    expect(target).toBe('_blank');
    await performStep();
    expect(link).not.toHaveAttribute('target');
    await performStep(() => session.end());
    expect(follow(href).target).toBeNull();
  },
);

it.each(['#home', '#', '/#home'])('leaves a link to “%s” as it is', async (href) => {
  await mountCallAt('live');
  expect(follow(href).target).toBeNull();
});

it.each(['mailto:hello@example.org', 'tel:+420123456789'])(
  'does not ask before %s opens an app',
  async (href) => {
    await mountCallAt('live');
    expect(follow(href)).toMatchObject({ target: null, isAsked: false });
    await performStep();
    expect(leave()).toBe(true);
  },
);

it('leaves links alone that have a target, and asks before they are followed', async () => {
  await mountCallAt('live');
  const { link, target, isAsked } = follow('/privacy', '_self');
  expect([target, isAsked]).toEqual(['_self', true]);
  await performStep();
  expect(link.target).toBe('_self');
});

it('asks before the page is left while a call is live, and only then', async () => {
  const { session, getState } = await mountCallAt('join');
  expect(leave()).toBe(false);
  await performStep(() => world.room?.connectAssistant());
  // Beside links.
  document.dispatchEvent(new Event('click'));
  document.body.click();
  expect(leave()).toBe(true);
  session.end();
  expect(getState().status).toBe('ending');
  expect(leave()).toBe(false);
});

it('lets nobody hang up before the visitor has answered', async () => {
  const hangUp = jest.fn();
  window.addEventListener('beforeunload', hangUp);
  const { session } = await mountCallAt('live');
  leave();
  expect(hangUp).not.toHaveBeenCalled();
  await performStep(() => session.end());
  leave();
  expect(hangUp).toHaveBeenCalledTimes(1);
  window.removeEventListener('beforeunload', hangUp);
});
