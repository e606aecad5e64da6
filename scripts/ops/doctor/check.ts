/** `seen` and `todo` are sentences for the operator. `skipped`: there was nothing to examine. */
export type Outcome = {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  seen: string;
  todo?: string;
};

export type Check<Probes> = {
  name: string;
  /** Earlier checks that must pass first. */
  needs: readonly string[];
  run: (probes: Probes) => Outcome | Promise<Outcome>;
};

/** `because`: the failed check that this one needs. */
export type Result = Outcome & { name: string; because?: string };

export const ok = (seen: string): Outcome => ({ state: 'ok', seen });
export const warning = (seen: string, todo: string): Outcome => ({ state: 'warning', seen, todo });
export const failed = (seen: string, todo: string): Outcome => ({ state: 'failed', seen, todo });
export const skipped = (seen: string): Outcome => ({ state: 'skipped', seen });

/** Its message is a sentence for the operator and holds no secret. */
export class NoResultError extends Error {
  override name = 'NoResultError';
}

/** Runs each check, for at most `ms`, once those that it needs have passed. */
export function runChecks<Probes>(
  checks: readonly Check<Probes>[],
  probes: Probes,
  ms: number,
): Promise<Result[]> {
  const deadline = Date.now() + ms;
  const results = new Map<string, Promise<Result>>();

  async function runCheck({ name, needs, run }: Check<Probes>): Promise<Result> {
    const needed = await Promise.all(needs.map((each) => results.get(each)));
    const failedNeed = needed.find((result) => result?.state === 'failed' || result?.because);
    if (!failedNeed)
      return { name, ...(await runWithTimeout(async () => run(probes), deadline - Date.now())) };
    const because = failedNeed.because ?? failedNeed.name;
    return { name, ...skipped(`not examined, because “${because}” has failed`), because };
  }

  for (const check of checks) {
    const unknown = check.needs.find((each) => !results.has(each));
    if (unknown) throw new Error(`${check.name} needs ${unknown}, which is not listed before it.`);
    results.set(check.name, runCheck(check));
  }
  return Promise.all(results.values());
}

async function runWithTimeout(run: () => Promise<Outcome>, ms: number): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Outcome>((done) => {
    timer = setTimeout(() => done(failed('no result in time', 'Run the command again.')), ms);
  });
  try {
    return await Promise.race([run(), timeout]);
  } catch (error) {
    // The message of any other error may hold a key.
    const name = error instanceof Error ? error.name : typeof error;
    const seen = error instanceof NoResultError ? error.message : `stopped unexpectedly (${name})`;
    return failed(seen, 'Run the command again, then check that the address is reachable.');
  } finally {
    clearTimeout(timer);
  }
}
