import { buildForm } from '@/__tests__/support/contact-form';
import {
  connectDatabase,
  createAnswer,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { readCookies } from '@/__tests__/lib/server/contact/cookie-jar';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import { POST } from '@/app/api/contact/route';
import { OUTCOME_COOKIE, readOutcome } from '@/lib/server/contact/form-post';

const FORM = 'application/x-www-form-urlencoded';

type PostOptions = { body?: BodyInit; type?: string; headers?: Record<string, string> };

/** Connects a database to each test of a file: it stores each request, unless told to refuse. */
export function setUpStore() {
  const store = {
    sentQueries: [] as SentQuery[],
    /** The rows of the same address and service of the last five minutes. */
    recent: [] as object[],
    refuse: (): Response | undefined => undefined,
    /** Lists the rows that were to be inserted. */
    listRows: () =>
      store.sentQueries
        .filter(({ method, table }) => method === 'POST' && table === 'strategy_sessions')
        .map(({ body }) => body as Record<string, unknown>),
  };
  provideSettings();
  beforeEach(() => {
    Object.assign(store, { recent: [], refuse: () => undefined });
    store.sentQueries = connectDatabase(({ method }) =>
      method === 'POST' ? store.refuse() : createAnswer(store.recent),
    );
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  return store;
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
