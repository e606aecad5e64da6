import type { ServerResponse } from 'node:http';
import type { Vapi } from '@vapi-ai/server-sdk';
import { json, refuse, wrongKey } from './answer';
import type { Assistants } from './assistants';
import type { Calls } from './calls';
import { isOwner, type Keys } from './credentials';
import { addressOf, parseObject, readBody, type Route, send } from './http';

/** Makes the routes that need the private key: they show calls, and show and change assistants. */
export function ownerRoutes(
  keys: Keys,
  { calls, assistants }: { calls: Calls; assistants: Assistants },
  providerUrl: () => string,
): [method: string, path: RegExp, Route][] {
  const owned =
    (route: Route): Route =>
    async (req, res, part) =>
      isOwner(req.headers.authorization, keys) ? route(req, res, part) : send(res, wrongKey());
  const sendAssistant = (res: ServerResponse, id: string) => {
    const assistant = assistants.find(id);
    send(res, assistant ? json(200, assistant) : refuse(404, 'Assistant not found.'));
  };
  return [
    ['GET', /^\/calls$/, owned(async (_req, res) => send(res, json(200, calls.list())))],
    [
      'GET',
      /^\/call\/([^/]+)$/,
      owned(async (req, res, id) => {
        const call = calls.find(id);
        const monitor: Vapi.Monitor = {
          controlUrl: `${addressOf(req, providerUrl())}/call/${id}/control`,
        };
        send(res, call ? json(200, { ...call, monitor }) : refuse(404, 'Call not found.'));
      }),
    ],
    ['GET', /^\/assistant\/([^/]+)$/, owned(async (_req, res, id) => sendAssistant(res, id))],
    [
      'PATCH',
      /^\/assistant\/([^/]+)$/,
      owned(async (req, res, id) => {
        if (assistants.change(id, parseObject(await readBody(req)))) sendAssistant(res, id);
        else send(res, refuse(400, ['No such setting of an assistant.']));
      }),
    ],
  ];
}
