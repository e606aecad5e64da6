import { fireEvent, screen } from '@testing-library/react';
import { SoundSettings } from '@/components/call/controls/sound-settings';
import { callCopyEn } from '@/lib/content/call-en';
import { FakeTrack } from '../../../lib/call/audio/fake-devices';
import { setUpLoudspeakers } from '../../../lib/call/audio/loudspeakers';
import {
  commits,
  readAnnouncements,
  getButton,
  startLiveCall,
  click,
  setUpWidget,
  renderWidget,
  performStep,
  world,
  renderLiveCall,
} from '../widget-fixture';
import { renderInCall } from '../render-in-call';

setUpWidget();

async function renderCallWithSettings() {
  renderWidget();
  await startCallWithSettings();
}
async function startCallWithSettings() {
  await startLiveCall();
  await click(callCopyEn.sound);
}

/** The assistant waits for an answer, and hears none. */
async function becomeUnheard() {
  await performStep(() => world.sdk?.emit('speech-start'));
  await performStep(() => world.sdk?.emit('speech-end'));
  for (let second = 0; second < 7; second += 1)
    await performStep(() => world.sdk?.emit('local-volume-level', 0), 1_000);
}

it('opens the microphone settings when the visitor is not heard', async () => {
  await renderLiveCall();
  await becomeUnheard();
  expect(readAnnouncements()).toContain(callCopyEn.unheard);
  const soundButton = getButton(callCopyEn.sound);
  expect(soundButton).toHaveAttribute('aria-expanded', 'true');
  const settings = screen.getByRole('group', { name: callCopyEn.soundSettings });
  // The settings cover the note.
  expect(settings).toHaveTextContent(callCopyEn.unheard);
  expect(screen.getByRole('combobox', { name: callCopyEn.microphone })).toBeVisible();
  expect(screen.getByRole('meter', { name: callCopyEn.microphoneLevel })).toBeVisible();
  await performStep(() => world.sdk?.emit('local-volume-level', 0.3));
  expect(screen.queryByText(callCopyEn.unheard)).toBeNull();
  // What the hint has opened closes with it.
  expect(soundButton).toHaveAttribute('aria-expanded', 'false');
});

it('keeps the settings that the visitor has opened when the visitor is heard', async () => {
  await renderCallWithSettings();
  await becomeUnheard();
  await performStep(() => world.sdk?.emit('local-volume-level', 0.3));
  expect(screen.queryByText(callCopyEn.unheard)).toBeNull();
  expect(getButton(callCopyEn.sound)).toHaveAttribute('aria-expanded', 'true');
});

