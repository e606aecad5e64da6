import { useEffect } from 'react';

export interface NextErrorProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Used in a plain link, because Next's router may have failed. */
const HOME = '/';

interface ErrorPageProps {
  error: NextErrorProps['error'];
  copy: { title: string; text: string; retry: string; home: string };
  /** The language of the title, if it differs from the page's. */
  titleLang?: string;
  brand: string;
  mail: string;
  onRetry: () => void;
}

/** Reports the digest of a server error to our server. */
export function ErrorPage({ error, copy, titleLang, brand, mail, onRetry }: ErrorPageProps) {
  useEffect(() => {
    const report = JSON.stringify({ digest: error.digest });
    // Some browsers let users disable beacons.
    navigator.sendBeacon?.('/api/page-error', new Blob([report], { type: 'application/json' }));
  }, [error]);
  return (
    <>
      <header className="border-b border-line">
        <div className="page-width flex min-h-header items-center">
          <a
            href={HOME}
            className="semibold flex min-h-11 max-w-full items-center gap-3 text-title"
          >
            {/* Every page loads this code, so it neither draws the mark nor needs next/image. */}
            {/* eslint-disable-next-line @next/next/no-img-element */}
            <img src="/icon.svg" alt="" width="32" height="32" />
            <span className="min-w-0 wrap-break-word">{brand}</span>
          </a>
        </div>
      </header>
      <main className="error-page glow">
        <h1 lang={titleLang} className="text-section">
          {copy.title}
        </h1>
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
    </>
  );
}
