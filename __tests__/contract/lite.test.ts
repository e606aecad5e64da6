/** @jest-environment node */
import { describeContract } from './contract';
import { LITE_DIFFERENCES } from './expected';
import { startLite } from '../support/databases/databases';

describe('on Supabase Lite', () => {
  describeContract(startLite, LITE_DIFFERENCES);
});
