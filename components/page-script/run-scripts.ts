/**
 * Runs the scripts in data blocks of this type. Those that did not run are blocks again.
 *
 * @returns whether all have run
 */
export async function runScripts(type: 'text/x-deferred' | 'text/x-ahead'): Promise<boolean> {
  const blocks = document.querySelectorAll<HTMLScriptElement>(
    `[type="${type}"]:not([data-src$=css])`,
  );
  const results = await Promise.all(Array.from(blocks, runScript));
  return !results.includes(false);
}

function runScript(block: HTMLScriptElement): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = block.dataset.src ?? '';
    let hasRun = true;
    // A script that cannot be parsed or that throws counts as loaded.
    const handleError = ({ filename }: ErrorEvent) => {
      if (filename === script.src) hasRun = false;
    };
    addEventListener('error', handleError);
    const finish = (isLoaded: boolean) => {
      removeEventListener('error', handleError);
      hasRun &&= isLoaded;
      if (!hasRun) script.replaceWith(block);
      resolve(hasRun);
    };
    script.onload = () => finish(true);
    script.onerror = () => finish(false);
    block.replaceWith(script);
  });
}
