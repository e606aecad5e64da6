// Runs one function as a host does: requires what its configuration names and has it answer.
// Its arguments are the folder of the function and a port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder = '', port] = process.argv.slice(2);
const { handler, useWebApi } = JSON.parse(readFileSync(join(folder, '.vc-config.json'), 'utf8'));
const answerRequest = createRequire(import.meta.url)(join(folder, handler));
createServer(useWebApi ? answerThroughWebApi : answerRequest).listen(
  Number(port),
  '127.0.0.1',
  () => console.log('function listens'),
);

/**
 * @param {import('node:http').IncomingMessage} request without its body, which Vercel does not
 *   pass to the proxy of pages
 * @param {import('node:http').ServerResponse} response
 */
async function answerThroughWebApi({ method = 'GET', url = '/', headers }, response) {
  const headerEntries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  /** @type {Response} */
  const answered = await answerRequest(
    new Request(`https://${headers.host}${url}`, {
      method,
      headers: Object.fromEntries(headerEntries),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}
