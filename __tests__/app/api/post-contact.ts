import { buildForm, buildRequest } from '@/__tests__/support/contact-form';
import { createPost } from '@/__tests__/lib/server/create-post';
import {
  connectDatabase,
  createAnswer,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { readCookies } from '@/__tests__/lib/server/contact/cookie-jar';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import { POST } from '@/app/api/contact/route';
import { OUTCOME_COOKIE, readOutcome } from '@/lib/server/contact/form-post';

let tests = 0;
let posts = 0;
/** Each test has a visitor of its own, whom the limits of the others don't concern. */
const getOwnEmail = () => `eva${tests}@example.com`;
export const createForm = (changes: Parameters<typeof buildForm>[0] = {}) =>
  buildForm({ email: getOwnEmail(), ...changes });
export const createRow = () => buildRequest({ email: getOwnEmail() });

/** Connects a database to each test of a file: it stores each request, unless told to refuse. */
export function setUpStore() {
  const store = {
    sentQueries: [] as SentQuery[],
    /** The rows of the same address and service of the last five minutes. */
    recent: [] as object[],
    refuse: (): Response | undefined => undefined,
    /** The seconds to wait, for the limit that all instances share. */
    secondsToWait: 0,
    /** Lists the rows that were to be inserted. */
    listRows: () =>
      store.sentQueries
        .filter(({ method, table }) => method === 'POST' && table === 'strategy_sessions')
        .map(({ body }) => body as Record<string, unknown>),
  };
  provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
  beforeEach(() => {
    tests += 1;
    Object.assign(store, { recent: [], refuse: () => undefined, secondsToWait: 0 });
    store.sentQueries = connectDatabase(({ method, table }) => {
      if (table === 'rpc/take_rate_limits') return createAnswer(store.secondsToWait);
      return method === 'POST' ? store.refuse() : createAnswer(store.recent);
    });
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  return store;
}

/** Sends what the form sends by script; each post comes from another address. */
export function post(body: unknown = createForm(), headers: Record<string, string> = {}) {
  const own = { origin: SITE, 'x-real-ip': `192.0.2.${posts++}` };
  return POST(createPost('/api/contact', body, { ...own, ...headers }));
}

/** Sends what a browser sends without script. */
export const postForm = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  post(new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });

/** What the browser would show after a plain post: the page and the outcome from its cookies. */
export async function followRedirect(response: Response) {
  const jar = readCookies(response.headers.getSetCookie());
  return {
    status: response.status,
    location: response.headers.get('location'),
    outcome: await readOutcome(jar.get(OUTCOME_COOKIE), {}),
  };
}
