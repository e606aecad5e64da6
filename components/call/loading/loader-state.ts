import type { LoadedWidget } from './load-widget';

export type LoaderState =
  /** `waiting`: the widget is not needed yet; `failed`: its code could not be fetched. */
  | { status: 'waiting' | 'failed' }
  | { status: 'loading'; startRequested: boolean }
  | { status: 'loaded'; startRequested: boolean; widget: LoadedWidget; takeFocus: boolean };

export type LoaderAction =
  | { type: 'approached' | 'start-requested' | 'start-withdrawn' | 'failed' }
  | { type: 'loaded'; widget: LoadedWidget; takeFocus: boolean };

/** Reduces one action. Pure. A press or its withdrawal may still come when the widget is loaded but not yet rendered. */
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
      const { widget, takeFocus } = action;
      return { status: 'loaded', startRequested, widget, takeFocus };
    }
  }
}
