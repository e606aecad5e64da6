/** @type {import('prettier').Config} */
const config = {
  singleQuote: true,
  printWidth: 100,
  overrides: [
    {
      files: '*.md',
      options: { proseWrap: 'always' },
    },
  ],
  plugins: ['prettier-plugin-tailwindcss'],
  tailwindStylesheet: './app/globals.css',
};

export default config;
