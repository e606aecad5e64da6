import type { Page } from '@playwright/test';
import { answerWebCall, differs, expect, holds, recordedCall, room, webCall } from './contract';
import { startBesideAnother, startOvertakenByEnd, startRefused } from './failing-starts';

/** The statuses of one stage in a start that goes well. */
async function statuses(page: Page, stage: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    await window.lab.dial();
    return window.lab.stages(name);
  }, stage);
}

const failedStages = (progress: { stage: string; status: string }[]) =>
  progress.filter(({ status }) => status === 'failed').map(({ stage }) => stage);

holds('3.events.call-id', async (page) => {
  const successes = await page.evaluate(async () => {
    await window.lab.dial();
    return window.lab.all('call-start-success');
  });
  expect(successes).toEqual([expect.objectContaining({ callId: 'call-1' })]);
});

holds('3.events.durations', async (page) => {
  const [timed, success] = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    const done = lab.all('call-start-progress').filter(({ status }) => status === 'completed');
    return [
      done.filter(({ duration }) => duration >= 0).map(({ stage }) => stage as string),
      lab.all('call-start-success')[0],
    ] as const;
  });
  // What was skipped took no time: there is neither a mobile wait nor a recording in this call.
  expect(timed).toEqual([
    'web-call-creation',
    'daily-call-object-creation',
    'daily-call-join',
    'audio-observer-setup',
    'audio-processing-setup',
  ]);
  expect(success.totalDuration).toBeGreaterThan(0);
});

holds('3.events.timestamp', async (page) => {
  const good = await page.evaluate(async () => {
    await window.lab.dial();
    await window.lab.vapi.stop();
    return window.lab.heard;
  });
  await page.reload();
  const { heard: bad } = await startBesideAnother(page);
  const told = [...good, ...bad].filter(
    ({ name }) => name.startsWith('call-start-') || name === 'error',
  );
  expect(new Set(told.map(({ name }) => name))).toEqual(
    new Set(['call-start-progress', 'call-start-success', 'call-start-failed', 'error']),
  );
  for (const { payload } of told) {
    expect(new Date(payload.timestamp).toISOString()).toBe(payload.timestamp);
  }
});

holds('3.events.stage', async (page) => {
  const told = await page.evaluate(async () => {
    await window.lab.dial();
    return window.lab.all('call-start-progress');
  });
  expect(told.length).toBeGreaterThan(10);
  for (const progress of told) {
    expect(progress).toMatchObject({
      stage: expect.stringMatching(/^[a-z-]+$/),
      status: expect.stringMatching(/^(started|completed|failed)$/),
    });
  }
});

holds('3.response.id', async (page) => {
  const [returned, told] = await page.evaluate(async () => {
    const result = (await window.lab.dial()) as { id: string };
    const [, created] = window.lab
      .all('call-start-progress')
      .filter(({ stage }) => stage === 'web-call-creation');
    return [result.id, created.metadata.callId];
  });
  expect([returned, told]).toEqual(['call-1', 'call-1']);
});

holds('3.response.url', async (page) => {
  const url = await page.evaluate(async () => {
    await window.lab.dial();
    const { properties } = await window.lab.request('join-meeting');
    return (properties as { url: string }).url;
  });
  expect(url).toBe(room);
});

holds('3.response.recording', async (page) => {
  const said = async () =>
    page.evaluate(async () => {
      await window.lab.dial();
      const [, created] = window.lab
        .all('call-start-progress')
        .filter(({ stage }) => stage === 'web-call-creation');
      await window.lab.settled();
      const recordings = window.machine.of('local-recording-start').length;
      return [created.metadata.videoRecordingEnabled, recordings];
    });
  expect(await said()).toEqual([false, 0]);
  await page.reload();
  await answerWebCall(page, recordedCall);
  expect(await said()).toEqual([true, 1]);
});

holds('3.response.provider', async (page) => {
  await answerWebCall(page, { ...webCall, assistant: { voice: { provider: '11labs' } } });
  const told = await page.evaluate(async () => {
    await window.lab.dial();
    const [, created] = window.lab
      .all('call-start-progress')
      .filter(({ stage }) => stage === 'web-call-creation');
    return created.metadata.voiceProvider;
  });
  expect(told).toBe('11labs');
});

differs('4.stage.initialization', 'it is started, and never completed or failed', async (page) => {
  expect(await statuses(page, 'initialization')).toEqual(['started']);
});

