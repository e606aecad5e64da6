/** @jest-environment node */
import { createServer, type Server } from 'node:net';
import { listen as listenAnywhere } from '@/local/ports';
import { listen } from '@/server/listen';

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});
function create() {
  const server = createServer();
  servers.push(server);
  return server;
}

test('says that a port is taken', async () => {
  const port = await listenAnywhere(create());
  await expect(listen(create(), port, '127.0.0.1')).rejects.toThrow(
    new Error(`Port ${port} is taken. Choose another with PORT=…`),
  );
});

test('says that an address is not of this machine', async () => {
  // A documentation address, RFC 5737.
  await expect(listen(create(), 0, '192.0.2.1')).rejects.toThrow(
    new Error('LISTEN_HOST=192.0.2.1 is no address of this machine.'),
  );
});

test.each([
  ['EACCES', 'This user may not listen at port 80. Choose another with PORT=…'],
  ['ENOTFOUND', 'LISTEN_HOST=elsewhere is no address of this machine.'],
  ['EIO', 'listen EIO'],
])('describes %s', async (code, sentence) => {
  const server = create();
  const failure = Object.assign(new Error(`listen ${code}`), { code });
  jest.spyOn(server, 'listen').mockImplementation(() => {
    queueMicrotask(() => server.emit('error', failure));
    return server;
  });
  await expect(listen(server, 80, 'elsewhere')).rejects.toThrow(new Error(sentence));
});

test('listens at a free port', async () => {
  const server = create();
  await listen(server, 0, '127.0.0.1');
  expect(server.listening).toBe(true);
});
