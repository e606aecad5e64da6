interface TextWithLinkProps {
  /** Without a space at the end. */
  before: string;
  link: string;
  href: string;
  hrefLang?: string;
}

/** A text and a link, in two elements because page translators replace text nodes. */
export function TextWithLink({ before, link, ...target }: TextWithLinkProps) {
  return (
    <>
      <span>{`${before} `}</span>
      <a {...target} className="link">
        {link}
      </a>
    </>
  );
}
