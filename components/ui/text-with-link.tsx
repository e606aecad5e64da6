interface TextWithLinkProps {
  /** Without a space at the end. */
  before: string;
  link: string;
  href: string;
  hrefLang?: string;
  /** Says that the link opens in a new tab, and makes it do so. */
  newTab?: string;
}

/** A text and a link, in two elements because page translators replace text nodes. */
export function TextWithLink({ before, link, newTab, ...target }: TextWithLinkProps) {
  const tab = newTab && { target: '_blank', rel: 'noopener' };
  return (
    <>
      <span>{`${before} `}</span>
      <a {...target} {...tab} className="link">
        {newTab ? `${link} ${newTab}` : link}
      </a>
    </>
  );
}
