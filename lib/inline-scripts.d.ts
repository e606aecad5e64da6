/** A `*.script.ts` file as source text: scripts/build/inline-script-loader.mjs bundles it with all that it imports. */
declare module '*.script.ts?inline' {
  const code: string;
  // eslint-disable-next-line import/no-default-export -- as the loader writes it
  export default code;
}
