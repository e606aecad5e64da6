import type { Metadata } from 'next';
import { VoiceLine } from '@/components/ui/icon';
import { LinkList } from '@/components/ui/text';
import { en } from '@/lib/content/en';
import { brandFontClass } from './brand';
import { TextPage } from './text-page';
import './globals.css';

const copy = en.notFound;

export const metadata: Metadata = { title: copy.metaTitle, robots: { index: false } };

export { viewport } from './brand';

export default function NotFoundPage() {
  return (
    <html lang="en" className={brandFontClass}>
      <body className="flex min-h-svh flex-col">
        <TextPage
          card={<LinkList title={copy.linksTitle} links={copy.links} />}
          ornament={<VoiceLine drawing="horizon" className="voice-horizon mt-auto h-20 w-full" />}
        >
          <h1 className="text-hero">{copy.title}</h1>
          <p className="mt-6 text-lead text-muted">{copy.text}</p>
        </TextPage>
      </body>
    </html>
  );
}
