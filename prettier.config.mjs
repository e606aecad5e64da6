/** @type {import('prettier').Config} */
const config = {
  singleQuote: true,
  printWidth: 100,
  overrides: [
    {
      files: '*.md',
      // A generated page and its source, whose lines a test reads.
      excludeFiles: ['docs/sdk-contract.md', '__tests__/sdk-contract/published-types.md'],
      options: { proseWrap: 'always' },
    },
  ],
  plugins: ['prettier-plugin-tailwindcss'],
  tailwindStylesheet: './app/globals.css',
};

export default config;
