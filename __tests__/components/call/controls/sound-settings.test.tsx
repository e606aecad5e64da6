import { fireEvent, render, screen } from '@testing-library/react';
import { MicrophonePicker } from '@/components/call/controls/microphone-picker';
import { callEn } from '@/lib/content/call-en';
import { CallSession } from '@/lib/call/state/call-session';
import { createVoiceClient } from '@/lib/call/sdk/voice-client';
import { FakeTrack } from '../../../lib/call/state/fake-world';
import { announced, button, call, click, setUpWidget, show, step, world } from '../widget-bench';

setUpWidget();

async function callWithSettings() {
  await call();
  await click(callEn.sound);
}

it('opens the microphone settings when the visitor is not heard', async () => {
  show();
  await call();
  await step(() => world.sdk?.emit('speech-start'));
  await step(() => world.sdk?.emit('speech-end'));
  for (let second = 0; second < 7; second += 1) {
    await step(() => world.sdk?.emit('local-volume-level', 0), 1_000);
  }
  expect(announced()).toContain(callEn.unheard);
  const key = button(callEn.sound);
  expect(key).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('combobox', { name: 'Microphone' })).toBeVisible();
  expect(screen.getByRole('img', { name: callEn.microphoneLevel })).toBeVisible();
  await step(() => world.sdk?.emit('local-volume-level', 0.3));
  expect(screen.queryByText(callEn.unheard)).toBeNull();
  expect(key).toHaveAttribute('aria-expanded', 'true');
});

it('sets the volume of the assistant, for the next call too', async () => {
  show();
  await callWithSettings();
  const slider = () => screen.getByRole('slider', { name: 'Assistant volume', hidden: true });
  expect(slider()).toHaveValue('100');
  await step(() => fireEvent.change(slider(), { target: { value: '35' } }));
  expect(world.sdk?.volume).toBe(0.35);
  await click('End');
  await callWithSettings();
  expect(slider()).toHaveValue('35');
});

it('opens with its button, and closes with the button or Escape', async () => {
  show();
  await call();
  const settings = () => screen.queryByRole('group', { name: callEn.soundSettings });
  expect(settings()).toBeNull();
  await click(callEn.sound);
  expect(settings()).toBeVisible();
  await click(callEn.sound);
  expect(settings()).toBeNull();
  await click(callEn.sound);
  await step(() => fireEvent.keyDown(screen.getByRole('slider'), { key: 'a' }));
  expect(settings()).toBeVisible();
  await step(() => fireEvent.keyDown(screen.getByRole('slider'), { key: 'Escape' }));
  expect(settings()).toBeNull();
  expect(button(callEn.end)).toBeVisible();
});

