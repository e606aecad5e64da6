import Vapi from '@vapi-ai/web';
import { client } from '@vapi-ai/web/dist/client';
import { recordedFetch, type Answer, type RecordedRequest } from './recorded-fetch';

export { client };

const base = 'https://voice.example';

/**
 * The API client as the SDK sets it up, on a recorded network.
 *
 * @param apiBaseUrl null for the SDK's default
 */
export function connectVoiceApi(answer?: Answer, apiBaseUrl: string | null = base) {
  const { fetch, requests } = recordedFetch(answer);
  jest.spyOn(globalThis, 'fetch').mockImplementation(fetch);
  const vapi = new Vapi('public-key', apiBaseUrl ?? undefined);
  // The emitter throws on an error that nobody listens to.
  vapi.on('error', () => {});
  return { vapi, requests };
}

/** Stands for any parameter: a path segment, a query and a body alike. */
class AnyParameter {
  toString() {
    return ':x';
  }
}

type Method = (...parameters: unknown[]) => Promise<unknown>;

/** Calls every method of the API client once. @returns what each of them sent */
export async function callEveryMethod(): Promise<RecordedRequest[]> {
  const { requests } = connectVoiceApi();
  const resources = Object.entries(client).filter(
    ([name, value]) => typeof value === 'object' && value !== null && name !== 'contentFormatters',
  );
  for (const [, resource] of resources) {
    for (const method of Object.values(resource as Record<string, unknown>)) {
      if (typeof method !== 'function') continue;
      const parameters = Array.from({ length: method.length }, () => new AnyParameter());
      await (method as Method)(...parameters);
    }
  }
  return requests;
}

export const routeOf = ({ method, url }: RecordedRequest) => `${method} ${url.pathname}`;
