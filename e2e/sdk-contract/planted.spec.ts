import { expect } from '@playwright/test';
import { answerWebCall, openLab, test, webCall } from './contract';
import { bundleSdk, type Flip } from './scripts';
import {
  observerInterval,
  recordingSize,
  speechEnd,
  speechThreshold,
  volumeFormula,
} from './speech';

// Each of these changes one constant in a copy of the SDK and sees the test of that constant fail.

const flips = [
  {
    constant: 'the speaking threshold',
    from: 'speechLevel > 0.01',
    to: 'speechLevel > 0.02',
    body: speechThreshold,
  },
  {
    constant: 'the volume divisor',
    from: 'speechLevel / 0.15',
    to: 'speechLevel / 0.2',
    body: volumeFormula,
  },
  { constant: 'the speech-end delay', from: '}, 1000);', to: '}, 1500);', body: speechEnd },
  {
    constant: 'the width of a recording',
    from: 'width: 1280',
    to: 'width: 1920',
    body: recordingSize,
  },
] as const;

for (const { constant, from, to, body } of flips) {
  test(`${constant} made wrong is noticed`, async ({ page, scripts }) => {
    const flip: Flip = { inside: 'voice SDK', from, to };
    await openLab(page, { ...scripts, sdk: await bundleSdk(flip) });
    await answerWebCall(page, { ...webCall, artifactPlan: { videoRecordingEnabled: true } });
    await expect(body(page)).rejects.toThrow(/toEqual|toBe|toBeCloseTo/);
  });
}

test('without a flip the same bodies pass on the same page', async ({ page, scripts }) => {
  await openLab(page, scripts);
  await answerWebCall(page, { ...webCall, artifactPlan: { videoRecordingEnabled: true } });
  for (const body of [speechThreshold, volumeFormula, observerInterval, recordingSize]) {
    await body(page);
    await page.reload();
  }
  await speechEnd(page);
});
