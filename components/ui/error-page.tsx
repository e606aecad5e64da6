interface ErrorPageProps {
  copy: { title: string; text: string; retry: string; home: { label: string; href: string } };
  /** The language of the title, where it is not the page's. */
  titleLang?: string;
  mail: string;
  onRetry: () => void;
}

/** Replaces a page that failed: another try, our address and a link home. */
export function ErrorPage({ copy, titleLang, mail, onRetry }: ErrorPageProps) {
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
      <a href={copy.home.href} className="btn btn-quiet">
        {copy.home.label}
      </a>
    </main>
  );
}
