import { useEffect } from 'react';

/** What Next hands to an error page. */
export interface PageError {
  error: Error & { digest?: string };
  reset: () => void;
}

/** A full page load, because Next's router may have failed. */
const HOME = '/';

interface ErrorPageProps {
  error: PageError['error'];
  copy: { title: string; text: string; retry: string; home: string };
  /** The language of the title, where it is not the page's. */
  titleLang?: string;
  mail: string;
  onRetry: () => void;
}

/**
 * Replaces a page that failed: another try, our address and a link home. Tells our server the
 * error's digest, and nothing else. An error of the browser has none.
 */
export function ErrorPage({ error, copy, titleLang, mail, onRetry }: ErrorPageProps) {
  useEffect(() => {
    const report = JSON.stringify({ digest: error.digest });
    // Some browsers let their users switch beacons off.
    navigator.sendBeacon?.('/api/page-error', new Blob([report], { type: 'application/json' }));
  }, [error]);
  return (
    <main className="error-page glow">
      <h1 lang={titleLang}>{copy.title}</h1>
      <p>
        <span>{`${copy.text} `}</span>
        <a href={`mailto:${mail}`} className="link">
          {mail}
        </a>
      </p>
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        {copy.retry}
      </button>
      <a href={HOME} className="btn btn-quiet">
        {copy.home}
      </a>
    </main>
  );
}
