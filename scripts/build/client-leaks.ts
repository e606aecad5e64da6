import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema } from '../../lib/settings/settings';
import { listFiles } from '../../lib/site/files';

/** Browsers can fetch scripts, styles, prerendered pages and their RSC payload. */
const CLIENT_FOLDERS = ['static', 'server/app'];
const CLIENT_FILES = /\.(js|css|html|rsc|json|map|txt|body|meta)$/;
/** Server-side keys have this prefix; older ones contain the role. */
const SECRET_KEY_MARKERS = ['sb_secret_', 'service_role'];

/** Looks for the server-side key and the names of server-only settings in client files. */
export function findLeaks(distDir: string, secret = process.env.SUPABASE_SECRET_KEY): string[] {
  // A single word, such as HSTS, may be part of the page's text.
  const names = Object.keys(settingsSchema.shape).filter((name) => name.includes('_'));
  return listClientFiles(distDir).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const foundWords = [...names, ...SECRET_KEY_MARKERS].filter((word) => text.includes(word));
    if (secret && text.includes(secret)) foundWords.push('the server-side key');
    return foundWords.map((what) => `${file}: ${what}`);
  });
}

function listClientFiles(distDir: string): string[] {
  return CLIENT_FOLDERS.flatMap((folder) => {
    const root = join(distDir, folder);
    if (!existsSync(root)) return [];
    const served = listFiles(root).filter(
      (name) =>
        CLIENT_FILES.test(name) &&
        // Server code is in the same folder.
        (folder === 'static' || !/\.js$|manifest|\.nft\.json$|\.js\.map$/.test(name)),
    );
    return served.map((name) => join(root, name));
  });
}
