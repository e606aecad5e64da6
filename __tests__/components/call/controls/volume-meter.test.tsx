import { render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { VolumeMeter } from '@/components/call/controls/volume-meter';

beforeEach(() => jest.useFakeTimers());

const advanceFrames = (count = 1) => jest.advanceTimersByTime(16 * count);
const readShownLevel = () =>
  screen.getByRole('meter', { name: 'Level' }).style.getPropertyValue('--level');
const setPageHidden = (isHidden: boolean) => {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

it('moves a third of the way to the level on each frame', () => {
  let level = 1;
  render(<VolumeMeter label="Level" getLevel={() => level} />);
  expect(readShownLevel()).toBe('');
  advanceFrames();
  expect(readShownLevel()).toBe('0.300');
  advanceFrames();
  expect(readShownLevel()).toBe('0.510');
  level = 0;
  advanceFrames();
  expect(readShownLevel()).toBe('0.357');
});

it('draws nothing for an invisible difference', () => {
  let level = 0.006;
  render(<VolumeMeter label="Level" getLevel={() => level} />);
  advanceFrames(10);
  expect(readShownLevel()).toBe('');
  level = 0.008;
  advanceFrames();
  expect(readShownLevel()).toBe('0.002');
});

it('follows the level it was given last', () => {
  const view = render(<VolumeMeter label="Level" getLevel={() => 0} />);
  view.rerender(<VolumeMeter label="Level" getLevel={() => 1} />);
  advanceFrames(40);
  expect(Number(readShownLevel())).toBeGreaterThan(0.9);
});

it('stops drawing while the page is hidden', () => {
  const level = jest.fn(() => 1);
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  render(<VolumeMeter label="Level" getLevel={level} />);
  advanceFrames(10);
  expect(level).not.toHaveBeenCalled();
  setPageHidden(false);
  advanceFrames(2);
  expect(level).toHaveBeenCalledTimes(2);
  setPageHidden(true);
  advanceFrames(10);
  expect(level).toHaveBeenCalledTimes(2);
});

it('draws once a frame, however often the page comes back', () => {
  const level = jest.fn(() => 1);
  render(<VolumeMeter label="Level" getLevel={level} />);
  setPageHidden(false);
  setPageHidden(false);
  advanceFrames(2);
  expect(level).toHaveBeenCalledTimes(2);
});

it('stops drawing on unmount', () => {
  const level = jest.fn(() => 1);
  render(<VolumeMeter label="Level" getLevel={level} />).unmount();
  setPageHidden(false);
  advanceFrames(10);
  expect(level).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
});

it('renders ten bars with different gains', () => {
  render(<VolumeMeter label="Level" getLevel={() => 0} />);
  const gains = [...screen.getByRole('meter').children].map(
    ({ className }) => /\[--gain:([\d.]+)\]/.exec(className)?.[1],
  );
  expect(gains).toEqual(['.4', '.65', '.5', '.85', '1', '.8', '.95', '.55', '.7', '.4']);
});

describe('for assistive technology', () => {
  const getMeter = () => screen.getByRole('meter', { name: 'Level' });

  it('has a value from 0 to 100', () => {
    render(<VolumeMeter label="Level" getLevel={() => 1} />);
    expect(getMeter()).toHaveAttribute('aria-valuemin', '0');
    expect(getMeter()).toHaveAttribute('aria-valuemax', '100');
    expect(getMeter()).toHaveAttribute('aria-valuenow', '0');
    advanceFrames(70);
    expect(getMeter()).toHaveAttribute('aria-valuenow', '100');
  });

  it('never exceeds its maximum, and keeps the value of a level that barely moves', () => {
    let level = 3;
    render(<VolumeMeter label="Level" getLevel={() => level} />);
    advanceFrames(70);
    expect(getMeter()).toHaveAttribute('aria-valuenow', '100');
    const observedValues: (string | null)[] = [];
    for (const next of [0.52, 0.48, 0.53]) {
      level = next;
      advanceFrames(70);
      observedValues.push(getMeter().getAttribute('aria-valuenow'));
    }
    expect(observedValues).toEqual(['50', '50', '50']);
  });

  it('changes its value twice a second at most, without rendering', () => {
    let level = 0;
    const onRender = jest.fn();
    render(
      <Profiler id="meter" onRender={onRender}>
        <VolumeMeter label="Level" getLevel={() => level} />
      </Profiler>,
    );
    const setAttribute = jest.spyOn(getMeter(), 'setAttribute');
    for (let frame = 0; frame < 180; frame += 1) {
      level = frame % 2;
      advanceFrames();
    }
    // Three seconds of frames.
    expect(setAttribute.mock.calls.length).toBeLessThanOrEqual(6);
    expect(onRender).toHaveBeenCalledTimes(1);
  });
});
