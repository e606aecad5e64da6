import { testBodies } from './trust/bodies';
import { testCalls } from './trust/calls';
import { testCanaries, testErrors } from './trust/canaries';
import { testFaults } from './trust/faults';
import { testFuzz } from './trust/fuzz';
import { testHeaders } from './trust/headers';
import { testLimits } from './trust/limits';
import { testCrossSiteRequests } from './trust/matrix';
import { testMemory } from './trust/memory';
import { testOutage, testKill, testShutdown, testTimeouts } from './trust/outages';
import { testRegressions } from './trust/regressions';
import { setUpTarget } from './target';
import { testNewerSchema, testWriters } from './trust/writers';

const isFull = Boolean(process.env.FULL);
/** `stored` is how many percent have to be stored; a busy machine fails calls as well. */
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
      stored: 50,
      bodies: 800,
      rounds: 10,
      dials: 600,
      endings: 200,
    };

setUpTarget();

testMemory(size);

testCrossSiteRequests();
testLimits(size);
testCalls(size);

// These tests are idle most of the time.
describe('in parallel', () => {
  testFaults(size);
  testFuzz(size);
  testBodies();
  testTimeouts();
});

testOutage({ isTimed: isFull });
testShutdown();
if (isFull) testKill();
testWriters(size);
testNewerSchema();
testCanaries();
testHeaders();
testErrors();
testRegressions();
