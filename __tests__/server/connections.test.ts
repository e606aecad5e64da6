import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { listen } from '@/local/ports';
import { createGracefulStop, listenAt } from '@/server/connections';
import { waitForCondition } from '@/__tests__/support/until';

describe('a graceful stop', () => {
  const waiting: ServerResponse[] = [];
  let server: ReturnType<typeof createServer>;
  let stop: () => Promise<void>;

  /** Answers `/` at once, `/large` with more than a connection buffers, others when told to. */
  beforeEach(async () => {
    waiting.length = 0;
    server = createServer((request, response) => {
      if (request.url === '/') response.end('whole');
      else if (request.url === '/large') response.end(Buffer.alloc(LARGE));
      else waiting.push(response);
    });
    stop = createGracefulStop(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => server.closeAllConnections());

  const LARGE = 20_000_000;
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  /** Opens a connection, and sends a text that the server reads. */
  async function open(text = '') {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const client = { socket, received: '' };
    socket.setEncoding('latin1').on('data', (part: string) => (client.received += part));
    const [serverSide] = await accepted;
    socket.write(text);
    await waitForCondition(() => serverSide.bytesRead === text.length, 'reading the text');
    return client;
  }

  /** Whether the server has stopped, with these connections open. */
  const isStopped = (stopped: Promise<void>) =>
    Promise.race([stopped.then(() => true), new Promise((done) => setImmediate(done, false))]);

  test.each([
    ['never used', ''],
    ['idle', ask('/')],
  ])('closes a connection that is %s', async (_what, text) => {
    const client = await open(text);
    await waitForCondition(() => client.received.includes('whole') === Boolean(text), 'the answer');
    await stop();
    await waitForCondition(() => client.socket.readableEnded, 'the end');
  });

  test('answers what is open, says that the connection ends, and is done then', async () => {
    const begun = await open(ask('/begun'));
    const other = await open(ask('/other'));
    // Its headers can't say so any more.
    waiting[0]?.writeHead(200).write('begun, ');
    const stopped = stop();
    expect(await isStopped(stopped)).toBe(false);
    for (const response of waiting) response.end('whole');
    await stopped;
    await waitForCondition(
      () => begun.socket.readableEnded && other.socket.readableEnded,
      'the end',
    );
    expect(begun.received).toContain('whole');
    expect(other.received).toMatch(/connection: close[^]*whole/i);
  });

  test('answers a request that had begun to arrive', async () => {
    const client = await open('GET / HTTP/1.1\r\nHo');
    const stopped = stop();
    client.socket.write('st: a\r\n\r\n');
    await stopped;
    await waitForCondition(() => client.socket.readableEnded, 'the end');
    expect(client.received).toMatch(/connection: close[^]*whole/i);
  });

  test('does not cut off an answer that is still being sent', async () => {
    const client = await open();
    const asked = once(server, 'request');
    client.socket.pause().write(ask('/large'));
    await asked;
    const stopped = stop();
    expect(await isStopped(stopped)).toBe(false);
    client.socket.resume();
    await stopped;
    await waitForCondition(() => client.socket.readableEnded, 'the end');
    expect(client.received.length).toBeGreaterThan(LARGE);
  });

  test('waits ten seconds for an answer that never comes', async () => {
    await open(ask('/never'));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const stopped = stop();
    await jest.advanceTimersByTimeAsync(9_900);
    expect(await isStopped(stopped)).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(await isStopped(stopped)).toBe(true);
  });
});

describe('a server that cannot listen', () => {
  test('says that the port is taken', async () => {
    const other = createTcpServer();
    const port = await listen(other);
    await expect(listenAt(createTcpServer(), port, '127.0.0.1')).rejects.toThrow(
      new Error(`Port ${port} is taken. Choose another with PORT=…`),
    );
    other.close();
  });

  test.each([
    ['EADDRNOTAVAIL', 'LISTEN_HOST=elsewhere is no address of this machine.'],
    ['ENOTFOUND', 'LISTEN_HOST=elsewhere is no address of this machine.'],
    ['EACCES', 'This user may not listen at port 80. Choose another with PORT=…'],
    ['EIO', 'listen EIO'],
  ])('describes %s', async (code, sentence) => {
    const server = createTcpServer();
    const failure = Object.assign(new Error(`listen ${code}`), { code });
    jest.spyOn(server, 'listen').mockImplementation(() => {
      queueMicrotask(() => server.emit('error', failure));
      return server;
    });
    await expect(listenAt(server, 80, 'elsewhere')).rejects.toThrow(new Error(sentence));
  });
});
