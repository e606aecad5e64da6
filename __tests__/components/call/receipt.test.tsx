import { act, fireEvent, screen, within } from '@testing-library/react';
import { CallView } from '@/components/call/call-view';
import { downloadText } from '@/components/call/receipt';
import { callCopyEn } from '@/lib/content/call-en';
import type { renderWidget } from './widget-fixture';
import {
  readAnnouncements,
  getButton,
  startLiveCall,
  click,
  sendTranscript,
  setUpWidget,
  performStep,
  world,
  renderLiveCall,
} from './widget-fixture';
import { renderInCall } from './render-in-call';

const { assistant, visitor } = callCopyEn.speakers;

setUpWidget();

const nextStep = (
  <button type="button" {...{ command: 'show-modal' }}>
    Claim
  </button>
);
const getClaimButton = () => getButton('Claim');
const { receipt } = callCopyEn;

/** Plays a call of this length in which both sides say something. */
async function holdCall(seconds: number, props: Parameters<typeof renderWidget>[1] = {}) {
  await renderLiveCall(callCopyEn, { nextStep, messageMax: 1000, ...props });
  await sendTranscript('assistant', 'How can I help?');
  await sendTranscript('user', 'Move my appointment.');
  const calls = { type: 'tool-calls', toolCallList: [tool] };
  await performStep(() => world.sdk?.emit('message', calls));
  await performStep(() =>
    world.sdk?.emit('message', {
      type: 'tool-calls-result',
      toolCallResult: { toolCallId: 't', result: 'ok' },
    }),
  );
  jest.setSystemTime(Date.now() + seconds * 1000);
  await click(callCopyEn.end);
}
const tool = { id: 't', type: 'function', function: { name: 'note_in_crm', arguments: {} } };

test('shows how the call ended, its length, and what was done and said', async () => {
  await holdCall(102);
  expect(readAnnouncements()).toBe(callCopyEn.endedBy.visitor);
  expect(screen.getByText(callCopyEn.ready)).toBeVisible();
  expect(
    screen.getByText(
      callCopyEn.receipt.minutes.replace('{minutes}', '1').replace('{seconds}', '42'),
    ),
  ).toBeVisible();
  expect(getButton(callCopyEn.start)).toBeVisible();
  // The actions are listed once, above the conversation.
  const entries = [...document.querySelectorAll('[lang]')];
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    callCopyEn.tools.note_in_crm.done,
    `${assistant}: How can I help?${visitor}: Move my appointment.`,
  ]);
  expect(entries[1]?.parentElement).toBe(screen.getByRole('region', { name: callCopyEn.captions }));
  expect(entries[1]).toHaveAttribute('lang', 'en');
});

test.each([
  [59, '59 s'],
  [60, '1 min 0 s'],
])('shows the length of a call of %i seconds as %p', (durationSeconds, length) => {
  const ended = { callId: null, durationSeconds, reason: 'visitor' } as const;
  const state = { status: 'idle', failure: null, ended } as const;
  renderInCall(<CallView state={state} />);
  expect(screen.getByText(length)).toBeVisible();
});

test('has no Copy and Download if nothing was said', async () => {
  await renderLiveCall(callCopyEn, { nextStep });
  jest.setSystemTime(Date.now() + 10_000);
  await click(callCopyEn.end);
  expect(screen.getByText(callCopyEn.receipt.seconds.replace('{seconds}', '10'))).toBeVisible();
  expect(screen.queryByRole('button', { name: receipt.copy })).toBeNull();
  expect(screen.queryByRole('button', { name: receipt.download })).toBeNull();
  expect(document.querySelector('[lang]')).toBeNull();
});

test('a call under ten seconds returns to idle and shows the end reason', async () => {
  await holdCall(5);
  expect(readAnnouncements()).toBe(`${callCopyEn.ready}${callCopyEn.endedBy.visitor}`);
  expect(screen.queryByText(receipt.rating)).toBeNull();
  expect(screen.getByText(callCopyEn.examples.title)).toBeVisible();
});

