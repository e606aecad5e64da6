// Runs before each test file of a mutation run. Stryker names the planted fault in the environment, where code looks for
// it when it is first loaded: a test that gives the process another environment before would switch the fault off.
type Stryker = { activeMutant?: string | undefined };

const site = globalThis as { __stryker__?: Stryker };
const stryker = (site.__stryker__ ??= {});
stryker.activeMutant ??= process.env['__STRYKER_ACTIVE_MUTANT__'];
