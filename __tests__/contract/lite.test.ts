import { describeContract } from './contract';
import { startLite } from '../support/databases/databases';

// PostgreSQL runs all cases.
describe('on Supabase Lite', () => describeContract(startLite, test.only));
