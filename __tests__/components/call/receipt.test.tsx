import { fireEvent, screen, within } from '@testing-library/react';
import { CallView } from '@/components/call/call-view';
import { callCopyEn as copy } from '@/lib/content/call-en';
import type { CallFailure, EndedCall } from '@/lib/call/types';
import {
  click,
  getButton,
  performStep,
  readAnnouncements,
  renderInCall,
  renderLiveCall,
  sendTranscript,
  setUpWidget,
  startLiveCall,
  type renderWidget,
  world,
} from './widget-fixture';

const { receipt, endedBy, failures, errorTitle } = copy;
const { assistant, visitor } = copy.speakers;
const thanks = { title: 'Thank you!', text: 'When shall we talk?' };
const conversation = `${assistant}: How can I help?\n${visitor}: Move my appointment.`;
const nextStep = (
  <button type="button" {...{ command: 'show-modal' }}>
    Claim
  </button>
);

setUpWidget();

beforeEach(() => {
  URL.createObjectURL = () => 'blob:file';
});

/** Plays a call of this length in which both sides say something. */
async function holdCall(seconds: number, props: Parameters<typeof renderWidget>[1] = {}) {
  await renderLiveCall(copy, { nextStep, maxMessageLength: 1000, ...props });
  await sendTranscript('assistant', 'How can I help?');
  await sendTranscript('user', 'Move my appointment.');
  const tool = { id: 't', type: 'function', function: { name: 'note_in_crm', arguments: {} } };
  const toolCallResult = { toolCallId: 't', result: 'ok' };
  for (const message of [
    { type: 'tool-calls', toolCallList: [tool] },
    { type: 'tool-calls-result', toolCallResult },
  ])
    await performStep(() => world.sdk?.emit('message', message));
  jest.setSystemTime(Date.now() + seconds * 1000);
  const regions = screen.getAllByRole('status');
  await click(copy.end);
  // Screen readers announce no region that is new.
  expect(regions.map(({ isConnected }) => isConnected)).toEqual([true, true]);
}

/** Shows a call that is over. */
const show = (
  ended: Partial<EndedCall>,
  kind?: CallFailure['kind'],
  page: Parameters<typeof renderInCall>[1] = {},
) => {
  const failure = kind ? ({ kind, phase: 'live' } as const) : null;
  const call = { callId: null, durationSeconds: 60, reason: 'visitor', ...ended } as const;
  renderInCall(<CallView state={{ status: 'idle', failure, ended: call }} />, page);
};

test('shows how the call ended, its length, and what was done and said', async () => {
  await holdCall(102);
  expect(readAnnouncements()).toBe(endedBy.visitor);
  expect(screen.getByText('1 min 42 s')).toBeVisible();
  expect(screen.getByText(copy.ready)).toBeVisible();
  // The actions are listed once, above the conversation.
  const said = screen.getByRole('region', { name: copy.captions });
  expect(said).toHaveTextContent(`${assistant}: How can I help?${visitor}: Move my appointment.`);
  expect(said.firstElementChild).toHaveAttribute('lang', copy.language);
  const done = screen.getByText(copy.tools.note_in_crm.done);
  expect(done.compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await startLiveCall();
  expect(screen.queryByText('Move my appointment.')).toBeNull();
  expect(screen.getByRole('log')).toBeEmptyDOMElement();
});

test.each([
  [10, '10 s'],
  [59, '59 s'],
  [60, '1 min 0 s'],
])('shows the length of a call of %i seconds as %p', (durationSeconds, length) => {
  show({ durationSeconds });
  expect(screen.getByText(length)).toBeVisible();
  // Nothing was said.
  expect(screen.queryByRole('button', { name: receipt.copy })).toBeNull();
  expect(screen.queryByRole('link', { name: receipt.download })).toBeNull();
});

test.each(Object.keys(endedBy) as (keyof typeof endedBy)[])(
  'is titled by the end of a call: %s',
  (reason) => {
    show({ reason });
    expect(readAnnouncements()).toBe(endedBy[reason]);
  },
);

test('a call under ten seconds has none, but on a page that thanks', () => {
  show({ durationSeconds: 9 });
  expect(readAnnouncements()).toBe(`${copy.ready}${endedBy.visitor}`);
  expect(screen.queryByRole('group', { name: receipt.rating })).toBeNull();
  document.body.replaceChildren();
  show({ durationSeconds: 2 }, undefined, { thanks });
  expect(readAnnouncements()).toBe(`${thanks.title}${endedBy.visitor}`);
  expect(screen.getByText(thanks.text)).toBeVisible();
});

const stubClipboard = (value: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });

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
  const byHand = screen.getByRole<HTMLTextAreaElement>('textbox', { name: receipt.byHand });
  expect(byHand.value).toContain(conversation);
});

