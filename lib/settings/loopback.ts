const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/** Whether a hostname, as `URL` writes it, is this machine. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);
