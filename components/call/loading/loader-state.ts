import type { LoadedWidget } from './load-widget';

export type LoaderState =
  | { status: 'waiting' | 'failed' }
  | { status: 'loading'; startRequested: boolean }
  | { status: 'loaded'; startRequested: boolean; widget: LoadedWidget; shouldTakeFocus: boolean };

export type LoaderAction =
  | { type: 'approached' | 'start-requested' | 'start-withdrawn' | 'failed' }
  | { type: 'loaded'; widget: LoadedWidget; shouldTakeFocus: boolean };

/** A press, or its withdrawal, may also come between loading and rendering the widget. */
export function reduceLoader(state: LoaderState, action: LoaderAction): LoaderState {
  const startRequested = 'startRequested' in state && state.startRequested;
  switch (action.type) {
    case 'approached':
      return state.status === 'waiting' ? { status: 'loading', startRequested } : state;
    case 'start-requested':
      return state.status === 'loaded'
        ? { ...state, startRequested: true }
        : { status: 'loading', startRequested: true };
    case 'start-withdrawn':
      return 'startRequested' in state ? { ...state, startRequested: false } : state;
    case 'failed':
      return { status: 'failed' };
    case 'loaded': {
      const { widget, shouldTakeFocus } = action;
      return { status: 'loaded', startRequested, widget, shouldTakeFocus };
    }
  }
}
