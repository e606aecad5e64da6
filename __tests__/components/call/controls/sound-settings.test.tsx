import { fireEvent, screen } from '@testing-library/react';
import { callCopyEn as copy } from '@/lib/content/call-en';
import { FakeTrack } from '../../../lib/call/audio/fake-devices';
import {
  click,
  commits,
  getButton,
  performStep,
  readAnnouncements,
  renderLiveCall,
  setUpWidget,
  startLiveCall,
  world,
} from '../widget-fixture';

setUpWidget();

const querySettings = () => screen.queryByRole('group', { name: copy.soundSettings });
const change = (control: HTMLElement, value: string) =>
  performStep(() => fireEvent.change(control, { target: { value } }));
const speak = (level: number, ms?: number) =>
  performStep(() => world.sdk?.emit('local-volume-level', level), ms);

async function renderCallWithSettings() {
  await renderLiveCall();
  await click(copy.sound);
}

/** The assistant waits for an answer, and hears none. */
async function becomeUnheard() {
  await performStep(() => world.sdk?.emit('speech-start'));
  await performStep(() => world.sdk?.emit('speech-end'));
  for (let second = 0; second < 7; second += 1) await speak(0, 1_000);
}

it('opens while the visitor is not heard', async () => {
  await renderLiveCall();
  await becomeUnheard();
  expect(readAnnouncements()).toContain(copy.unheard);
  // The settings cover the note.
  expect(querySettings()).toHaveTextContent(copy.unheard);
  expect(getButton(copy.sound)).toHaveAttribute('aria-expanded', 'true');
  await speak(0.3);
  expect(screen.queryByText(copy.unheard)).toBeNull();
  expect(getButton(copy.sound)).toHaveAttribute('aria-expanded', 'false');
});

it('stays closed while words are in the field, also after the field was hidden', async () => {
  await renderLiveCall();
  await click(copy.keyboard);
  const field = screen.getByRole('textbox', { name: copy.typeHere });
  await performStep(() => fireEvent.input(field, { target: { value: 'One moment' } }));
  await click(copy.keyboard);
  await click(copy.keyboard);
  await becomeUnheard();
  expect(screen.queryByText(copy.unheard)).toBeNull();
});

it('stays open once the visitor is heard, if the visitor has opened it', async () => {
  await renderCallWithSettings();
  await becomeUnheard();
  await speak(0.3);
  expect(screen.queryByText(copy.unheard)).toBeNull();
  expect(querySettings()).toBeVisible();
});

it('closes with Escape, or when Keyboard is pressed, which shows the field', async () => {
  await renderCallWithSettings();
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Escape' });
  expect(querySettings()).toBeNull();
  await click(copy.sound);
  expect(getButton(copy.keyboard)).toHaveAttribute('aria-pressed', 'false');
  await click(copy.keyboard);
  expect(querySettings()).toBeNull();
  expect(screen.getByRole('textbox', { name: copy.typeHere })).toBeVisible();
  expect(getButton(copy.keyboard)).toHaveAttribute('aria-pressed', 'true');
  await click(copy.sound);
  expect(getButton(copy.keyboard)).toHaveAttribute('aria-pressed', 'false');
});

it('has no slider where a volume that is set does not stay set', async () => {
  jest.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1);
  await renderCallWithSettings();
  expect(screen.getByRole('combobox', { name: copy.microphone })).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('has no loudspeakers to choose where the browser lists none', async () => {
  await renderCallWithSettings();
  expect(screen.getByRole('slider')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: copy.loudspeaker })).toBeNull();
});

it('sets the volume of the assistant, for the next call too', async () => {
  const getSlider = () => screen.getByRole('slider', { name: copy.assistantVolume });
  await renderCallWithSettings();
  expect(getSlider()).toHaveValue('100');
  await change(getSlider(), '35');
  expect(world.sdk?.volume).toBe(0.35);
  await click(copy.end);
  await startLiveCall();
  await click(copy.sound);
  expect(getSlider()).toHaveValue('35');
});

describe('the choice of microphone', () => {
  const getPicker = () =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: copy.microphone });
  const listOptions = () => [...getPicker().options].map(({ textContent }) => textContent);
  /** Plugs in microphones with these labels. */
  const plugIn = (labels: Record<string, string>) =>
    jest.spyOn(world.devices, 'enumerateDevices').mockResolvedValue(
      Object.entries(labels).map(([deviceId, label]) => ({
        kind: 'audioinput',
        deviceId,
        label,
      })),
    );

  it('names each microphone, or numbers it without a label', async () => {
    plugIn({ desk: 'Desk', two: '' });
    await renderCallWithSettings();
    expect(listOptions()).toEqual([copy.defaultMicrophone, 'Desk', `${copy.microphone} 2`]);
  });

  it('has the default once where the browser lists it, and applies every choice', async () => {
    plugIn({ default: 'Default', desk: 'Desk', two: 'Two' });
    await renderCallWithSettings();
    expect(listOptions()).toEqual(['Default', 'Desk', 'Two']);
    expect(getPicker()).toHaveValue('default');
    for (const value of ['desk', 'default', 'two', 'default']) await change(getPicker(), value);
    expect(world.sdk?.devices).toEqual(['desk', 'default', 'two', 'default']);
    expect(getPicker()).toHaveValue('default');
  });

  it('is the microphone that the browser opened by the visitor’s settings', async () => {
    plugIn({ default: 'Default', desk: 'Desk', two: 'Two' });
    jest.spyOn(world, 'openMicrophone').mockImplementation(() => {
      const track = new FakeTrack(false, 'two');
      world.tracks.push(track);
      return { getTracks: () => [track] };
    });
    await renderCallWithSettings();
    expect(getPicker()).toHaveValue('two');
  });
});

it('shows the level of the microphone, without rendering', async () => {
  await renderCallWithSettings();
  const meter = screen.getByRole('meter', { name: copy.microphoneLevel });
  const before = commits;
  for (const [level, shown, told] of [
    [0.175, '0.52', '50'],
    [1, '1.00', '100'],
    [0, '0.00', '0'],
  ] as const) {
    await speak(level, 1_000);
    expect(meter.style.getPropertyValue('--level')).toBe(shown);
    expect(meter).toHaveAttribute('aria-valuenow', told);
  }
  expect(commits).toBe(before);
});
