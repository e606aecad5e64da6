import { testBodies } from './trust/bodies';
import { testCalls } from './trust/calls';
import { testCanaries, testErrors } from './trust/canaries';
import { testFaults } from './trust/faults';
import { testFuzz } from './trust/fuzz';
import { testHeaders } from './trust/headers';
import { testLimits } from './trust/limits';
import { testMemory } from './trust/memory';
import { testOutage, testShutdown } from './trust/outages';
import { testRegressions } from './trust/regressions';
import { setUpTarget } from './target';
import { testNewerSchema, testWriters } from './trust/writers';

const choose = (quick: number, full: number) => (process.env.FULL ? full : quick);
const size = {
  posts: choose(50, 200),
  flood: choose(400, 20_000),
  submissions: choose(100, 10_000),
  storedPercent: choose(90, 99),
  bodies: choose(800, 100_000),
  rounds: choose(10, 1000),
  dials: choose(600, 10_000),
};

setUpTarget();

testMemory(size);

testLimits(size);
testCalls(size);

testFaults(size);
testFuzz(size);
testBodies();
testOutage();
testShutdown();
testWriters(size);
testNewerSchema();
testErrors();
testCanaries();
testHeaders();
testRegressions();
