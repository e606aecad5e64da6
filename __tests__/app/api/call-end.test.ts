/** @jest-environment node */
import { provideSettings } from '@/__tests__/lib/server/settings';
import * as endRoute from '@/app/api/call/end/route';
import { createRefusal, createSender, setUpCallServices } from './call-services';

provideSettings();
const services = setUpCallServices();
const id = '3f0c4a52-6a5e-4a8e-9b0e-0d6b9f6c2a11';
const end = createSender('/api/call/end', endRoute, {
  id,
  outcome: { seconds: 84, reason: 'visitor' },
});

// The contract has the rest.
test.each(['rpc/end_call', 'rpc/record_prospect_call'])(
  'an end of which %s fails is to be sent again',
  async (failing) => {
    services.failing = [failing];
    expect(await end()).toEqual(createRefusal(503, 'unavailable'));
  },
);
