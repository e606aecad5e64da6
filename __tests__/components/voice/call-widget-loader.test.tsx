import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import { callEn } from '@/lib/content/call-en';

const mounted = jest.fn();
let broken = false;

jest.mock('@/components/voice/call-widget', () => ({
  get CallWidget() {
    if (broken) throw new Error('chunk missing');
    return function CallWidget(props: unknown) {
      mounted(props);
      return <p>the widget</p>;
    };
  },
}));

let approach: ((entries: { isIntersecting: boolean }[]) => void) | undefined;

beforeEach(() => {
  broken = false;
  mounted.mockClear();
  approach = undefined;
  globalThis.IntersectionObserver = class {
    constructor(callback: typeof approach) {
      approach = callback;
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});

const loader = (when: 'near' | 'idle' = 'near') => (
  <section>
    <a href="#elsewhere">A link in the section</a>
    <CallWidgetLoader
      copy={callEn}
      when={when}
      privacyHref="/privacy"
      failureAction={<button type="button">Book a session</button>}
    />
  </section>
);
const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 20))));

it('is complete in the server’s HTML', () => {
  const html = renderToString(loader());
  expect(html).toContain(callEn.initialising);
  expect(html).toContain(callEn.disclosure);
  expect(html).toContain('aria-disabled="true"');
});

it('fetches nothing before it is near', async () => {
  render(loader());
  act(() => approach?.([{ isIntersecting: false }]));
  await settle();
  expect(screen.getByText(callEn.initialising)).toBeVisible();
  act(() => approach?.([{ isIntersecting: true }]));
  expect(await screen.findByText('the widget')).toBeVisible();
});

it('comes when the focus enters its section', async () => {
  render(loader());
  act(() => screen.getByRole('link', { name: 'A link in the section' }).focus());
  expect(await screen.findByText('the widget')).toBeVisible();
});

it('comes by itself where it is in view at once', async () => {
  render(loader('idle'));
  expect(await screen.findByText('the widget')).toBeVisible();
});

it('hands on a press on Start that came too early, and the focus with it', async () => {
  render(loader());
  const start = screen.getByRole('button', { name: 'Start' });
  act(() => start.focus());
  fireEvent.click(start);
  await screen.findByText('the widget');
  expect(mounted).toHaveBeenLastCalledWith(
    expect.objectContaining({ copy: callEn, startRequested: true, takeFocus: true }),
  );
});

it('hands on a press from before hydration', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(loader());
  document.body.append(container);
  container.querySelector<HTMLElement>('[data-call-main]')!.dataset.pressed = '';
  render(loader(), { container, hydrate: true });
  await screen.findByText('the widget');
  expect(mounted).toHaveBeenLastCalledWith(expect.objectContaining({ startRequested: true }));
});

it('forgets a press when the page is left, and when its code cannot be fetched', async () => {
  broken = true;
  const view = render(loader());
  const start = screen.getByRole('button', { name: 'Start' });
  const press = () => {
    // As the early script does.
    start.dataset.pressed = '';
    fireEvent.click(start);
  };
  press();
  await screen.findByText('Failed to initialize AI caller');
  expect(start).not.toHaveAttribute('data-pressed');
  expect(start).not.toHaveAttribute('data-waits');
  view.unmount();

  broken = false;
  render(loader());
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await screen.findByText('the widget');
  expect(mounted).toHaveBeenLastCalledWith(expect.objectContaining({ startRequested: false }));
});

it('says so when its code cannot be fetched, and tries again', async () => {
  broken = true;
  render(loader());
  act(() => approach?.([{ isIntersecting: true }]));
  expect(await screen.findByText('Failed to initialize AI caller')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Book a session' })).toBeVisible();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the widget')).toBeVisible();
});
