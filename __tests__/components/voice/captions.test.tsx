import { act, fireEvent, render, screen } from '@testing-library/react';
import { Captions } from '@/components/voice/captions';
import { callEn } from '@/lib/content/call-en';
import { CallSession } from '@/lib/voice/call-session';
import { createVoiceClient } from '@/lib/voice/voice-client';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function shown(live = true) {
  const session = new CallSession(createVoiceClient(() => new Promise(() => undefined)));
  const captions = (on: boolean) => <Captions copy={callEn} session={session} live={on} />;
  const view = render(captions(live));
  let id = 0;
  return {
    session,
    says: (text: string) =>
      act(() => {
        const { turns } = session.captions.get();
        id += 1;
        session.captions.set({
          turns: [...turns, { id, kind: 'said', who: 'assistant', text }],
          partial: null,
        });
      }),
    begins: (text: string) =>
      act(() => {
        const { turns } = session.captions.get();
        session.captions.set({ turns, partial: { who: 'visitor', text } });
      }),
    becomes: (on: boolean) => view.rerender(captions(on)),
    view,
  };
}
const toggle = () => screen.getByRole('button', { name: callEn.captions });
const frame = () => jest.advanceTimersByTime(16);

it('are hidden between calls until something was said', () => {
  const { says } = shown(false);
  expect(screen.queryByRole('button')).toBeNull();
  says('Hello');
  expect(screen.getByRole('log')).toHaveTextContent('Assistant: Hello');
});

it('say that nothing was said yet, in a call', () => {
  const { begins, says } = shown();
  expect(screen.getByText(callEn.captionsEmpty)).toBeVisible();
  begins('I');
  expect(screen.queryByText(callEn.captionsEmpty)).toBeNull();
  says('Hello');
  expect(screen.queryByText(callEn.captionsEmpty)).toBeNull();
});

it('show the partial line, and announce finished ones only', () => {
  const { begins } = shown();
  begins('I would');
  const partial = screen.getByText(`${callEn.speakers.visitor}: I would`);
  expect(partial).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('log')).toBeEmptyDOMElement();
});

it('show what the assistant does, and that it is done', () => {
  const { session } = shown();
  const card = { id: 1, kind: 'tool', callId: 'a', tool: 'move_appointment' } as const;
  const turn = { ...card, detail: 'Friday, 10:00', done: false };
  act(() => session.captions.set({ turns: [turn], partial: null }));
  expect(screen.getByRole('log')).toHaveTextContent('Moving the appointment to Friday, 10:00');
  act(() => session.captions.set({ turns: [{ ...turn, done: true }], partial: null }));
  expect(screen.getByRole('log')).toHaveTextContent('Appointment moved to Friday, 10:00');
});

it('can be hidden and shown again', () => {
  const { says } = shown();
  says('Hello');
  expect(toggle()).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(toggle());
  expect(toggle()).toHaveAttribute('aria-pressed', 'false');
  expect(screen.queryByRole('log')).toBeNull();
  expect(screen.queryByText(callEn.captionsEmpty)).toBeNull();
  fireEvent.click(toggle());
  expect(screen.getByRole('log')).toHaveTextContent('Hello');
});

describe('in a box that is too small for them', () => {
  let box: HTMLElement;
  /** 500 px of text in a box of 200 px. */
  const laidOut = () => {
    box = screen.getByRole('log').parentElement!;
    Object.defineProperties(box, {
      scrollHeight: { configurable: true, value: 500 },
      clientHeight: { configurable: true, value: 200 },
    });
  };

  it('scroll to the end', () => {
    const { says } = shown();
    laidOut();
    box.scrollTop = 205;
    says('Hello');
    expect(box.scrollTop).toBe(205);
    frame();
    expect(box.scrollTop).toBe(500);
  });

  it('do not scroll when the visitor has scrolled up', () => {
    const { says } = shown();
    laidOut();
    box.scrollTop = 204;
    says('Hello');
    frame();
    expect(box.scrollTop).toBe(204);
  });

  it('count the partial line as part of the end', () => {
    const { begins } = shown();
    laidOut();
    begins('I');
    frame();
    Object.defineProperty(screen.getByText(/: I$/), 'offsetHeight', { value: 50 });
    box.scrollTop = 155;
    begins('I would');
    frame();
    expect(box.scrollTop).toBe(500);
    box.scrollTop = 154;
    begins('I would like');
    frame();
    expect(box.scrollTop).toBe(154);
  });

  it('do nothing after the unmount', () => {
    const { says, view } = shown();
    laidOut();
    box.scrollTop = 300;
    says('Hello');
    view.unmount();
    frame();
    expect(box.scrollTop).toBe(300);
  });
});
