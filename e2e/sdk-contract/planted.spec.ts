import { expect, type Page } from '@playwright/test';
import { answerWebCall, openLab, test, webCall } from './contract';
import { bundleSdk, type Flip } from './scripts';
import {
  loadAttempts,
  observerInterval,
  recordingSize,
  speechEnd,
  speechThreshold,
  volumeFormula,
} from './constant-tests';

// Each of these changes one constant in a copy of a package and sees the test of that constant fail.

interface Planted extends Flip {
  constant: string;
  body: (page: Page) => Promise<void>;
}

const flips: Planted[] = [
  {
    constant: 'the speaking threshold',
    inside: 'voice SDK',
    from: 'speechLevel > 0.01',
    to: 'speechLevel > 0.02',
    body: speechThreshold,
  },
  {
    constant: 'the volume divisor',
    inside: 'voice SDK',
    from: 'speechLevel / 0.15',
    to: 'speechLevel / 0.2',
    body: volumeFormula,
  },
  {
    constant: 'the speech-end delay',
    inside: 'voice SDK',
    from: '}, 1000);',
    to: '}, 1500);',
    body: speechEnd,
  },
  {
    constant: 'the width of a recording',
    inside: 'voice SDK',
    from: 'width: 1280',
    to: 'width: 1920',
    body: recordingSize,
  },
  {
    constant: 'the number of attempts at loading',
    inside: 'call library',
    from: 'this._attemptsRemaining=3',
    to: 'this._attemptsRemaining=4',
    body: loadAttempts,
  },
];

for (const { constant, body, ...flip } of flips) {
  test(`${constant} made wrong is noticed`, async ({ page, scripts }) => {
    await openLab(page, { ...scripts, sdk: await bundleSdk(flip) });
    await answerWebCall(page, { ...webCall, artifactPlan: { videoRecordingEnabled: true } });
    await expect(body(page)).rejects.toThrow(/expect\(/);
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
