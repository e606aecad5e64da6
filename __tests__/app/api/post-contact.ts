import { buildForm } from '@/__tests__/support/contact-form';
import { readCookies } from '@/__tests__/lib/server/contact/cookie-jar';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import { POST } from '@/app/api/contact/route';
import { OUTCOME_COOKIE, readOutcome } from '@/lib/server/contact/form-post';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';

const FORM = 'application/x-www-form-urlencoded';

type PostOptions = { body?: BodyInit; type?: string; headers?: Record<string, string> };

/** Stores each request in a mock. Call it in a test file that mocks the stored requests. */
export function setUpStore() {
  const mockStore = jest.mocked(storeStrategySession);
  provideSettings();
  beforeEach(() => {
    mockStore.mockResolvedValue({ ok: true });
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  return mockStore;
}

/** Sends what the form sends by script. */
export function post({ body = JSON.stringify(buildForm()), type, headers }: PostOptions = {}) {
  const contentType = type ?? 'application/json';
  return POST(
    new Request('http://localhost:3000/api/contact', {
      method: 'POST',
      body,
      headers: {
        ...(contentType ? { 'content-type': contentType } : {}),
        ...(headers ?? { origin: SITE }),
      },
      // Node's fetch requires this for a streamed body.
      duplex: 'half',
    } as RequestInit),
  );
}

/** Sends what a browser sends without script. */
export const postForm = (form: Record<string, string> | string, headers?: Record<string, string>) =>
  post({ body: new URLSearchParams(form).toString(), type: FORM, ...(headers ? { headers } : {}) });

/** What the browser would show after a plain post: the page and the outcome from its cookies. */
export async function followRedirect(response: Response) {
  const jar = readCookies(response.headers.getSetCookie());
  return {
    status: response.status,
    location: response.headers.get('location'),
    outcome: await readOutcome(jar.get(OUTCOME_COOKIE), {}),
  };
}
