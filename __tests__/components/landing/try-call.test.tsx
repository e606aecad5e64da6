import { act, render, screen } from '@testing-library/react';
import { TryCall } from '@/components/landing/try-call';
import { en } from '@/lib/content/en';

const getBar = () => screen.getByRole('link', { name: en.actions.tryCall });
const getAskButton = () => screen.getByRole('button', { name: 'Ask' });
const getHearLink = () => screen.getByRole('link', { name: 'Hear it' });

/** Puts an element at this height of the window. */
const placeAt = (element: HTMLElement, top: number, bottom: number) => {
  element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
};
const dispatch = (event: 'scroll' | 'resize') => act(() => dispatchEvent(new Event(event)));

beforeEach(() => {
  render(
    <>
      <a href="#before">Before</a>
      <TryCall label={en.actions.tryCall}>
        <button>Ask</button>
        <a href="#phone-caller">Hear it</a>
      </TryCall>
    </>,
  );
  placeAt(getBar(), 600, 656);
  for (const other of [screen.getByText('Before'), getAskButton(), getHearLink()])
    placeAt(other, 100, 150);
});

test.each([
  ['a button', getAskButton],
  ['a link', getHearLink],
])('hides the bar while it would cover %s', (_, other) => {
  for (const [top, bottom, isAside] of [
    [540, 592, false],
    [541, 593, true],
    [580, 632, true],
    [655, 700, true],
    [656, 700, false],
  ] as const) {
    placeAt(other(), top, bottom);
    dispatch('scroll');
    expect([top, getBar().hasAttribute('data-aside')]).toEqual([top, isAside]);
  }
});

test('measures again after a resize', () => {
  placeAt(getAskButton(), 580, 632);
  dispatch('resize');
  expect(getBar()).toHaveAttribute('data-aside');
});

test('ignores targets outside its sections', () => {
  placeAt(screen.getByText('Before'), 580, 632);
  dispatch('scroll');
  expect(getBar()).not.toHaveAttribute('data-aside');
});

test('measures nothing else while CSS hides the bar', () => {
  placeAt(getBar(), 0, 0);
  const measureButton = jest.spyOn(getAskButton(), 'getBoundingClientRect');
  dispatch('scroll');
  expect(measureButton).not.toHaveBeenCalled();
  expect(getBar()).not.toHaveAttribute('data-aside');
});
