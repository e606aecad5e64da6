/** A `*.script.ts` file as source text, bundled by scripts/build/inline-script-loader.mjs. */
declare module '*.script.ts?inline' {
  const code: string;
  // eslint-disable-next-line import/no-default-export -- as the loader writes it
  export default code;
}
