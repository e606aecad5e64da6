import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of a build that browsers can fetch: scripts, styles, prerendered pages and their data. */
const CLIENT_FOLDERS = ['static', 'server/app'];
const CLIENT_FILES = /\.(js|css|html|rsc|json|map|txt|body|meta)$/;
/** The prefix of server-side keys, and the role in older ones. */
const KEY_MARKS = ['sb_secret_', 'service_role'];

/**
 * Looks for the server-side key, its prefix and the names of server-only settings in what browsers can fetch.
 *
 * @param {string} distDir Next's output folder
 * @param {string | undefined} secret the key itself, where the build knew it
 * @returns {string[]} one line per finding: the file, and what was found (never the key)
 */
export function findLeaks(distDir, secret = process.env.SUPABASE_SECRET_KEY) {
  const settings = readFileSync('.env.example', 'utf8').matchAll(/^(\w+)=/gm);
  const names = Array.from(settings, ([, name = '']) => name).filter((name) => name !== 'PORT');
  return clientFiles(distDir).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const found = [...names, ...KEY_MARKS].filter((word) => text.includes(word));
    if (secret && text.includes(secret)) found.push('the server-side key');
    return found.map((what) => `${file}: ${what}`);
  });
}

/** @param {string} distDir */
function clientFiles(distDir) {
  return CLIENT_FOLDERS.flatMap((folder) => {
    const root = join(distDir, folder);
    if (!existsSync(root)) return [];
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const served = names.filter(
      (name) =>
        CLIENT_FILES.test(name) &&
        // The server's own code is in the same folder.
        (folder === 'static' || !/\.js$|manifest|\.nft\.json$|\.js\.map$/.test(name)),
    );
    return served.map((name) => join(root, name)).filter((file) => statSync(file).isFile());
  });
}
