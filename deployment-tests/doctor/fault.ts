import type { World } from './world';

/** One thing that is wrong with a deployment. */
export type Fault = {
  what: string;
  /** The check that finds it, with these words in what it has seen. */
  checkName: string;
  expectedFinding: string | RegExp;
  /** A failure where it is no warning. */
  isWarning?: boolean;
  /** Changes what the doctor is given. */
  settings?: (world: World) => Record<string, string | undefined>;
  /** Changes what is examined, and returns what undoes it. */
  plant?: (world: World) => Promise<() => unknown>;
  /** Whether the doctor is to make a call. */
  call?: boolean;
};

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:9';

/** Gives the doctor other settings. */
export const withSettings = (settings: Record<string, string | undefined>) => () => settings;
