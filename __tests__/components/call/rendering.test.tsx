import { commits, setUpWidget, performStep, world, renderLiveCall } from './widget-fixture';

setUpWidget();

const fireOnObserve = (callback: ResizeObserverCallback): ResizeObserver => {
  const observer = { observe: () => callback([], observer), unobserve() {}, disconnect() {} };
  return observer;
};

it('draws the voices without rendering', async () => {
  const size = { width: 100, height: 80 } as DOMRect;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(size);
  jest.spyOn(window, 'ResizeObserver').mockImplementation(fireOnObserve);
  const { container } = await renderLiveCall();
  const drawing = container.querySelector('.voice-record > path')!;
  expect(drawing).toHaveAttribute('d', '');
  const before = commits;
  await performStep(() => world.sdk?.emit('volume-level', 0.8), 1_000);
  expect(drawing.getAttribute('d')).not.toBe('');
  expect(commits - before).toBeLessThanOrEqual(1);
});

it('commits at most twice a second while both sides talk', async () => {
  await renderLiveCall();
  await performStep(undefined, 3_000);
  const before = commits;
  const seconds = 20;
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    await performStep(() => {
      world.sdk?.emit('volume-level', Math.random());
      world.sdk?.emit('local-volume-level', Math.random());
      // The worst case: turns that change much faster than in speech.
      world.sdk?.emit(tenth % 2 ? 'speech-start' : 'speech-end');
    }, 100);
  }
  expect(commits - before).toBeGreaterThan(seconds / 2);
  expect(commits - before).toBeLessThanOrEqual(seconds * 2);
});
