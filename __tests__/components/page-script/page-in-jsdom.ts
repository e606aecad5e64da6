/** Each removes listeners that the last test's script has added. */
let removeListeners: (() => void)[] = [];

/**
 * Call it in a test file: in every test the script runs in a new page, with fake timers.
 *
 * @returns a function that starts the script again in another new page
 */
export function setUpPage(runScript: () => void, html: string): () => void {
  const startPage = () => {
    for (const remove of removeListeners) remove();
    removeListeners = [document, window].map(trackListeners);
    document.head.innerHTML = '';
    document.body.innerHTML = html;
    runScript();
    document.dispatchEvent(new Event('DOMContentLoaded'));
  };
  beforeEach(() => {
    jest.useFakeTimers();
    startPage();
  });
  afterEach(async () => {
    for (const remove of removeListeners) remove();
    await jest.runOnlyPendingTimersAsync();
  });
  return startPage;
}

function trackListeners(target: EventTarget) {
  const listen = target.addEventListener;
  const added: Parameters<typeof listen>[] = [];
  target.addEventListener = (...args: Parameters<typeof listen>) => {
    added.push(args);
    listen.apply(target, args);
  };
  return () => {
    target.addEventListener = listen;
    for (const args of added) target.removeEventListener(...args);
  };
}

/** Lets time pass, in milliseconds: by default two frames. */
export const advance = (ms = 40) => jest.advanceTimersByTimeAsync(ms);
