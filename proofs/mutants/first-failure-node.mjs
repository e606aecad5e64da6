import NodeEnvironment from '@stryker-mutator/jest-runner/jest-env/node';
import { stopAtFirstFailure } from './first-failure-environment.mjs';

/** Stryker's own for Node, which records what each test covers. */
export default stopAtFirstFailure(NodeEnvironment);