describe('the choice of microphone', () => {
  const input = (deviceId: string, label: string) => ({ kind: 'audioinput', deviceId, label });
  let devices: EventTarget & { enumerateDevices: () => Promise<unknown[]> };
  const options = () =>
    screen.getAllByRole('option', { hidden: true }).map((one) => one.textContent);
  const picker = () => screen.getByRole('combobox', { name: callEn.microphone, hidden: true });

  const choose = (value: string) => step(() => fireEvent.change(picker(), { target: { value } }));

  beforeEach(() => {
    devices = Object.assign(new EventTarget(), {
      getUserMedia: world.getUserMedia,
      enumerateDevices: () => Promise.resolve([input('desk', 'Desk'), input('two', '')]),
    });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices });
  });

  it('names each microphone, or numbers it without a label', async () => {
    show();
    await callWithSettings();
    expect(options()).toEqual([callEn.defaultMicrophone, 'Desk', `${callEn.microphone} 2`]);
  });

  it('selects the default at first, then the chosen one, also in the next call', async () => {
    show();
    await callWithSettings();
    expect(picker()).toHaveValue('');
    for (const value of ['two', 'desk']) await choose(value);
    expect(world.sdk?.devices).toEqual(['two', 'desk']);
    await click('End');
    await callWithSettings();
    expect(picker()).toHaveValue('desk');
    expect(world.sdk?.devices).toEqual(['desk']);
  });

  it('returns to the default with a track, because the SDK ignores an empty id', async () => {
    show();
    await callWithSettings();
    for (const value of ['desk', '']) await choose(value);
    expect(picker()).toHaveValue('');
    expect(world.asked.at(-1)).toEqual({ audio: true });
    expect(world.sdk?.devices).toEqual(['desk', world.liveTracks[0]]);
    expect(world.liveTracks).toHaveLength(1);
    await click('End');
    await callWithSettings();
    expect(picker()).toHaveValue('');
    expect(world.sdk?.devices).toEqual([]);
  });

  describe('in a browser that lists the default', () => {
    const listed = [input('default', 'Default'), input('desk', 'Desk'), input('two', 'Two')];
    beforeEach(() => {
      devices.enumerateDevices = () => Promise.resolve(listed);
    });

    it('lists the default once and selects it', async () => {
      show();
      await callWithSettings();
      expect(options()).toEqual(['Default', 'Desk', 'Two']);
      expect(picker()).toHaveValue('default');
    });

    it('applies every entry, and the default again', async () => {
      show();
      await callWithSettings();
      for (const value of ['desk', 'default', 'two', 'default']) await choose(value);
      expect(world.sdk?.devices).toEqual(['desk', 'default', 'two', 'default']);
      expect(picker()).toHaveValue('default');
    });

    it('selects the microphone that the browser opened by the visitor’s settings', async () => {
      jest.spyOn(world, 'openMicrophone').mockImplementation(() => {
        const track = new FakeTrack(false, 'two');
        world.tracks.push(track);
        return { getTracks: () => [track] };
      });
      show();
      await callWithSettings();
      expect(picker()).toHaveValue('two');
    });
  });

  it('selects the default and lists the rest when the chosen one is gone', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: world.devices });
    world.devices.inputs = ['desk', 'two'];
    show();
    await callWithSettings();
    await choose('two');
    expect(picker()).toHaveValue('two');
    await step(() => world.plug('desk'));
    expect(options()).toEqual([callEn.defaultMicrophone, 'Label of desk']);
    expect(picker()).toHaveValue('');
  });

  it('closes when Keyboard is pressed', async () => {
    show();
    await callWithSettings();
    await click(callEn.keyboard);
    expect(screen.queryByRole('group', { name: callEn.soundSettings })).toBeNull();
    expect(screen.getByRole('textbox', { name: callEn.typeHere })).toBeVisible();
  });

  it('updates its list when devices change', async () => {
    show();
    await callWithSettings();
    devices.enumerateDevices = () => Promise.resolve([input('new', 'New')]);
    await step(() => void devices.dispatchEvent(new Event('devicechange')));
    expect(options()).toEqual([callEn.defaultMicrophone, 'New']);
  });

  it('stops listing devices when the call is over', async () => {
    show();
    await callWithSettings();
    await click('End');
    const asked = jest.spyOn(devices, 'enumerateDevices');
    await step(() => void devices.dispatchEvent(new Event('devicechange')));
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['lists nothing', () => ({ ...devices, enumerateDevices: () => Promise.resolve([]) })],
    ['does not tell of changes', () => ({ getUserMedia: world.getUserMedia })],
  ])('offers only the default if the browser %s', async (_, value) => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: value() });
    show();
    await callWithSettings();
    expect(options()).toEqual([callEn.defaultMicrophone]);
    await click('End');
    expect(button('Start')).toBeVisible();
  });

  it('offers only the default without mediaDevices', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
    const session = new CallSession(createVoiceClient(() => new Promise(() => undefined)));
    const { unmount } = render(<MicrophonePicker copy={callEn} session={session} />);
    await step();
    expect(options()).toEqual([callEn.defaultMicrophone]);
    unmount();
  });
});

it('shows the visitor’s level three times as high', async () => {
  jest.useFakeTimers();
  show();
  await callWithSettings();
  const meter = screen.getByRole('img', { name: callEn.microphoneLevel });
  await step(() => world.sdk?.emit('local-volume-level', 0.2), 1_000);
  expect(Number(meter.style.getPropertyValue('--level'))).toBeCloseTo(0.6, 1);
});
