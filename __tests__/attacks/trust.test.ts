import { testBodies } from './bodies';
import { testCalls } from './calls';
import { testCanaries } from './canaries';
import { testErrors } from './errors';
import { testFaults } from './faults';
import { testFuzz } from './fuzz';
import { testHeaders } from './headers';
import { testLimits } from './limits';
import { testCrossSiteRequests } from './matrix';
import { testMemory } from './memory';
import { testNewerSchema } from './newer-schema';
import { testOutage, testKill, testShutdown, testTimeouts } from './outages';
import { testRegressions } from './regressions';
import { startWorld, type World } from './world';
import { testWriters } from './writers';

const isFull = Boolean(process.env.FULL);
/** `stored` is how many percent of the submissions have to be stored. */
const size = isFull
  ? {
      posts: 200,
      paced: 500,
      flood: 20_000,
      submissions: 10_000,
      stored: 99,
      bodies: 100_000,
      rounds: 1000,
      dials: 10_000,
      endings: 2000,
    }
  : {
      posts: 50,
      paced: 100,
      flood: 400,
      submissions: 100,
      bodies: 800,
      rounds: 10,
      dials: 600,
      endings: 200,
    };

let world: World;
const getWorld = () => world;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

testMemory(getWorld, size);

testCrossSiteRequests(getWorld);
testLimits(getWorld, size);
testCalls(getWorld, size);

// These tests are idle most of the time.
describe('in parallel', () => {
  testFaults(getWorld, size);
  testFuzz(getWorld, size);
  testBodies(getWorld);
  testTimeouts(getWorld);
});

testOutage(getWorld, { isTimed: isFull });
testShutdown(getWorld);
if (isFull) testKill(getWorld);
testWriters(getWorld, size);
testNewerSchema(getWorld);
testCanaries(getWorld);
testHeaders(getWorld);
testErrors(getWorld);
testRegressions(getWorld);
