import type { FailureKind } from '@/lib/call/failures';

/** Whether this browser could not run one of our files. */
let isBroken = false;

/** Turbopack's `import()` never settles for a chunk that cannot be parsed or run; this rejects. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const handleError = (event: { filename: string }) => {
      // Later errors of a script, as in a handler, have no current script.
      if (document.currentScript && event.filename.includes('/_next/static/')) isBroken = true;
      if (isBroken) reject(new Error(`cannot run ${event.filename}`));
    };
    handleError({ filename: '' });
    addEventListener('error', handleError);
    const stop = () => removeEventListener('error', handleError);
    load().then(resolve, reject).finally(stop);
  });
}

export const getLoadFailure = (): FailureKind => (isBroken ? 'unsupported-browser' : 'init-failed');
