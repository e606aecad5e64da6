import { screen } from '@testing-library/react';
import { callCopyEn } from '@/lib/content/call-en';
import {
  click,
  performStep,
  renderLiveCall,
  sendTranscript,
  setUpWidget,
  world,
} from './widget-fixture';

jest.mock('@/components/call/live-chunk', () => {
  throw new Error('the file is gone');
});

setUpWidget();

test('a call goes on without its later parts, and its words are in the receipt', async () => {
  const { container } = await renderLiveCall();
  await sendTranscript('assistant', 'How can I help?');
  await click(callCopyEn.sound);
  expect(screen.queryByRole('group', { name: callCopyEn.soundSettings })).toBeNull();
  await performStep(() => jest.advanceTimersByTime(15_000));
  await performStep(() => world.sdk?.emit('call-end'));
  expect(screen.getByText('How can I help?')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(container.querySelector('canvas')).toBeNull();
});
