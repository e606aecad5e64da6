/* eslint-disable @next/next/no-html-link-for-pages -- Next's router may have failed */
import { useEffect } from 'react';
import type { ErrorTexts } from '@/lib/content/errors-en';
import { contactMail, shortBrand } from '@/lib/content/site';

export interface ErrorPageProps {
  error: Error & { digest?: string };
}

/** Replaces a page that failed (docs/behaviour.md, section 2); reports a server error's digest. */
export function ErrorPage({ error, texts }: ErrorPageProps & { texts: ErrorTexts }) {
  const { title, text, retry, home, waysOn, form, privacy } = texts;
  useEffect(() => {
    document.title = title;
    const report = JSON.stringify({ digest: error.digest });
    // Some browsers let users disable beacons.
    navigator.sendBeacon?.('/api/page-error', new Blob([report], { type: 'application/json' }));
  }, [error, title]);
  return (
    <div className="flex min-h-svh flex-col">
      <header className="border-b border-line">
        <div className="page-width flex min-h-header items-center">
          <a href="/" className="semibold flex min-h-11 max-w-full items-center gap-3 text-title">
            {/* Every page loads this code, so it neither draws the mark nor needs next/image. */}
            {/* eslint-disable-next-line @next/next/no-img-element */}
            <img src="/icon.svg" alt="" width="32" height="32" />
            <span className="min-w-0 wrap-break-word">{shortBrand}</span>
          </a>
        </div>
      </header>
      <main className="page-width side-page my-auto">
        <div>
          {/* The title is English in every language. */}
          <h1 lang="en" className="text-section">
            {title}
          </h1>
          <p className="mt-5 text-lead text-muted">{text}</p>
          <div className="actions mt-8">
            {/* Next's `reset` would only show what failed again. */}
            <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
              {retry}
            </button>
            <a href="/" className="btn btn-quiet">
              {home}
            </a>
          </div>
        </div>
        <aside className="side-card glow">
          <p className="semibold">{waysOn}</p>
          <div className="grid">
            <a href={`mailto:${contactMail}`} className="btn btn-text link">
              {contactMail}
            </a>
            <a href="/contact" hrefLang="en" className="btn btn-text link">
              {form}
            </a>
          </div>
        </aside>
      </main>
      <footer className="border-t border-line bg-surface text-note text-muted">
        <div className="page-width flex items-center justify-between py-3">
          <span>{`© ${shortBrand}`}</span>
          <a href="/privacy" className="btn btn-text">
            {privacy}
          </a>
        </div>
      </footer>
    </div>
  );
}
