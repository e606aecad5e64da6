interface TextWithLinkProps {
  /** Ends without a space. */
  before: string;
  link: string;
  href: string;
  hrefLang?: string;
}

/** Text and a link after it. Each has an element of its own: translators replace text nodes. */
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
