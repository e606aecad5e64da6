import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Asks a server of this process, over a connection of its own; the body comes as it was sent, packed or not. */
export async function ask(server: Server, path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path, headers, agent: false };
  const answer = await new Promise<IncomingMessage>((done) => get(options, done));
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
}
