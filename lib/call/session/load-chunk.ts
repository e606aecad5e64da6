import type { FailureKind } from '@/lib/call/failures';

/** Whether this browser could not run one of our files. */
let isBroken = false;

/**
 * Imports a chunk. Of one that cannot be parsed or that throws, Turbopack's `import()` never
 * settles; this rejects.
 */
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

/** Says what a visitor is told when the call's code could not be loaded or run. */
export const getLoadFailure = (): FailureKind => (isBroken ? 'unsupported-browser' : 'init-failed');
