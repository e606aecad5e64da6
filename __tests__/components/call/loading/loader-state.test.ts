import type { LoadedWidget } from '@/components/call/loading/load-widget';
import {
  reduceLoader,
  type LoaderAction,
  type LoaderState,
} from '@/components/call/loading/loader-state';

const loaded: LoaderAction = { type: 'loaded', widget: {} as LoadedWidget, takeFocus: true };
const after = (...actions: LoaderAction[]) =>
  actions.reduce<LoaderState>(reduceLoader, { status: 'waiting' });

it.each<[boolean, LoaderAction[]]>([
  [false, [{ type: 'approached' }, loaded]],
  [true, [{ type: 'start-requested' }, loaded]],
  [false, [{ type: 'start-requested' }, { type: 'start-withdrawn' }, loaded]],
  // The press and the widget's arrival come in either order.
  [true, [{ type: 'approached' }, loaded, { type: 'start-requested' }]],
  [false, [{ type: 'start-requested' }, loaded, { type: 'start-withdrawn' }]],
])('hands the widget startRequested %s after %j', (startRequested, actions) => {
  expect(after(...actions)).toEqual({
    status: 'loaded',
    startRequested,
    widget: {},
    takeFocus: true,
  });
});

it('fetches again after a failure only when Start is pressed', () => {
  const failed = after({ type: 'approached' }, { type: 'failed' });
  expect(reduceLoader(failed, { type: 'approached' })).toBe(failed);
  expect(reduceLoader(failed, { type: 'start-withdrawn' })).toBe(failed);
  expect(reduceLoader(failed, { type: 'start-requested' })).toEqual({
    status: 'loading',
    startRequested: true,
  });
});
