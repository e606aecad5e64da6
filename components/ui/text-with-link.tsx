/** Of the only link on a page that opens in a new tab. */
const NEW_TAB_ID = 'opens-in-new-tab';

interface TextWithLinkProps {
  /** Without a space at the end. */
  before: string;
  link: string;
  href: string;
  hrefLang?: string;
  className?: string;
  /** Says that the link opens in a new tab, and makes it do so. */
  newTab?: string;
}

/** A text and a link, in two elements because page translators replace text nodes. */
export function TextWithLink({
  before,
  link,
  newTab,
  className = 'link',
  ...target
}: TextWithLinkProps) {
  const tab = newTab && { target: '_blank', rel: 'noopener', 'aria-describedby': NEW_TAB_ID };
  return (
    <>
      <span>{`${before} `}</span>
      <a {...target} {...tab} className={className}>
        {link}
      </a>
      {newTab && <span id={NEW_TAB_ID}>{` ${newTab}`}</span>}
    </>
  );
}
