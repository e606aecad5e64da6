import type { Assistants } from './assistants';
import type { Calls } from './calls';
import { createMonitor } from './answer-call-request';
import { isOwner, type Keys } from './credentials';
import {
  createErrorReply,
  createJsonReply,
  getProviderUrl,
  readObject,
  type Route,
  type Routes,
  WRONG_KEY_REPLY,
} from './http';

/** Makes the routes that need the private key: they show calls, and show and change assistants. */
export function createOwnerRoutes(
  keys: Keys,
  { calls, assistants }: { calls: Calls; assistants: Assistants },
  getFallbackUrl: () => string,
): Routes {
  const requireOwner =
    (route: Route): Route =>
    (req, part) =>
      isOwner(req.headers.authorization, keys) ? route(req, part) : WRONG_KEY_REPLY;
  const showAssistant = (id: string) => {
    const assistant = assistants.find(id);
    return assistant
      ? createJsonReply(200, assistant)
      : createErrorReply(404, 'Assistant not found.');
  };
  return {
    'GET /calls': requireOwner(() => createJsonReply(200, calls.list())),
    'GET /call/([^/]+)': requireOwner((req, id) => {
      const call = calls.find(id);
      if (!call) return createErrorReply(404, 'Call not found.');
      const monitor = createMonitor(call, getProviderUrl(req, getFallbackUrl()));
      return createJsonReply(200, { ...call, monitor });
    }),
    'GET /assistant/([^/]+)': requireOwner((_req, id) => showAssistant(id)),
    'PATCH /assistant/([^/]+)': requireOwner(async (req, id) =>
      assistants.change(id, await readObject(req))
        ? showAssistant(id)
        : createErrorReply(400, ['No such setting of an assistant.']),
    ),
  };
}
