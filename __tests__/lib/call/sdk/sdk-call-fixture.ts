import { SdkCall } from '@/lib/call/sdk/sdk-call';
import type { CallEvent } from '@/lib/call/types';
import { advance } from '../session/fake-browser';
import type { FakeSdk } from './fake-sdk';
import { setUpFakeWorld, world } from '../session/call-fixture';
import type { FakeTrack } from '../audio/fake-devices';

export { world };

export let sdk: FakeSdk;
export let sdkCall: SdkCall;
/** What the call has emitted so far. */
export let events: CallEvent[];
/** The microphone opened for permission. */
export let permissionTrack: FakeTrack;

/** Call it in a test file that drives one SDK call over the fake world. */
export function setUpSdkCall(): void {
  setUpFakeWorld();
  beforeEach(() => {
    world.isPermitted = true;
    events = [];
    sdk = new world.Sdk();
    [permissionTrack] = world.openMicrophone().getTracks() as [FakeTrack];
    const input = { kind: 'voice', close: () => permissionTrack.stop() } as const;
    sdkCall = new SdkCall(sdk, input, 300, (event) => events.push(event));
  });
}

export const listEventTypes = () => events.map(({ type }) => type);
export const findFailure = () => events.find(({ type }) => type === 'failed');

export async function dial(): Promise<void> {
  sdkCall.dial('demo');
  await advance(0);
}
export async function join(): Promise<void> {
  await dial();
  for (const answer of world.answers.slice(2, 5)) {
    answer();
    await advance(0);
  }
}
export async function goLive(): Promise<void> {
  await join();
  world.room?.connectAssistant();
  await advance(0);
}
