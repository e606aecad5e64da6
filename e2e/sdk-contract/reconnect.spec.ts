import { expect, testHolds } from './contract';

// How `reconnect`, which joins a call that our server has created, differs from `start`.

testHolds('4.reconnect.room', async (lab) => {
  const joining = lab.reconnect().catch(() => 'rejected');
  const before = lab.vapi.getDailyCallObject()?.meetingState();
  await lab.vapi.stop();
  const after = [lab.vapi.getDailyCallObject(), lab.library.default.getCallInstance() ?? null];
  await Promise.race([joining, lab.waitUntilSettled()]);
  return [before, ...after, lab.getPayloads('call-start').length];
}).gives(['loading', null, null, 0]);

testHolds('4.reconnect.same', async (lab) => {
  const collect = async () => {
    await lab.waitUntilSettled();
    return window.machine.requests.map(({ action, properties }) => [action, properties]);
  };
  await lab.reconnect();
  const reconnected = await collect();
  await lab.vapi.stop();
  delete (window as Partial<Window>).machine;
  await lab.dial();
  const started = await collect();
  return [reconnected.length > 2, JSON.stringify(reconnected) === JSON.stringify(started)];
}).gives([true, true]);

testHolds('4.reconnect.start', async (lab) => {
  await lab.reconnect();
  const names = lab.events.map(({ name }) => name);
  const stages = lab.getProgress();
  return [stages.at(0), names.slice(names.indexOf('call-start-success')).slice(0, 2)];
}).gives(['reconnect-initialization started', ['call-start-success', 'call-start']]);

testHolds('4.reconnect.early', async (lab) => {
  window.machinePlan = { answers: { 'join-meeting': 'nothing' } };
  void lab.reconnect();
  await lab.waitForRequest('join-meeting');
  await lab.sendAppMessages('{"type":"transcript"}', 'listening');
  return lab.events.map(({ name }) => name).filter((name) => !name.endsWith('progress'));
}).gives(['message', 'call-start']);

testHolds('4.reconnect.answer', async (lab) => {
  await lab.reconnect();
  const before = lab.getPayloads('call-start').length;
  await lab.sendAppMessages('listening');
  return [before, lab.getPayloads('call-start').length];
}).gives([1, 2]);

testHolds('4.reconnect.failed', async (lab) => {
  window.machinePlan = { answers: { 'join-meeting': { error: { type: 'no-room', msg: 'gone' } } } };
  const [rejection] = await lab.collectRefusals(() => lab.reconnect());
  const types = lab.getPayloads('error').map(({ type }) => type as string);
  return [rejection !== null, types, lab.vapi.getDailyCallObject()];
}).gives([true, ['reconnect-error'], null]);

testHolds('4.reconnect.second', async (lab) => {
  await lab.reconnect();
  const [rejection] = await lab.collectRefusals(() =>
    lab.vapi.reconnect({ webCallUrl: lab.room.url } as never),
  );
  return [rejection, lab.vapi.getDailyCallObject()?.meetingState(), lab.getPayloads('error')];
}).gives([expect.stringContaining('already in progress'), 'joined-meeting', []]);