const conversation = `${assistant}: How can I help?\n${visitor}: Move my appointment.`;
const stubClipboard = (value: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
const getManualCopyField = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: receipt.byHand });

test('copies the conversation, or offers its text when the browser refuses', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  stubClipboard({ writeText });
  await holdCall(20);
  await click(receipt.copy);
  expect(writeText.mock.calls).toEqual([[expect.stringContaining(conversation)]]);
  expect(screen.getByText(receipt.copied)).toBeVisible();
  stubClipboard(undefined);
  await click(receipt.copied);
  expect(getButton(receipt.copy)).toBeVisible();
  expect(getManualCopyField().value).toContain(conversation);
});

describe('the file', () => {
  let kept: Blob | undefined;
  /** The links that were clicked, and whether they were in the document. */
  const clicked: { href: string; download: string; wasInDocument: boolean }[] = [];

  beforeEach(() => {
    kept = undefined;
    clicked.length = 0;
    URL.createObjectURL = jest.fn((blob: Blob) => ((kept = blob), 'blob:kept'));
    URL.revokeObjectURL = jest.fn();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push({ href: this.href, download: this.download, wasInDocument: this.isConnected });
    });
  });

  test('is created in the browser and is not revoked too early', async () => {
    expect(downloadText('Hello', 'talk.txt')).toBe(true);
    expect(clicked).toEqual([{ href: 'blob:kept', download: 'talk.txt', wasInDocument: true }]);
    expect(kept?.type).toBe('text/plain');
    expect(document.querySelector('a[download]')).toBeNull();
    // Firefox and WebKit read it after the click.
    jest.advanceTimersByTime(59_999);
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:kept');
  });

  test('is replaced by a text to copy by hand if the browser cannot make it', async () => {
    await holdCall(20);
    URL.createObjectURL = () => {
      throw new TypeError('createObjectURL');
    };
    await click(receipt.download);
    expect(clicked).toEqual([]);
    expect(getManualCopyField()).toHaveFocus();
    expect(getManualCopyField().value).toContain(conversation);
  });

  test('is not made in an in-app browser, which would ignore it', () => {
    const app = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/22A3354 [LinkedInApp]/9.30';
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(app);
    expect(downloadText('Hello', 'talk.txt')).toBe(false);
    expect(clicked).toEqual([]);
  });
});

test('the next step gets the service, and the conversation only when that is ticked', async () => {
  await holdCall(20);
  await click('Claim');
  expect(getClaimButton().dataset).toMatchObject({ service: 'crm-integrations', message: '' });
  await performStep(() =>
    fireEvent.click(screen.getByRole('checkbox', { name: receipt.addToMessage })),
  );
  await click('Claim');
  expect(getClaimButton().dataset.message).toContain(`${visitor}: Move my appointment.`);
});

test('adds no data to a next step that is not the contact dialog', async () => {
  await holdCall(20, { messageMax: undefined });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await click('Claim');
  expect(getClaimButton().dataset).not.toHaveProperty('service');
});

test.each(Object.keys(callCopyEn.endedBy) as (keyof typeof callCopyEn.endedBy)[])(
  'is titled by the end of a call: %s',
  (reason) => {
    const ended = { callId: null, durationSeconds: 60, reason };
    renderInCall(<CallView state={{ status: 'idle', failure: null, ended }} />);
    expect(readAnnouncements()).toBe(callCopyEn.endedBy[reason]);
  },
);

test('shows thanks and the follow-up question after every call on a personal page', async () => {
  await holdCall(2, { thanks: { title: 'Thank you!', text: 'When shall we talk?' } });
  expect(readAnnouncements()).toBe(`Thank you!${callCopyEn.endedBy.visitor}`);
  expect(screen.getByText('When shall we talk?')).toBeVisible();
});