test('offers the conversation as a file, but not in an app, which would ignore that', async () => {
  await holdCall(20);
  const link = screen.getByRole('link', { name: receipt.download });
  expect(link).toHaveAttribute('href', 'blob:file');
  expect(link).toHaveAttribute('download', `${receipt.fileName}.txt`);
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('(iPhone) AppleWebKit/6');
  await click(receipt.copy);
  expect(screen.queryByRole('link', { name: receipt.download })).toBeNull();
});

test('the next step gets the service, and the conversation only when that is ticked', async () => {
  await holdCall(20);
  await click('Claim');
  expect(getButton('Claim').dataset).toMatchObject({ service: 'crm-integrations', message: '' });
  await performStep(() => screen.getByRole('checkbox', { name: receipt.addToMessage }).click());
  await click('Claim');
  expect(getButton('Claim').dataset.message).toContain(`${visitor}: Move my appointment.`);
});

describe('a call that broke on a page that thanks', () => {
  const page = { nextStep, thanks, failureAction: <i>Else</i> };

  test('shows the error and its way on, then the thanks', () => {
    show({ durationSeconds: 2, reason: 'failed' }, 'connection-lost', page);
    expect(readAnnouncements()).toBe(errorTitle + failures['connection-lost'].message);
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings).toEqual([errorTitle, thanks.title]);
    const retry = getButton(failures['connection-lost'].button!.label);
    expect(retry.compareDocumentPosition(screen.getByText(thanks.title))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.getByText(thanks.text)).toBeVisible();
    // The next step takes the place of the page's other alternative, and Try again that of Start.
    expect(screen.getAllByRole('button')).toEqual([retry, getButton('Claim')]);
    expect(screen.queryByText('Else')).toBeNull();
    expect(screen.queryByText(copy.ready)).toBeNull();
  });

  test.each([
    [9, false],
    [10, true],
  ])('after %i seconds asks for a rating: %p', (durationSeconds, isAsked) => {
    show({ durationSeconds, reason: 'failed' }, 'connection-lost', page);
    expect(screen.queryByRole('group', { name: receipt.rating }) !== null).toBe(isAsked);
  });

  test('gives the focus to the next step if trying again does not help', async () => {
    await renderLiveCall(copy, page);
    getButton(copy.end).focus();
    const endedReason = 'call.in-progress.error-quota-exceeded';
    const ended = { type: 'status-update', status: 'ended', endedReason };
    await performStep(() => world.sdk?.emit('message', ended));
    await performStep(() => world.room?.close(), 600);
    expect(readAnnouncements()).toBe(errorTitle + failures['quota-exhausted'].message);
    expect(getButton('Claim')).toHaveFocus();
  });
});

test('gives the focus to Start when the assistant has ended the call', async () => {
  await renderLiveCall();
  await sendTranscript('user', 'Goodbye!');
  jest.setSystemTime(Date.now() + 20_000);
  getButton(copy.mute).focus();
  await performStep(() => world.room?.close(), 600);
  expect(document.activeElement).toHaveAttribute('data-call-main');
  expect(getButton(receipt.copy)).toBeVisible();
});

test.each([
  ['microphone-denied', 1],
  ['assistant-failed', 0],
] as const)('a receipt of a call that broke by %s offers typing: %i', (kind, offers) => {
  show({ reason: 'failed' }, kind);
  expect(screen.queryAllByRole('button', { name: copy.typeInstead })).toHaveLength(offers);
});

test('a rating from one to five is given once, counted, and replaced by thanks', async () => {
  const sendCount = jest.fn();
  await holdCall(20);
  window.sendCount = sendCount;
  const rating = within(screen.getByRole('group', { name: receipt.rating }));
  const choices = rating.getAllByRole('button');
  expect(choices.map((choice) => choice.getAttribute('aria-label'))).toEqual(receipt.ratings);
  await performStep(() => fireEvent.click(choices[3]!));
  expect(sendCount.mock.calls).toEqual([['call_rated', '4']]);
  expect(screen.getByText(receipt.rated)).toHaveFocus();
  expect(screen.queryByRole('group', { name: receipt.rating })).toBeNull();
  Reflect.deleteProperty(window, 'sendCount');
});
