import type { ServerResponse } from 'node:http';
import { createJsonReply, createErrorReply, createWrongKeyReply } from './answer';
import type { Assistants } from './assistants';
import type { Calls } from './calls';
import { createMonitor } from './create-call';
import { isOwner, type Keys } from './credentials';
import { getProviderUrl, parseObject, readBody, type Route, sendReply } from './http';

/** Makes the routes that need the private key: they show calls, and show and change assistants. */
export function createOwnerRoutes(
  keys: Keys,
  { calls, assistants }: { calls: Calls; assistants: Assistants },
  getFallbackUrl: () => string,
): [method: string, path: RegExp, Route][] {
  const requireOwner =
    (route: Route): Route =>
    async (req, res, part) =>
      isOwner(req.headers.authorization, keys)
        ? route(req, res, part)
        : sendReply(res, createWrongKeyReply());
  const sendAssistant = (res: ServerResponse, id: string) => {
    const assistant = assistants.find(id);
    sendReply(
      res,
      assistant ? createJsonReply(200, assistant) : createErrorReply(404, 'Assistant not found.'),
    );
  };
  return [
    [
      'GET',
      /^\/calls$/,
      requireOwner(async (_req, res) => sendReply(res, createJsonReply(200, calls.list()))),
    ],
    [
      'GET',
      /^\/call\/([^/]+)$/,
      requireOwner(async (req, res, id) => {
        const call = calls.find(id);
        if (!call) return sendReply(res, createErrorReply(404, 'Call not found.'));
        const monitor = createMonitor(call, getProviderUrl(req, getFallbackUrl()));
        sendReply(res, createJsonReply(200, { ...call, monitor }));
      }),
    ],
    [
      'GET',
      /^\/assistant\/([^/]+)$/,
      requireOwner(async (_req, res, id) => sendAssistant(res, id)),
    ],
    [
      'PATCH',
      /^\/assistant\/([^/]+)$/,
      requireOwner(async (req, res, id) => {
        if (assistants.change(id, parseObject(await readBody(req)))) sendAssistant(res, id);
        else sendReply(res, createErrorReply(400, ['No such setting of an assistant.']));
      }),
    ],
  ];
}
