/** @jest-environment node */
import { describeContract, LITE_DIFFERENCES } from './contract';
import { startLite } from '../support/databases/databases';

describe('on Supabase Lite', () => {
  describeContract(startLite, LITE_DIFFERENCES);
});
