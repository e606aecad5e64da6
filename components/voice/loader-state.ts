import type { LoadedWidget } from './load-widget';

/** What the loader shows: `waiting` = not yet needed, `failed` = the widget could not be fetched. */
export type LoaderState =
  | { status: 'waiting' | 'failed' }
  | { status: 'loading'; startRequested: boolean }
  | { status: 'loaded'; startRequested: boolean; widget: LoadedWidget; takeFocus: boolean };

export type LoaderAction =
  | { type: 'approached' | 'start-requested' | 'start-withdrawn' | 'failed' }
  | { type: 'loaded'; widget: LoadedWidget; takeFocus: boolean };

/** Reduces one action. `loaded` is final. Pure. */
export function reduceLoader(state: LoaderState, action: LoaderAction): LoaderState {
  if (state.status === 'loaded') return state;
  switch (action.type) {
    case 'approached':
      return state.status === 'waiting' ? { status: 'loading', startRequested: false } : state;
    case 'start-requested':
      return { status: 'loading', startRequested: true };
    case 'start-withdrawn':
      return state.status === 'loading' ? { ...state, startRequested: false } : state;
    case 'failed':
      return { status: 'failed' };
    case 'loaded': {
      const startRequested = state.status === 'loading' && state.startRequested;
      const { widget, takeFocus } = action;
      return { status: 'loaded', startRequested, widget, takeFocus };
    }
  }
}
