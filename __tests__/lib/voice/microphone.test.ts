import { openMicrophone } from '@/lib/voice/microphone';

const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/22A3354 Instagram 350.0.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const webview =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36';

function browser(userAgent: string, secure: boolean, getUserMedia?: () => Promise<unknown>) {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: secure });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: getUserMedia && { getUserMedia },
  });
}

it('tells an insecure page from a browser that cannot', async () => {
  browser(safari, false);
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'insecure-context' });
  browser(safari, true);
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'unsupported-browser' });
});

it.each([instagram, webview])('knows the browser inside another app: %s', async (userAgent) => {
  browser(userAgent, true);
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'in-app-browser' });
  browser(userAgent, true, () => Promise.reject(new DOMException('', 'NotAllowedError')));
  expect(await openMicrophone()).toEqual({ ok: false, kind: 'in-app-browser' });
});

it('lets a browser inside another app call where it can', async () => {
  const stream = {};
  browser(instagram, true, () => Promise.resolve(stream));
  expect(await openMicrophone()).toEqual({ ok: true, stream });
});
