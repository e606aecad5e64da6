import { act, render, screen } from '@testing-library/react';
import { TryCall } from '@/components/landing/try-call';

const bar = () => screen.getByRole('link', { name: 'Try a call' });
const ask = () => screen.getByRole('button', { name: 'Ask' });
const hear = () => screen.getByRole('link', { name: 'Hear it' });

/** Puts an element at this height of the window. */
const place = (element: HTMLElement, top: number, bottom: number) => {
  element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
};
const tell = (event: 'scroll' | 'resize') => act(() => dispatchEvent(new Event(event)));

beforeEach(() => {
  render(
    <>
      <a href="#before">Before</a>
      <TryCall label="Try a call">
        <button>Ask</button>
        <a href="#phone-caller">Hear it</a>
      </TryCall>
    </>,
  );
  place(bar(), 600, 656);
  for (const other of [screen.getByText('Before'), ask(), hear()]) place(other, 100, 150);
});

test.each([
  ['a button', ask],
  ['a link', hear],
])('hides the bar while it would cover %s', (_, other) => {
  for (const [top, bottom, isAside] of [
    [540, 592, false],
    [541, 593, true],
    [580, 632, true],
    [655, 700, true],
    [656, 700, false],
  ] as const) {
    place(other(), top, bottom);
    tell('scroll');
    expect([top, bar().hasAttribute('data-aside')]).toEqual([top, isAside]);
  }
});

test('measures again after a resize', () => {
  place(ask(), 580, 632);
  tell('resize');
  expect(bar()).toHaveAttribute('data-aside');
});

test('ignores targets outside its sections', () => {
  place(screen.getByText('Before'), 580, 632);
  tell('scroll');
  expect(bar()).not.toHaveAttribute('data-aside');
});