it('has no slider where a volume that is set does not stay set', async () => {
  jest.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1);
  await renderCallWithSettings();
  expect(screen.getByRole('combobox', { name: callCopyEn.microphone })).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('sets the volume of the assistant, for the next call too', async () => {
  await renderCallWithSettings();
  const getSlider = () =>
    screen.getByRole('slider', { name: callCopyEn.assistantVolume, hidden: true });
  expect(getSlider()).toHaveValue('100');
  await performStep(() => fireEvent.change(getSlider(), { target: { value: '35' } }));
  expect(world.sdk?.volume).toBe(0.35);
  await click(callCopyEn.end);
  await startCallWithSettings();
  expect(getSlider()).toHaveValue('35');
});

it('opens with its button, and closes with the button or Escape', async () => {
  await renderLiveCall();
  const findSettings = () => screen.queryByRole('group', { name: callCopyEn.soundSettings });
  expect(findSettings()).toBeNull();
  await click(callCopyEn.sound);
  expect(findSettings()).toBeVisible();
  await click(callCopyEn.sound);
  expect(findSettings()).toBeNull();
  await click(callCopyEn.sound);
  await performStep(() => fireEvent.keyDown(screen.getByRole('slider'), { key: 'a' }));
  expect(findSettings()).toBeVisible();
  screen.getByRole('slider').focus();
  await performStep(() => fireEvent.keyDown(screen.getByRole('slider'), { key: 'Escape' }));
  expect(findSettings()).toBeNull();
  expect(getButton(callCopyEn.sound)).toHaveFocus();
  expect(getButton(callCopyEn.end)).toBeVisible();
});

describe('the choice of microphone', () => {
  const createInput = (deviceId: string, label: string) => ({
    kind: 'audioinput',
    deviceId,
    label,
  });
  let devices: EventTarget & { enumerateDevices: () => Promise<unknown[]> };
  const listOptions = () =>
    screen.getAllByRole('option', { hidden: true }).map((one) => one.textContent);
  const getPicker = () =>
    screen.getByRole('combobox', { name: callCopyEn.microphone, hidden: true });

  const choose = (value: string) =>
    performStep(() => fireEvent.change(getPicker(), { target: { value } }));

  beforeEach(() => {
    devices = Object.assign(new EventTarget(), {
      getUserMedia: world.getUserMedia,
      enumerateDevices: () =>
        Promise.resolve([createInput('desk', 'Desk'), createInput('two', '')]),
    });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices });
  });

  it('names each microphone, or numbers it without a label', async () => {
    await renderCallWithSettings();
    expect(listOptions()).toEqual([
      callCopyEn.defaultMicrophone,
      'Desk',
      `${callCopyEn.microphone} 2`,
    ]);
  });

  describe('in a browser that lists the default', () => {
    const listed = [
      createInput('default', 'Default'),
      createInput('desk', 'Desk'),
      createInput('two', 'Two'),
    ];
    beforeEach(() => {
      devices.enumerateDevices = () => Promise.resolve(listed);
    });

    it('lists the default once and selects it', async () => {
      await renderCallWithSettings();
      expect(listOptions()).toEqual(['Default', 'Desk', 'Two']);
      expect(getPicker()).toHaveValue('default');
    });

    it('applies every entry, and the default again', async () => {
      await renderCallWithSettings();
      for (const value of ['desk', 'default', 'two', 'default']) await choose(value);
      expect(world.sdk?.devices).toEqual(['desk', 'default', 'two', 'default']);
      expect(getPicker()).toHaveValue('default');
    });

    it('selects the microphone that the browser opened by the visitor’s settings', async () => {
      jest.spyOn(world, 'openMicrophone').mockImplementation(() => {
        const track = new FakeTrack(false, 'two');
        world.tracks.push(track);
        return { getTracks: () => [track] };
      });
      await renderCallWithSettings();
      expect(getPicker()).toHaveValue('two');
    });
  });

  it('closes when Keyboard is pressed', async () => {
    await renderCallWithSettings();
    await click(callCopyEn.keyboard);
    expect(screen.queryByRole('group', { name: callCopyEn.soundSettings })).toBeNull();
    expect(screen.getByRole('textbox', { name: callCopyEn.typeHere })).toBeVisible();
  });

  it('updates its list when devices change', async () => {
    await renderCallWithSettings();
    devices.enumerateDevices = () => Promise.resolve([createInput('new', 'New')]);
    await performStep(() => void devices.dispatchEvent(new Event('devicechange')));
    expect(listOptions()).toEqual([callCopyEn.defaultMicrophone, 'New']);
  });

  it('stops listing devices when the call is over', async () => {
    await renderCallWithSettings();
    await click(callCopyEn.end);
    const listDevices = jest.spyOn(devices, 'enumerateDevices');
    await performStep(() => void devices.dispatchEvent(new Event('devicechange')));
    expect(listDevices).not.toHaveBeenCalled();
  });

  it.each([
    ['lists nothing', () => ({ ...devices, enumerateDevices: () => Promise.resolve([]) })],
    ['does not tell of changes', () => ({ getUserMedia: world.getUserMedia })],
  ])('offers only the default if the browser %s', async (_, value) => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: value() });
    await renderCallWithSettings();
    expect(listOptions()).toEqual([callCopyEn.defaultMicrophone]);
    await click(callCopyEn.end);
    expect(getButton(callCopyEn.start)).toBeVisible();
  });

  it('offers only the default without mediaDevices', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
    const { unmount } = renderInCall(<SoundSettings hint={false} />);
    await performStep();
    expect(listOptions()).toEqual([callCopyEn.defaultMicrophone]);
    unmount();
  });
});

describe('the choice of loudspeaker', () => {
  const queryPicker = () =>
    screen.queryByRole<HTMLSelectElement>('combobox', {
      name: callCopyEn.loudspeaker,
      hidden: true,
    });
  const listNames = () => [...(queryPicker()?.options ?? [])].map(({ textContent }) => textContent);

  describe('in a browser that can switch', () => {
    setUpLoudspeakers();

    it('is hidden if the browser lists none, until it does', async () => {
      await renderCallWithSettings();
      expect(queryPicker()).toBeNull();
      await performStep(() => world.plugOutputs('desk'));
      expect(listNames()).toEqual([callCopyEn.defaultLoudspeaker, 'Label of desk']);
    });
  });
});

describe('the level of the microphone', () => {
  const getMeter = () => screen.getByRole('meter', { name: callCopyEn.microphoneLevel });
  const speak = (level: number) =>
    performStep(() => world.sdk?.emit('local-volume-level', level), 1_000);

  it('is shown three times as high, without rendering', async () => {
    await renderCallWithSettings();
    const before = commits;
    await speak(0.2);
    expect(getMeter().style.getPropertyValue('--level')).toBe('0.60');
    expect(commits).toBe(before);
  });

  it('is told in steps of ten percent, from 0 to 100, twice a second at most', async () => {
    await renderCallWithSettings();
    expect(getMeter()).toHaveAttribute('aria-valuenow', '0');
    await speak(0.175);
    expect(getMeter()).toHaveAttribute('aria-valuenow', '50');
    await speak(1);
    expect(getMeter()).toHaveAttribute('aria-valuenow', '100');
    const setAttribute = jest.spyOn(getMeter(), 'setAttribute');
    await speak(0);
    expect(setAttribute.mock.calls.length).toBeLessThanOrEqual(2);
  });
});
