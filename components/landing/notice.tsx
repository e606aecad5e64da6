interface NoticeProps {
  lang: string;
  title: string;
  intro: string;
  parts: readonly { title: string; text: readonly string[]; points?: readonly string[] }[];
  other: { label: string; href: string; lang: string };
  /** The first notice of a page carries its `h1`. */
  first: boolean;
}

/** One language of a legal notice, readable and linkable as a whole by its language. */
export function Notice({ lang, title, intro, parts, other, first }: NoticeProps) {
  const Title = first ? 'h1' : 'h2';
  const Heading = first ? 'h2' : 'h3';
  return (
    <article id={lang} lang={lang} className="border-line py-12 not-first:border-t lg:py-16">
      <Title className="text-section">{title}</Title>
      <p className="mt-5 text-lead text-muted">{intro}</p>
      <a href={other.href} lang={other.lang} hrefLang={other.lang} className="link mt-3">
        {other.label}
      </a>
      {parts.map((part) => (
        <section key={part.title} className="mt-10">
          <Heading className="text-title">{part.title}</Heading>
          {part.text.map((paragraph) => (
            <p key={paragraph} className="mt-3 text-muted">
              {paragraph}
            </p>
          ))}
          {part.points && (
            <ul className="mt-3 list-disc pl-5 text-muted marker:text-accent">
              {part.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  );
}
