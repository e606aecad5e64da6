import { answerWebCall, expect, holds, recordedCall } from './contract';
import { startBesideAnother, startOvertakenByEnd, startRefused } from './failing-starts';

const shape = (type: string, stage: string, message: unknown = expect.any(String)) => ({
  type,
  stage,
  error: expect.objectContaining({ message }),
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
});

const errorsOf = (heard: { name: string; payload: unknown }[]) =>
  heard.filter(({ name }) => name === 'error').map(({ payload }) => payload);

holds('8.error.object', async (page) => {
  const { result, heard } = await startBesideAnother(page);
  expect(result).toBeNull();
  expect(errorsOf(heard)[0]).toEqual(
    shape(
      'daily-call-object-creation-error',
      'daily-call-object-creation',
      'Duplicate DailyIframe instances are not allowed',
    ),
  );
});

holds('8.error.join', async (page) => {
  const { result, heard } = await startRefused(page);
  expect(result).toBeNull();
  expect(errorsOf(heard)[0]).toMatchObject({
    ...shape('daily-call-join-error', 'daily-call-join'),
    error: { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' },
  });
});

holds('8.error.recording', async (page) => {
  await answerWebCall(page, recordedCall);
  const { errors } = await startOvertakenByEnd(page);
  expect(errors[0]).toEqual(shape('video-recording-setup-error', 'video-recording-setup'));
});

holds('8.error.observer', async (page) => {
  const { errors } = await startOvertakenByEnd(page);
  expect(errors[0]).toEqual(shape('audio-observer-setup-error', 'audio-observer-setup'));
});

holds('8.error.processing', async (page) => {
  const errors = await page.evaluate(async () => {
    const { lab } = window;
    const error = { type: 'audio-processor-error', msg: 'No' };
    window.machinePlan = { answers: { 'update-input-settings': { error } } };
    await lab.dial();
    await lab.settled();
    return lab.all('error');
  });
  expect(errors).toEqual([shape('audio-processing-setup-error', 'audio-processing-setup')]);
});

holds('8.errors.shape', async (page) => {
  const all = [...errorsOf((await startBesideAnother(page)).heard)];
  await page.reload();
  all.push(...errorsOf((await startRefused(page)).heard));
  await page.reload();
  all.push(...(await startOvertakenByEnd(page)).errors);
  expect(all.length).toBeGreaterThan(5);
  for (const error of all) {
    expect(error).toMatchObject({
      stage: expect.any(String),
      error: expect.any(Object),
      timestamp: expect.any(String),
    });
  }
});
