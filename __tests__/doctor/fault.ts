import type { World } from './world';

type Settings = Record<string, string | undefined>;

/** One thing that is wrong with a deployment. */
type Cause = {
  /** What the check has to find, or a part of that sentence. */
  expectedFinding: string | RegExp;
  /** Whether the check reports a warning in place of a failure. */
  isWarning?: boolean;
  /** Changes the settings that the doctor reads. */
  getSettings?: (world: World) => Settings;
  /** Breaks what is examined, and returns the undo. */
  plant?: (world: World) => Promise<() => unknown>;
  needsCall?: boolean;
  /** Another check that cannot be made then. */
  skippedCheck?: string;
};
type Fault = Cause & { what: string; checkName: string };

/** An address where no server listens. */
export const NOWHERE = 'http://127.0.0.1:9';

export const createSettingsFault = (expectedFinding: string, settings: Settings): Cause => ({
  expectedFinding,
  getSettings: () => settings,
});

export const createPlantedFault = (
  expectedFinding: string | RegExp,
  plant: NonNullable<Cause['plant']>,
): Cause => ({
  expectedFinding,
  plant,
});

export const markAsWarning = (cause: Cause): Cause => ({ ...cause, isWarning: true });

/** @param checks causes by the check that has to find them, and by what is wrong */
export const listFaults = (checks: Record<string, Record<string, Cause>>): Fault[] =>
  Object.entries(checks).flatMap(([checkName, causes]) =>
    Object.entries(causes).map(([what, cause]) => ({ ...cause, what, checkName })),
  );
