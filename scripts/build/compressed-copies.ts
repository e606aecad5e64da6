import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hashContent, listFiles } from '../../lib/site/files';

/** `.body` is the response of a prerendered route handler. */
const TEXT_FILES = /\.(html|js|css|svg|json|body)$/;

/** Compresses static text files into `compressed/` for server/memory/static-responses.ts. */
export function writeCompressedCopies(distDir: string): void {
  const folder = join(distDir, 'compressed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const root of ['static', 'server/app']) {
    const names = listFiles(join(distDir, root));
    for (const name of names.filter((file) => TEXT_FILES.test(file) && isServed(root, file))) {
      const content = readFileSync(join(distDir, root, name));
      const copy = join(folder, hashContent(content));
      const compressedByExtension = {
        br: brotliCompressSync(content),
        gz: gzipSync(content, { level: constants.Z_BEST_COMPRESSION, memLevel: 9 }),
      };
      for (const [coding, bytes] of Object.entries(compressedByExtension))
        if (bytes.length < content.length) writeFileSync(`${copy}.${coding}`, bytes);
    }
  }
}

// Server code is in the same folder as the pages.
const isServed = (root: string, file: string) => root === 'static' || /\.(html|body)$/.test(file);
