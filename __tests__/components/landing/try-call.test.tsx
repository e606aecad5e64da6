import { act, render, screen } from '@testing-library/react';
import { TryCall } from '@/components/landing/try-call';
import { en } from '@/lib/content/en';

const getBar = () => screen.getByRole('link', { name: en.actions.tryCall });
const getAskButton = () => screen.getByRole('button', { name: 'Ask' });

/** Puts an element at this height of the window. */
const placeAt = (element: HTMLElement, top: number, bottom: number) => {
  element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
};
const dispatch = (event: 'scroll' | 'resize') => act(() => dispatchEvent(new Event(event)));

test('hides the bar while it would cover a control, also after a resize', () => {
  render(
    <TryCall label={en.actions.tryCall}>
      <button>Ask</button>
    </TryCall>,
  );
  placeAt(getBar(), 600, 656);
  placeAt(getAskButton(), 580, 632);
  dispatch('resize');
  expect(getBar()).toHaveAttribute('data-aside');
  placeAt(getAskButton(), 100, 150);
  dispatch('scroll');
  expect(getBar()).not.toHaveAttribute('data-aside');
});
