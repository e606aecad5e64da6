import { dirname, relative } from 'node:path';

export const encapsulatedPackages = [
  {
    group: ['@supabase/*'],
    message: 'Only lib/server/database/supabase.ts talks to @supabase/*.',
  },
  {
    group: ['@vapi-ai/web', '@daily-co/*'],
    message: 'Only lib/call/sdk/voice-sdk.ts knows the voice SDK.',
  },
  {
    group: ['nodemailer'],
    message: 'Only lib/server/notify/alert-channels.ts may import nodemailer, and only lazily.',
  },
];

export const publishedTypes = {
  group: ['@vapi-ai/server-sdk'],
  allowTypeImports: true,
  message: 'Types only (import type): the package is not there in production.',
};

export const parentFolders = {
  group: ['../*'],
  message: 'Import other folders by their path from the root: @/lib/…',
};

/** @type {import('eslint').Rule.RuleModule} */
export const ownFolder = {
  create: (context) => ({
    ImportDeclaration({ source }) {
      const folder = `@/${relative(context.cwd, dirname(context.filename))}`;
      if (dirname(String(source.value)) !== folder) return;
      context.report({ node: source, message: 'Import the files of the same folder by ./' });
    },
  }),
};