differs(
  '4.stage.web-call-creation',
  'it is never failed: the start fails instead',
  async (page) => {
    expect(await statuses(page, 'web-call-creation')).toEqual(['started', 'completed']);
    await page.reload();
    await answerWebCall(page, { message: 'no' }, 500);
    expect(await statuses(page, 'web-call-creation')).toEqual(['started']);
    expect(await page.evaluate(() => window.lab.all('call-start-failed').length)).toBe(1);
  },
);

holds('4.stage.daily-call-object-creation', async (page) => {
  expect(await statuses(page, 'daily-call-object-creation')).toEqual(['started', 'completed']);
  await page.reload();
  const { creation } = await startBesideAnother(page);
  expect(creation).toEqual(['started', 'failed']);
});

differs('4.stage.mobile-permissions', 'it is never failed: it only waits', async (page) => {
  const told = await page.evaluate(async () => {
    await window.lab.dial();
    return window.lab
      .all('call-start-progress')
      .filter(({ stage }) => stage === 'mobile-permissions')
      .map(({ status, metadata }) => [status, metadata]);
  });
  expect(told).toEqual([
    ['started', { isMobile: false }],
    ['completed', { action: 'skipped-not-mobile' }],
  ]);
});

holds('4.stage.daily-call-join', async (page) => {
  expect(await statuses(page, 'daily-call-join')).toEqual(['started', 'completed']);
  await page.reload();
  const { join } = await startRefused(page);
  expect(join).toEqual(['started', 'failed']);
});

holds('4.stage.video-recording-setup', async (page) => {
  expect(await statuses(page, 'video-recording-setup')).toEqual(['completed']);
  await page.reload();
  await answerWebCall(page, recordedCall);
  expect(await statuses(page, 'video-recording-setup')).toEqual(['started', 'completed']);
  await page.reload();
  const { progress } = await startOvertakenByEnd(page);
  expect(failedStages(progress)).toContain('video-recording-setup');
});

differs('4.stage.video-recording-started', 'it is completed, and nothing else', async (page) => {
  await answerWebCall(page, recordedCall);
  const [before, after, delay] = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    const early = lab.stages('video-recording-started');
    window.machine.say({ action: 'recording-started', type: 'cloud' });
    await lab.settled();
    const { metadata } = lab.all('call-start-progress').at(-1);
    return [early, lab.stages('video-recording-started'), metadata.delaySeconds] as const;
  });
  expect([before, after]).toEqual([[], ['completed']]);
  expect(delay).toBeGreaterThan(0);
});

holds('4.stage.audio-observer-setup', async (page) => {
  expect(await statuses(page, 'audio-observer-setup')).toEqual(['started', 'completed']);
  await page.reload();
  const { progress } = await startOvertakenByEnd(page);
  expect(failedStages(progress)).toContain('audio-observer-setup');
});

differs(
  '4.stage.audio-processing-setup',
  'it is never failed: a failure comes later, as an error event',
  async (page) => {
    expect(await statuses(page, 'audio-processing-setup')).toEqual(['started', 'completed']);
    await page.reload();
    const [stages, errors] = await page.evaluate(async () => {
      const { lab } = window;
      const error = { type: 'audio-processor-error', msg: 'No' };
      window.machinePlan = { answers: { 'update-input-settings': { error } } };
      await lab.dial();
      await lab.settled();
      return [lab.stages('audio-processing-setup'), lab.all('error').map(({ stage }) => stage)];
    });
    expect(stages).toEqual(['started', 'completed']);
    expect(errors).toEqual(['audio-processing-setup']);
  },
);

holds('4.stage.statuses', async (page) => {
  await answerWebCall(page, recordedCall);
  const order = await page.evaluate(async () => {
    const { lab } = window;
    await lab.dial();
    window.machine.say({ action: 'recording-started', type: 'cloud' });
    await lab.settled();
    return lab.all('call-start-progress').map(({ stage, status }) => `${stage} ${status}`);
  });
  expect(order).toEqual([
    'initialization started',
    'web-call-creation started',
    'web-call-creation completed',
    'daily-call-object-creation started',
    'daily-call-object-creation completed',
    'mobile-permissions started',
    'mobile-permissions completed',
    'daily-call-join started',
    'daily-call-join completed',
    'video-recording-setup started',
    'video-recording-setup completed',
    'audio-observer-setup started',
    'audio-observer-setup completed',
    'audio-processing-setup started',
    'audio-processing-setup completed',
    'video-recording-started completed',
  ]);
});
