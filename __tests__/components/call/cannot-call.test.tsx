import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { CallWidget } from '@/components/call/call-widget';
import { CannotCall } from '@/components/call/cannot-call';
import { callCopyEn } from '@/lib/content/call-en';

const { message, button } = callCopyEn.failures['unsupported-browser'];
const widget = (
  <CallWidget
    copy={callCopyEn}
    cannotCall={
      <CannotCall copy={callCopyEn} failureAction={<button>Get Started</button>}>
        <a href="mailto:a@b.cz">a@b.cz</a>
      </CannotCall>
    }
  />
);
const getNotice = () => document.querySelector<HTMLElement>('[data-cannot-call]');

beforeEach(() => {
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
  document.body.innerHTML = `<div id="root">${renderToString(widget)}</div>`;
});

test('the server’s HTML has a hidden failure with the ways to reach us', () => {
  expect(getNotice()).not.toBeVisible();
  getNotice()!.hidden = false;
  expect(screen.getByRole('heading', { name: callCopyEn.errorTitle })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('button', { name: button!.label })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Get Started' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'a@b.cz' })).toBeVisible();
});

test('React removes it, also when it was shown, without an error', async () => {
  const consoleError = jest.spyOn(console, 'error');
  getNotice()!.hidden = false;
  await act(async () => void hydrateRoot(document.getElementById('root')!, widget));
  expect(getNotice()).toBeNull();
  expect(screen.getByText(callCopyEn.initialising)).toBeVisible();
  expect(consoleError).not.toHaveBeenCalled();
});
