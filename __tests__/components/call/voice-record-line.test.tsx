import { act, render } from '@testing-library/react';
import { VoiceRecordLine } from '@/components/call/voice-record-line';

/** What is on the canvas: color, left, top, width, height and the radius of the ends. */
let bars: [string, ...number[]][];
let resize: () => void;
let removeRoundRect: () => void;
const disconnected = jest.fn();
const scale = jest.fn();
const observed = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  bars = [];
  let shape: number[] = [];
  const context = {
    fillStyle: '',
    clearRect: (...area: number[]) => {
      expect(area).toEqual([0, 0, 20, 40]);
      bars = [];
    },
    beginPath: () => (shape = []),
    rect: (...bar: number[]) => (shape = bar),
    roundRect: (...bar: number[]) => (shape = bar),
    fill: () => bars.push([context.fillStyle, ...shape]),
    scale,
  };
  removeRoundRect = () => Reflect.deleteProperty(context, 'roundRect');
  const getContext = (kind: string) => (kind === '2d' ? context : null);
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(getContext as never);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(20);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(40);
  jest.replaceProperty(window, 'devicePixelRatio', 2);
  const getPropertyValue = (name: string) => `of ${name}`;
  jest.spyOn(window, 'getComputedStyle').mockReturnValue({ getPropertyValue } as never);
  const createObserver = (callback: () => void) => {
    resize = callback;
    return { observe: observed, disconnect: disconnected };
  };
  jest.spyOn(window, 'ResizeObserver').mockImplementation(createObserver as never);
});

const [assistant, visitor, rest] = [
  'of --record-assistant',
  'of --record-visitor',
  'of --record-rest',
];
const listBarLevels = () => bars.map(([color, , , , height = 0]) => [color, height / 40]);
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('draws a whole call once, each side in its color, with thin pauses', () => {
  const { container } = render(<VoiceRecordLine record={[0.5, -0.25, 0]} isLive={false} />);
  resize();
  expect(bars).toEqual([
    [assistant, 0, 10, 2.5, 20, 1.25],
    [visitor, 5, 15, 2.5, 10, 1.25],
    [rest, 10, 18.75, 2.5, 2.5, 1.25],
    [rest, 15, 18.75, 2.5, 2.5, 1.25],
  ]);
  expect(jest.getTimerCount()).toBe(0);
  expect(observed).toHaveBeenCalledWith(container.querySelector('canvas'));
});

test('draws bars with corners in a browser without rounded rectangles', () => {
  removeRoundRect();
  render(<VoiceRecordLine record={[0.5]} isLive={false} />);
  resize();
  expect(bars[0]).toEqual([assistant, 0, 10, 2.5, 20]);
});

test('its canvas has the pixel size of its box', () => {
  const { container } = render(<VoiceRecordLine record={[]} isLive={false} />);
  resize();
  expect(container.querySelector('canvas')).toMatchObject({ width: 40, height: 80 });
  expect(scale.mock.calls).toEqual([[2, 2]]);
});

/** Samples for five bars; the canvas has room for four. */
const long = [1, 1, 1, -0.5, -0.5, -0.5, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, -1, -1, -1];

test('redraws the newest bars of a live call', () => {
  const record = [...long];
  render(<VoiceRecordLine record={record} isLive />);
  resize();
  const newest = [
    [visitor, 0.5],
    [assistant, 0.25],
    [assistant, 0.5],
    [visitor, 1],
  ];
  expect(listBarLevels()).toEqual(newest);
  record.push(0.75, 0.75, 0.75);
  advance(299);
  expect(listBarLevels()).toEqual(newest);
  advance(1);
  expect(listBarLevels()).toEqual([...newest.slice(1), [assistant, 0.75]]);
});

test('does not redraw during a pause', () => {
  const record = [0.5, 0.5, 0.5];
  render(<VoiceRecordLine record={record} isLive />);
  resize();
  const before = bars;
  record.push(0, 0, 0);
  advance(300);
  expect(bars).toBe(before);
  record.push(0.5, 0.5, 0.5);
  advance(300);
  expect(listBarLevels()[2]).toEqual([assistant, 0.5]);
});

test('draws nothing on a hidden page', () => {
  const record = [...long];
  render(<VoiceRecordLine record={record} isLive />);
  resize();
  const before = bars;
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  record.push(0.75, 0.75, 0.75);
  advance(3_000);
  expect(bars).toBe(before);
});

test('draws the whole call after it has ended, and then stops', () => {
  const { rerender, unmount } = render(<VoiceRecordLine record={long} isLive />);
  rerender(<VoiceRecordLine record={long} isLive={false} />);
  expect(disconnected).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
  resize();
  expect(listBarLevels()[0]).toEqual([assistant, 1]);
  unmount();
  expect(disconnected).toHaveBeenCalledTimes(2);
});

test('renders nothing without canvas support', () => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  render(<VoiceRecordLine record={long} isLive />);
  resize();
  expect(bars).toEqual([]);
});