describe('a call that broke on a page that thanks', () => {
  const thanks = { title: 'Thank you!', text: 'When shall we talk?' };
  const { errorTitle, failures } = callCopyEn;

  /** Plays a call of this length that loses its connection. */
  async function breakCall(seconds: number) {
    await renderLiveCall(callCopyEn, { nextStep, thanks, failureAction: <i>Else</i> });
    getButton(callCopyEn.end).focus();
    jest.setSystemTime(Date.now() + seconds * 1000);
    await act(async () => world.room?.close({ type: 'connection-error', msg: 'lost' }));
    await performStep(undefined, 600);
  }

  test('shows the error and its way on, then the thanks', async () => {
    await breakCall(2);
    expect(readAnnouncements()).toBe(errorTitle + failures['connection-lost'].message);
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings).toEqual([errorTitle, thanks.title]);
    const retry = getButton(failures['connection-lost'].button!.label);
    expect(retry).toHaveFocus();
    const thanksTitle = screen.getByRole('heading', { name: thanks.title });
    expect(retry.compareDocumentPosition(thanksTitle)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText(thanks.text)).toBeVisible();
    expect(getButton('Claim')).toBeVisible();
    // The next step takes the place of the page's other alternative, and Try again that of Start.
    expect(screen.queryByText('Else')).toBeNull();
    expect(screen.queryByRole('button', { name: callCopyEn.start })).toBeNull();
    expect(screen.queryByText(callCopyEn.ready)).toBeNull();
  });

  test.each([
    [9, false],
    [10, true],
  ])('after %i seconds asks for a rating: %p', async (seconds, isAsked) => {
    await breakCall(seconds);
    expect(screen.queryByRole('group', { name: receipt.rating }) !== null).toBe(isAsked);
  });

  test('gives the focus to the next step if trying again does not help', async () => {
    await renderLiveCall(callCopyEn, { nextStep, thanks });
    getButton(callCopyEn.end).focus();
    const endedReason = 'call.in-progress.error-quota-exceeded';
    const ended = { type: 'status-update', status: 'ended', endedReason };
    await performStep(() => world.sdk?.emit('message', ended));
    await performStep(() => world.room?.close(), 600);
    expect(readAnnouncements()).toBe(errorTitle + failures['quota-exhausted'].message);
    expect(getButton('Claim')).toHaveFocus();
  });
});

test.each([
  ['microphone-denied', 1],
  ['assistant-failed', 0],
] as const)('a receipt of a call that broke by %s offers typing: %i', (kind, offers) => {
  const ended = { callId: null, durationSeconds: 60, reason: 'failed' } as const;
  const failure = { kind, phase: 'live' } as const;
  renderInCall(<CallView state={{ status: 'idle', failure, ended }} />);
  expect(screen.queryAllByRole('button', { name: callCopyEn.typeInstead })).toHaveLength(offers);
});

test('a rating from one to five is given once, counted, and replaced by thanks', async () => {
  const sendCount = jest.fn();
  await holdCall(20);
  window.sendCount = sendCount;
  const choices = within(screen.getByRole('group', { name: receipt.rating })).getAllByRole(
    'button',
  );
  expect(choices.map((choice) => choice.getAttribute('aria-label'))).toEqual(receipt.ratings);
  await performStep(() => fireEvent.click(choices[3]!));
  expect(sendCount.mock.calls).toEqual([['call_rated:4']]);
  expect(screen.getByText(receipt.rated)).toHaveFocus();
  expect(screen.queryByRole('group', { name: receipt.rating })).toBeNull();
  Reflect.deleteProperty(window, 'sendCount');
});

test('clears the receipt when another call starts', async () => {
  await holdCall(20);
  await startLiveCall();
  expect(screen.queryByText('Move my appointment.')).toBeNull();
  expect(screen.getByRole('log')).toBeEmptyDOMElement();
});
