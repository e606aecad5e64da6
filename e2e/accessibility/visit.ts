import type { Page } from '@playwright/test';

export interface State {
  name: string;
  /** Brings a new page, or one in the state before, into this state. */
  enter: (page: Page) => Promise<unknown>;
  /** A selector of the part that differs from other states. */
  part?: string;
}

/** States that one page can be brought into, one after the other. */
export interface Visit {
  /** Errors that the browser logs on the way, as substrings. */
  errors?: string[];
  states: [State, ...State[]];
  /** Made in the long form only: a quick visit shows the same markup. */
  isLong?: boolean;
}
