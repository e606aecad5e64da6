import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a browser can fetch of a build: scripts and styles, and the prerendered pages with their data. */
const CLIENT_FOLDERS = ['static', 'server/app'];
const CLIENT_FILES = /\.(js|css|html|rsc|json|map|txt|body|meta)$/;
/** How server-side keys begin, and the role that an older one names. */
const KEY_MARKS = ['sb_secret_', 'service_role'];

/**
 * Looks for the server-side key, its prefix and every server-only setting by name in what a build gives to browsers.
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
        // The server's own code lies beside the pages it prerendered.
        (folder === 'static' || !/\.js$|manifest|\.nft\.json$|\.js\.map$/.test(name)),
    );
    return served.map((name) => join(root, name)).filter((file) => statSync(file).isFile());
  });
}
